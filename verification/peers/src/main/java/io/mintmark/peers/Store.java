package io.mintmark.peers;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.Engines;
import io.mintmark.store.redis.RedisServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The engine that a library keeps its state on, set so that it keeps what it acknowledges. It can
 * be put back to what it was at a moment, as a failover or a restored backup does.
 */
final class Store implements AutoCloseable {

  private final Peer.Engine kind;
  private final EngineProcess engine;
  private final Path copy;

  private Store(Peer.Engine kind, EngineProcess engine, Path copy) {
    this.kind = kind;
    this.engine = engine;
    this.copy = copy;
  }

  static Store start(Peer.Engine kind, Path folder) throws Exception {
    Path place = Files.createDirectories(folder.resolve("engine"));
    EngineProcess engine =
        kind == Peer.Engine.REDIS ? RedisServers.startDurable(place) : Engines.postgres(place);
    return new Store(kind, engine, folder.resolve("engine-copy"));
  }

  int port() {
    return engine.port();
  }

  /** Keeps what it has now. Stopped, so that all its files are of one moment, as after a crash. */
  void backUp() throws Exception {
    engine.pause();
    try {
      run("cp", "-a", engine.directory().toString(), copy.toString());
    } finally {
      engine.resume();
    }
  }

  /** Forgets all since {@link #backUp}. */
  void restore() throws Exception {
    engine.kill();
    run("rm", "-rf", engine.directory().toString());
    run("cp", "-a", copy.toString(), engine.directory().toString());
    restart();
  }

  private void restart() throws IOException {
    if (kind == Peer.Engine.REDIS) {
      engine.restart();
    } else {
      Engines.restartPostgres(engine);
    }
  }

  private static void run(String... command) throws IOException, InterruptedException {
    int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (exit != 0) {
      throw new IOException("a program failed: command=" + List.of(command) + ", exit=" + exit);
    }
  }

  @Override
  public void close() {
    engine.close();
  }
}
