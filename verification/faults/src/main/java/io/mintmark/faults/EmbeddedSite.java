package io.mintmark.faults;

import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The embedded store behind its server, which the processes that draw use over HTTP. */
final class EmbeddedSite implements Site {

  private static final int MEGABYTES = 24;
  private static final long SERVER_DOWN_MS = 3_000;

  private final Path folder;
  private final Path data;

  private final SiteDisk disk;
  private final EngineProcess server;
  private final BreakableNetwork network;
  private @Nullable Connection reader;

  EmbeddedSite(Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    this.data = folder.resolve("data");
    this.disk = new SiteDisk(data, MEGABYTES, folder.resolve("faulty-disk"));
    this.server = ServerProcess.start(
        folder.resolve("server"), List.of("--data=" + data), Programs.with(disk::preload));
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
  public EngineProcess server() {
    return server;
  }

  @Override
  public Set<Kind> kinds() {
    return EnumSet.allOf(Kind.class);
  }

  @Override
  public List<Fault> faults() {
    List<Fault> all = new ArrayList<>(disk.faults(this::beginRead, this::endRead));
    all.addAll(Fault.ofServer(server, SERVER_DOWN_MS));
    all.add(Fault.cut(network));
    return all;
  }

  /** A long one, as a backup's: while it lasts the log cannot begin anew, and has to grow. */
  private void beginRead() {
    try {
      reader = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("mintmark.db"));
      reader.setAutoCommit(false);
      try (Statement statement = reader.createStatement()) {
        statement.executeQuery("select count(*) from sqlite_master").close();
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the database cannot be read", e);
    }
  }

  private void endRead() {
    try {
      if (reader != null) {
        reader.close();
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the read does not end", e);
    }
  }

  @Override
  public Optional<Backup> backup() {
    DiskCopies copies = new DiskCopies(List.of(server), data, folder -> {});
    return Optional.of(new Backup() {
      @Override
      public void make(Path copy) {
        copies.make(copy);
      }

      /** The folder that is lost has what the server remembers, which goes aside first. */
      @Override
      public void restore(Path copy) {
        String unused = Programs.run(
            List.of("cp", data.resolve("last-store").toString(), lastStore().toString()));
        copies.putBack(copy);
      }
    });
  }

  /** The server is what keeps the store. */
  @Override
  public boolean backupEndsServer() {
    return true;
  }

  @Override
  public String storeArgument() {
    return "--data=" + data;
  }

  @Override
  public Path lastStore() {
    return folder.resolve("last-store");
  }

  @Override
  public Path files() {
    return folder;
  }

  @Override
  public void close() {
    network.close();
    server.close();
    disk.close();
  }
}
