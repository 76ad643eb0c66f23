package io.mintmark.server;

import io.mintmark.rigs.EngineProcess;
import java.io.File;
import java.nio.file.Path;
import java.util.List;

/**
 * A server with the standard configuration in its own process, used as a store by other processes.
 */
public final class StoreServer {

  private StoreServer() {}

  /** Starts a server on an embedded store in {@code directory}. */
  static EngineProcess start(Path directory) {
    return start(directory, "");
  }

  /**
   * Starts a server on the given store. It keeps the file about its last store in {@code
   * directory}.
   */
  static EngineProcess start(Path directory, String store) {
    int port = EngineProcess.freePort();
    return EngineProcess.start(
        directory,
        port,
        List.of(
            ProcessHandle.current().info().command().orElseThrow(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            absolute(System.getProperty("java.class.path")),
            StoreServer.class.getName(),
            Integer.toString(port),
            directory.resolve("data").toString(),
            store));
  }

  private static String absolute(String classPath) {
    return String.join(
        File.pathSeparator,
        List.of(classPath.split(File.pathSeparator)).stream()
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .toList());
  }

  /** Serves on a port until the process is ended. */
  public static void main(String[] args) throws InterruptedException {
    ServerBuilder builder = Server.builder().http("127.0.0.1:" + args[0]).resp("127.0.0.1:0");
    builder.dataDirectory(Path.of(args[1]));
    if (!args[2].isEmpty()) {
      builder.store(args[2]);
    }
    try (Server server = builder.start()) {
      server.closeOnTermination();
      server.awaitClosed();
    }
  }
}
