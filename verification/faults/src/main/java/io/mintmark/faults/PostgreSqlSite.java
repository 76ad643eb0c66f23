package io.mintmark.faults;

import io.mintmark.testkit.BreakableNetwork;
import io.mintmark.testkit.EngineProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** PostgreSQL with its defaults, which keep what they acknowledge. */
final class PostgreSqlSite implements Site {

  private static final long READY_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Path folder;
  private final EngineProcess engine;
  private final BreakableNetwork network;
  private final EngineProcess server;

  PostgreSqlSite(Path folder) {
    Path programs = Programs.postgresql().orElseThrow();
    this.folder = folder;
    Path data = folder.resolve("engine/data");
    create(programs, data);
    int port = EngineProcess.freePort();
    this.engine = EngineProcess.start(
        folder.resolve("engine"),
        port,
        Programs.unprivileged(List.of(
            programs.resolve("postgres").toString(),
            "-D",
            data.toString(),
            "-p",
            Integer.toString(port),
            "-h",
            "127.0.0.1",
            "-c",
            "unix_socket_directories=")));
    awaitReady();
    this.network = BreakableNetwork.to(port);
    this.server = ServerProcess.start(
        folder.resolve("server"), List.of("--store=" + url(), "--data=state"), Map.of());
  }

  private static void create(Path programs, Path data) {
    try {
      Files.createDirectories(data.getParent());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Programs.run(Programs.unprivileged(List.of(
        programs.resolve("initdb").toString(),
        "-D",
        data.toString(),
        "-U",
        "postgres",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--no-locale",
        "--no-sync")));
  }

  @Override
  public String name() {
    return "postgresql";
  }

  @Override
  public String url(String host, int port) {
    return "jdbc:postgresql://" + host + ":" + port + "/postgres?user=postgres";
  }

  @Override
  public BreakableNetwork network() {
    return network;
  }

  @Override
  public String server() {
    return "http://127.0.0.1:" + server.port();
  }

  @Override
  public Set<Kind> kinds() {
    return EnumSet.allOf(Kind.class);
  }

  @Override
  public List<Fault> faults() {
    return List.of(
        new Fault("no writes taken", () -> readOnly(true), () -> readOnly(false), 12_000),
        new Fault("engine killed", engine::kill, this::restart, 3_000),
        new Fault("engine stopped in its tracks", engine::pause, engine::resume, 6_000),
        new Fault("network cut", network::cut, network::mend, 6_000),
        new Fault("server killed", server::kill, server::restart, 2_000),
        new Fault("server stopped in its tracks", server::pause, server::resume, 6_000));
  }

  private void readOnly(boolean only) {
    try (Connection connection = DriverManager.getConnection(url("127.0.0.1", engine.port()));
        Statement statement = connection.createStatement()) {
      statement.execute("set default_transaction_read_only = off");
      statement.execute(
          "alter system set default_transaction_read_only = " + (only ? "on" : "off"));
      statement.execute("select pg_reload_conf()");
    } catch (SQLException e) {
      throw new IllegalStateException("the database was not set up", e);
    }
  }

  /** A killed server leaves its pid behind, which another process may have by now. */
  private void restart() {
    try {
      Files.deleteIfExists(engine.directory().resolve("data/postmaster.pid"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    engine.restart();
    awaitReady();
  }

  private void awaitReady() {
    long deadline = System.nanoTime() + READY_NANOS;
    while (true) {
      try {
        DriverManager.getConnection(url("127.0.0.1", engine.port())).close();
        return;
      } catch (SQLException e) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException("PostgreSQL did not come up", e);
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }

  @Override
  public Path files() {
    return folder;
  }

  @Override
  public void close() {
    server.close();
    network.close();
    engine.close();
  }
}
