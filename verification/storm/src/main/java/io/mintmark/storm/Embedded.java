package io.mintmark.storm;

import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The embedded store in its server, which the processes use over HTTP. */
final class Embedded implements Engine {

  private static final int MEGABYTES = 24;
  private static final long SERVER_DOWN_MS = 3_000;

  private final Path data;
  private final Disk disk;
  private final EngineProcess server;
  private @Nullable Connection reader;

  Embedded(Path folder, Resources resources) throws Exception {
    data = folder.resolve("data");
    disk = resources.add(new Disk(data, MEGABYTES));
    disk.compile(folder.resolve("faulty-disk"));
    server = resources.add(ServerProcess.start(
        folder.resolve("server"), "", List.of("--data=" + data), Programs.with(disk::preload)));
  }

  @Override
  public int port() {
    return server.port();
  }

  /** A server on the loopback address answers only requests to localhost. */
  @Override
  public String url(int port) {
    return "mintmark://localhost:" + port;
  }

  @Override
  public List<EngineProcess> servers() {
    return List.of(server);
  }

  @Override
  public String storeArgument(String url) {
    return "--data=" + data;
  }

  @Override
  public List<Fault> faults(BreakableNetwork address) {
    List<Fault> all = new ArrayList<>(disk.faults(this::beginRead, this::endRead));
    all.addAll(Fault.ofServer(server, SERVER_DOWN_MS, address));
    return all;
  }

  /** Begins a long read, as a backup does. Meanwhile the log cannot be reset, and must grow. */
  private void beginRead() throws Exception {
    Connection connection =
        DriverManager.getConnection("jdbc:sqlite:" + data.resolve("mintmark.db"));
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.executeQuery("select count(*) from sqlite_master").close();
    }
    reader = connection;
  }

  private void endRead() throws Exception {
    if (reader != null) {
      reader.close();
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

      /**
       * The file with the ends of the server's claims is in the folder that is replaced, so the
       * file is copied to another folder first.
       */
      @Override
      public void restore(Path copy) throws Exception {
        Path aside = ServerProcess.lastStore(server);
        Files.createDirectories(server.directory().resolve("state"));
        Files.copy(data.resolve("last-store"), aside, StandardCopyOption.REPLACE_EXISTING);
        copies.putBack(copy);
      }
    });
  }
}
