package io.mintmark.faults;

import io.mintmark.testkit.Cable;
import io.mintmark.testkit.EngineProcess;
import java.io.IOException;
import java.io.OutputStream;
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
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The embedded store behind its server, which the processes that draw use over HTTP. */
final class EmbeddedSite implements Site {

  private static final int MEGABYTE = 1 << 20;

  private final Path folder;
  private final Path data;
  private final boolean mounted;
  private final EngineProcess server;
  private final Cable cable;
  private @Nullable Connection reader;

  EmbeddedSite(Path folder) {
    this.folder = folder;
    this.data = folder.resolve("data");
    this.mounted = Programs.isRoot() && mount(data);
    this.server =
        ServerProcess.start(folder.resolve("server"), List.of("--data=" + data), Map.of());
    this.cable = Cable.to(server.port());
  }

  /** A small file system, which can be filled up. */
  private static boolean mount(Path data) {
    try {
      Files.createDirectories(data);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Programs.run(List.of("mount", "-t", "tmpfs", "-o", "size=24m,mode=0700", "tmpfs", data + ""));
    return true;
  }

  @Override
  public String name() {
    return "embedded";
  }

  @Override
  public String url() {
    return "mintmark://127.0.0.1:" + cable.port();
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
    Fault killed = new Fault("server killed", server::kill, server::restart, 3_000);
    Fault paused = new Fault("server stopped in its tracks", server::pause, server::resume, 6_000);
    Fault cut = new Fault("network cut", cable::cut, cable::mend, 6_000);
    Fault full = new Fault("disk full", this::fillUp, this::makeRoom, 12_000);
    return mounted ? List.of(full, killed, paused, cut) : List.of(killed, paused, cut);
  }

  private Path filler() {
    return data.resolve("filler");
  }

  /**
   * Fills up the file system, and begins a long read, as a backup does: while it lasts the log
   * cannot begin anew, and has to grow.
   */
  private void fillUp() {
    try {
      reader = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("mintmark.db"));
      reader.setAutoCommit(false);
      try (Statement statement = reader.createStatement()) {
        statement.executeQuery("select count(*) from sqlite_master").close();
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the database cannot be read", e);
    }
    byte[] zeros = new byte[MEGABYTE];
    try (OutputStream out = Files.newOutputStream(filler())) {
      for (int size = MEGABYTE; size > 0; ) {
        try {
          out.write(zeros, 0, size);
        } catch (IOException e) {
          size /= 2;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void makeRoom() {
    try {
      Objects.requireNonNull(reader).close();
      Files.delete(filler());
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
    cable.close();
    server.close();
    if (mounted) {
      Programs.run(List.of("umount", data.toString()));
    }
  }
}
