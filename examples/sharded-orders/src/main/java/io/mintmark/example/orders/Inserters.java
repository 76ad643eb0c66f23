package io.mintmark.example.orders;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** Starts processes that insert at the same time, and collects their output. */
final class Inserters implements AutoCloseable {

  private static final long MAX_MINUTES = 10;

  private record Running(Process process, Path output) {}

  private final List<Running> all = new ArrayList<>();

  /** Starts a process. It must insert users that no other process inserts. */
  void start(Properties placeholders, int firstUser, int users) throws IOException {
    Path output = Files.createTempFile("mintmark-orders-", ".txt");
    Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1", // The process ends before C2 would help.
            "-cp",
            System.getProperty("java.class.path"),
            Inserter.class.getName(),
            Integer.toString(firstUser),
            Integer.toString(users))
        .redirectOutput(output.toFile())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    all.add(new Running(process, output));
    try (OutputStream settings = process.getOutputStream()) {
      placeholders.store(settings, null);
    }
  }

  /** Waits for all processes, and returns the keys of the orders that they inserted. */
  List<String> orders() throws IOException, InterruptedException {
    List<String> orders = new ArrayList<>();
    for (Running one : all) {
      if (!one.process().waitFor(MAX_MINUTES, TimeUnit.MINUTES)) {
        throw new IllegalStateException("a process inserts for " + MAX_MINUTES
            + " minutes at most: pid=" + one.process().pid());
      }
      if (one.process().exitValue() != 0) {
        throw new IllegalStateException("a process that inserts failed, as shown above: pid="
            + one.process().pid() + ", exit=" + one.process().exitValue());
      }
      orders.addAll(Files.readAllLines(one.output()));
    }
    return orders;
  }

  /** Kills the processes that are still running. */
  @Override
  public void close() throws IOException {
    for (Running one : all) {
      one.process().destroyForcibly();
      Files.deleteIfExists(one.output());
    }
  }
}
