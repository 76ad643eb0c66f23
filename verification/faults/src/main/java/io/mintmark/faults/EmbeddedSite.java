package io.mintmark.faults;

import io.mintmark.testkit.BreakableNetwork;
import io.mintmark.testkit.EngineProcess;
import io.mintmark.testkit.FaultyDisk;
import io.mintmark.testkit.SmallDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The embedded store behind its server, which the processes that draw use over HTTP. */
final class EmbeddedSite implements Site {

  private static final int MEGABYTES = 24;

  private final Path folder;
  private final Path data;

  /** What root and a C compiler allow. */
  private final @Nullable SmallDisk smallDisk;

  private final @Nullable FaultyDisk faultyDisk;
  private final EngineProcess server;
  private final BreakableNetwork network;
  private @Nullable Connection reader;

  EmbeddedSite(Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    this.data = folder.resolve("data");
    this.smallDisk = Programs.isRoot() ? SmallDisk.mount(data, MEGABYTES) : null;
    this.faultyDisk = EngineProcess.find("gcc").isPresent()
        ? FaultyDisk.compile(folder.resolve("faulty-disk"))
        : null;
    ProcessBuilder preloading = new ProcessBuilder();
    preloading.environment().clear();
    if (faultyDisk != null) {
      faultyDisk.preload(preloading);
    }
    this.server = ServerProcess.start(
        folder.resolve("server"), List.of("--data=" + data), preloading.environment());
    this.network = BreakableNetwork.to(server.port());
  }

  @Override
  public String name() {
    return "embedded";
  }

  /** A server on the loopback address answers only who knows it as localhost. */
  @Override
  public String url(String host, int port) {
    return "mintmark://localhost:" + port;
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
    List<Fault> all = new ArrayList<>();
    SmallDisk small = smallDisk;
    if (small != null) {
      all.add(new Fault("disk full", () -> fillUp(small), () -> makeRoom(small), 12_000));
    }
    FaultyDisk faulty = faultyDisk;
    if (faulty != null) {
      all.add(new Fault("fsync fails", faulty::fail, faulty::work, 6_000));
      all.add(new Fault(
          "fsync takes 5 ms", () -> faulty.slowDown(Duration.ofMillis(5)), faulty::work, 3_000));
    }
    all.add(new Fault("server killed", server::kill, server::restart, 3_000));
    all.add(new Fault("server stopped in its tracks", server::pause, server::resume, 6_000));
    all.add(new Fault("network cut", network::cut, network::mend, 6_000));
    return all;
  }

  /**
   * Fills up the file system, and begins a long read, as a backup does: while it lasts the log
   * cannot begin anew, and has to grow.
   */
  private void fillUp(SmallDisk disk) {
    try {
      reader = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("mintmark.db"));
      reader.setAutoCommit(false);
      try (Statement statement = reader.createStatement()) {
        statement.executeQuery("select count(*) from sqlite_master").close();
      }
      disk.fill();
    } catch (SQLException e) {
      throw new IllegalStateException("the database cannot be read", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void makeRoom(SmallDisk disk) {
    try {
      Objects.requireNonNull(reader).close();
      disk.free();
    } catch (SQLException e) {
      throw new IllegalStateException("the read does not end", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Path files() {
    return folder;
  }

  @Override
  public void close() {
    network.close();
    server.close();
    try {
      if (smallDisk != null) {
        smallDisk.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
