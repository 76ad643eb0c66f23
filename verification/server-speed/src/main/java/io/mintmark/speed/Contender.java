package io.mintmark.speed;

import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One server, running on the loopback address.
 *
 * @param name what to call it in the tables
 * @param resp where it speaks Redis's protocol, if it does
 * @param nextUrl where it makes ids over HTTP, if it does
 * @param process what runs
 */
record Contender(String name, int resp, String nextUrl, EngineProcess process)
    implements AutoCloseable {

  /** The server of this repository, on its embedded store. */
  static Contender mintmark(Path repository) {
    return mintmark("**Mintmark**", repository, "{}");
  }

  /** The same with so many threads that read and answer. */
  static Contender mintmark(Path repository, int ioThreads) {
    String setting = "io-threads: " + ioThreads;
    return mintmark("**Mintmark**, " + setting, repository, "{" + setting + "}");
  }

  private static Contender mintmark(String name, Path repository, String settings) {
    int http = EngineProcess.freePort();
    int resp = EngineProcess.freePort();
    Path directory = directory();
    write(directory.resolve("mintmark.yaml"), "server: " + settings);
    List<String> command = List.of(
        repository.resolve("mintmark").toString(),
        "serve",
        "--config=mintmark.yaml",
        "--http=127.0.0.1:" + http,
        "--resp=127.0.0.1:" + resp,
        "--data=data");
    String url = "http://127.0.0.1:" + http + "/v1/generators/speed/next";
    return new Contender(name, resp, url, EngineProcess.start(directory, resp, command));
  }

  /** Redis with its log of appends, written once a second. */
  static Contender redis() {
    int port = EngineProcess.freePort();
    String program = EngineProcess.find("redis-server").orElseThrow().toString();
    List<String> command = List.of(
        program,
        "--bind",
        "127.0.0.1",
        "--port",
        Integer.toString(port),
        "--save",
        "",
        "--appendonly",
        "yes",
        "--appendfsync",
        "everysec");
    return new Contender("Redis", port, "", start(port, command));
  }

  /** Spring Boot over CosId, by the class path of this program. */
  static Contender cosId() {
    int port = EngineProcess.freePort();
    List<String> command = List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        CosIdServer.class.getName(),
        "--server.port=" + port,
        "--server.address=127.0.0.1");
    String url = "http://127.0.0.1:" + port + "/next";
    return new Contender("CosId, Spring Boot", 0, url, start(port, command));
  }

  /** What answers the same bytes to whatever comes, so that only the system and the client work. */
  static Contender nothing(Path program) {
    int http = EngineProcess.freePort();
    int resp = EngineProcess.freePort();
    List<String> command =
        List.of(program.toString(), Integer.toString(http), Integer.toString(resp));
    String url = "http://127.0.0.1:" + http + "/next";
    return new Contender("nothing, in C", resp, url, start(resp, command));
  }

  private static EngineProcess start(int port, List<String> command) {
    return EngineProcess.start(directory(), port, command);
  }

  private static Path directory() {
    try {
      return Files.createTempDirectory("speed");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Duration cpuTime() {
    return process.cpuTime();
  }

  double mostMemoryMib() {
    return process.mostMemory() / (double) (1 << 20);
  }

  @Override
  public void close() {
    process.close();
    delete(process.directory());
  }

  static void delete(Path directory) {
    try (var files = Files.walk(directory)) {
      List<Path> all = new ArrayList<>(files.toList());
      for (int i = all.size() - 1; i >= 0; i--) {
        Files.delete(all.get(i));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
