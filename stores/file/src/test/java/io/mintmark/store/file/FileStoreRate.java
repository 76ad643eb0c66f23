package io.mintmark.store.file;

import io.mintmark.testkit.Race;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Prints how many durable claims of one position the store answers in a second; run by hand. The
 * one argument is the directory whose disk is measured.
 */
final class FileStoreRate {

  private static final int WARM_UP_SECONDS = 3;
  private static final int SECONDS = 5;

  private FileStoreRate() {}

  public static void main(String[] arguments) throws IOException {
    Path parent = Path.of(arguments[0]);
    for (int[] threadsAndLines : List.of(new int[] {1, 1}, new int[] {64, 1}, new int[] {64, 64})) {
      int threads = threadsAndLines[0];
      int lines = threadsAndLines[1];
      try (FileStore store = FileStore.open(Files.createTempDirectory(parent, "rate"))) {
        measure(store, threads, lines, WARM_UP_SECONDS);
        long claims = measure(store, threads, lines, SECONDS);
        System.out.printf(
            "threads=%d lines=%d claimsPerSecond=%,d%n", threads, lines, claims / SECONDS);
      }
    }
  }

  private static long measure(FileStore store, int threads, int lines, int seconds) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    return Race.run(threads, index -> {
          String line = "rate/" + index % lines;
          long claims = 0;
          while (System.nanoTime() < deadline) {
            store.claim(line, 0, 1);
            claims++;
          }
          return claims;
        })
        .stream()
        .mapToLong(Long::longValue)
        .sum();
  }
}
