package io.mintmark.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM that runs a class of these tests; killed when the test is done with it. */
final class ChildProcess implements AutoCloseable {

  private static final long MAX_SECONDS = 60;

  /** Little, so that one which keeps what its clients send does not live long. */
  private static final int MAX_HEAP_MB = 64;

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

  /** Asks it to end, as {@code kill} does. */
  void askToEnd() {
    process.destroy();
  }

  /** Asks it to end and answers what it exits with. */
  int terminate() throws InterruptedException {
    askToEnd();
    return exitValue();
  }

  /** Ends it as {@code kill -9} does. */
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
