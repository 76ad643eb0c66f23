package io.mintmark.store.file;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.rigs.ChildJvm;
import io.mintmark.rigs.HeapHog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A separate JVM that opens a store and executes the test's commands, line by line. */
final class CommandedStoreProcess {

  private static final String LINE = "seq/a";
  private static final int THREADS = 64;
  private static final int CLAIMS_AFTER = 20;
  private static final int GOES_ON_WITHIN_SECONDS = 30;

  private CommandedStoreProcess() {}

  static String ask(ChildJvm child, String what) {
    child.tell(what);
    return child.hear();
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    try (FileStore store = FileStore.open(Path.of(arguments[0]))) {
      System.out.println("open");
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        System.out.println(answer(store, line));
      }
    } catch (StoreUnavailableException e) {
      System.out.println(e.getMessage());
    }
  }

  private static String answer(FileStore store, String what) throws InterruptedException {
    try {
      return switch (what) {
        case "claim" -> Long.toString(store.claim(LINE, 0, 1));
        case "next" -> Long.toString(store.position(LINE));
        default -> useUpMemory(store);
      };
    } catch (StoreUnavailableException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Makes many threads claim while memory is exhausted, and again afterwards. */
  private static String useUpMemory(FileStore store) throws InterruptedException {
    Set<Long> drawn = ConcurrentHashMap.newKeySet();
    AtomicInteger twice = new AtomicInteger();
    AtomicInteger wentOn = new AtomicInteger();
    CountDownLatch memoryIsBack = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Thread thread = new Thread(() -> {
        while (memoryIsBack.getCount() > 0) {
          draw(store, drawn, twice);
        }
        // Calls in progress when memory is available again may still fail with the earlier error.
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(GOES_ON_WITHIN_SECONDS);
        int after = 0;
        while (after < CLAIMS_AFTER && System.nanoTime() < deadline) {
          after += draw(store, drawn, twice) ? 1 : 0;
        }
        wentOn.addAndGet(after / CLAIMS_AFTER);
      });
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    HeapHog.useUp(Duration.ofSeconds(2));
    memoryIsBack.countDown();
    for (Thread thread : threads) {
      thread.join(TimeUnit.SECONDS.toMillis(2 * GOES_ON_WITHIN_SECONDS));
    }
    return "went on: " + wentOn + ", twice: " + twice;
  }

  @SuppressWarnings("CatchingUnchecked")
  private static boolean draw(FileStore store, Set<Long> drawn, AtomicInteger twice) {
    try {
      if (!drawn.add(store.claim(LINE, 0, 1))) {
        twice.incrementAndGet();
      }
      return true;
    } catch (Throwable e) {
      return false; // Out of memory, in this thread or in the store.
    }
  }
}
