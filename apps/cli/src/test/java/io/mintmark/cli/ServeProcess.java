package io.mintmark.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command line in its own process, for example as a server. */
final class ServeProcess implements AutoCloseable {

  private static final long DEADLINE_SECONDS = 60;

  private final Process process;
  private final String firstScreen;

  private ServeProcess(Process process, String firstScreen) {
    this.process = process;
    this.firstScreen = firstScreen;
  }

  /** Serves a data directory on free ports. Returns when the server replies. */
  static ServeProcess start(Path config, Path data) throws IOException {
    return start(config, data, "  heap ");
  }

  /** Serves a data directory, and reads the first screen until a line that contains a text. */
  static ServeProcess start(Path config, Path data, String last) throws IOException {
    Process process = command(
        "serve",
        "--config",
        config.toString(),
        "--data",
        data.toString(),
        "--http",
        "127.0.0.1:0",
        "--resp",
        "127.0.0.1:0");
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder screen = new StringBuilder();
    String line = out.readLine();
    while (line != null && !line.contains(last)) {
      screen.append(line).append('\n');
      line = out.readLine();
    }
    return new ServeProcess(process, screen.toString());
  }

  /** Starts a command and discards its output. */
  static Process command(String... args) {
    try {
      return builder(List.of(), args)
          .redirectError(ProcessBuilder.Redirect.INHERIT)
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a process builder for a command, in a JVM with options. */
  static ProcessBuilder builder(List<String> options, String... args) {
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "--enable-native-access=ALL-UNNAMED")); // also in the jar's manifest
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command);
  }

  String firstScreen() {
    return firstScreen;
  }

  /** Returns the URL of the HTTP interface, for example {@code http://127.0.0.1:7600}. */
  String url() {
    return firstScreen
        .lines()
        .filter(line -> line.contains("  HTTP "))
        .map(line -> line.substring(line.indexOf("http://")).strip())
        .findFirst()
        .orElseThrow();
  }

  /** Ends the process like a service manager, and returns its exit code. */
  int end() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the server did not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
