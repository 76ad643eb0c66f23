package io.mintmark.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM that runs a class of these tests. It is killed when it is closed. */
final class ChildProcess implements AutoCloseable {

  private static final long MAX_SECONDS = 60;

  /** Small, so that a server that keeps the data of its clients soon fails. */
  private static final int MAX_HEAP_MB = 128;

  private final Process process;
  private final BufferedReader out;

  ChildProcess(Class<?> main, Object... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(
        ProcessHandle.current().info().command().orElseThrow(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx" + MAX_HEAP_MB + "m",
        "-XX:+ExitOnOutOfMemoryError",
        "-cp",
        System.getProperty("java.class.path"),
        main.getName()));
    Arrays.stream(arguments).map(Object::toString).forEach(command::add);
    process = new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    out = process.inputReader();
  }

  String readLine() throws IOException {
    String line = out.readLine();
    if (line == null) {
      throw new IOException("the child has ended without saying what was expected");
    }
    return line;
  }

  List<String> readAll() {
    return out.lines().toList();
  }

  long pid() {
    return process.pid();
  }

  /** Sends SIGTERM, like {@code kill}. */
  void askToEnd() {
    process.destroy();
  }

  /** Sends SIGTERM and returns the exit code. */
  int terminate() throws InterruptedException {
    askToEnd();
    return exitValue();
  }

  /** Kills the process, like {@code kill -9}. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    exitValue();
  }

  int exitValue() throws InterruptedException {
    if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the child does not end: seconds=" + MAX_SECONDS);
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
