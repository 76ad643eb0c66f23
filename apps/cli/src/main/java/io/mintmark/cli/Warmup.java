package io.mintmark.cli;

import io.mintmark.server.Server;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * Prepares fast starts; the launcher runs it once after a build. It unpacks SQLite's native library
 * beside the jar, because the driver would otherwise unpack it at each start. It also runs a few
 * commands and a server, so that the classes they load can be archived.
 */
final class Warmup {

  private static final String LIBRARY_PATH = "org.sqlite.lib.path";

  private Warmup() {}

  /**
   * Runs the preparation.
   *
   * @param args an empty directory for the library, and for a store that is not needed afterwards
   * @throws IOException if the directory cannot be written
   */
  public static void main(String[] args) throws IOException {
    Main.presetAll();
    Path directory = Path.of(args[0]).toAbsolutePath();
    String name = LibraryLoaderUtil.getNativeLibName();
    String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
    try (InputStream library = LibraryLoaderUtil.class.getResourceAsStream(resource)) {
      if (library != null) {
        Files.copy(library, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        System.setProperty(LIBRARY_PATH, directory.toString());
      }
    }
    Terminal process = Terminal.ofProcess();
    Terminal silent = new Terminal(
        InputStream.nullInputStream(),
        OutputStream.nullOutputStream(),
        OutputStream.nullOutputStream(),
        false,
        false,
        Map.of(),
        process.clock(),
        process.elapsed());
    String data = directory.resolve("data").toString();
    Main.run(silent, "next", "sequence", "--data", data);
    Main.run(silent, "next", "snowflake", "--data", data);
    Main.run(silent, "next", "objectid", "--data", data, "--json");
    Main.run(silent, "lines", "list", "--data", data);
    Main.run(silent, "inspect", "4df2dcec2cdcd20936a8b817");
    Main.run(silent, "explain", "{time:yyyyMMdd}{seq:6}", "--data", data);
    Main.run(silent, "range", "objectid", "--from", "2026-01-01", "--to", "2026-01-02");
    Main.run(silent, "verify", "-");
    serve(silent, directory.resolve("served"));
  }

  /** Makes ids on a server, on ports that the system chooses. */
  private static void serve(Terminal silent, Path data) {
    try (Server server = Server.builder()
        .dataDirectory(data)
        .http("127.0.0.1:0")
        .resp("127.0.0.1:0")
        .start()) {
      String unused = server.firstScreen();
      String url = "http://127.0.0.1:" + server.http().getPort();
      Main.run(silent, "next", "snowflake", "--server", url);
    }
  }
}
