package io.mintmark.server;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.Engines;
import io.mintmark.store.redis.RedisServers;
import java.nio.file.Files;
import java.nio.file.Path;

/** An engine that several servers share, started for a test. */
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

  /** Starts it again, with what it kept. */
  abstract void restart(EngineProcess killed) throws Exception;

  /** The store's URL, where the engine or what leads to it has this port. */
  abstract String url(int port);
}
