package io.mintmark.server;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.Engines;
import io.mintmark.store.redis.RedisServers;
import java.nio.file.Files;
import java.nio.file.Path;

/** An engine that several servers share. A test starts it. */
enum SharedEngine {
  POSTGRESQL {
    @Override
    EngineProcess start(Path directory) throws Exception {
      return Engines.postgres(Files.createDirectory(directory.resolve("engine")));
    }

    @Override
    void restart(EngineProcess killed) throws Exception {
      Engines.restartPostgres(killed);
    }

    @Override
    String url(int port) {
      return Engines.postgresUrl(port);
    }
  },
  REDIS {
    @Override
    EngineProcess start(Path directory) throws Exception {
      return RedisServers.startDurable(Files.createDirectory(directory.resolve("engine")));
    }

    @Override
    void restart(EngineProcess killed) {
      killed.restart();
    }

    @Override
    String url(int port) {
      return "redis://127.0.0.1:" + port;
    }
  };

  abstract EngineProcess start(Path directory) throws Exception;

  /** Starts the engine again with its data. */
  abstract void restart(EngineProcess killed) throws Exception;

  /** Returns the store's URL for the port of the engine, or of a proxy for it. */
  abstract String url(int port);
}
