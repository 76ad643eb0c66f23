package io.mintmark.rigs;

import io.mintmark.Mintmark;
import io.mintmark.error.ClosedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.LineStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A separate JVM with {@value #THREADS} threads that claim on a store until the process is ended.
 * Each thread claims in turn on a line (a named counter) that all threads share, with and without a
 * lowest position, and on a line of its own. The results, ranges and refusals, are returned to the
 * one thread that uses this object.
 */
public final class ClaimingProcess implements AutoCloseable {

  /** How many threads claim. */
  public static final int THREADS = 4;

  /**
   * The pause between two rounds of a thread. In the short runs of each build, it is long enough to
   * leave the processors to other tests.
   */
  private static final int PAUSE_MICROS = LongRun.size(3_000, 500);

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final ChildJvm child;

  /** The claimed ranges of each line. */
  private final Map<String, List<LongRange>> claimed = new HashMap<>();

  private long answers;
  private long refusals;
  private String lastRefusal = "none";

  private ClaimingProcess(ChildJvm child) {
    this.child = child;
  }

  /**
   * Starts a process.
   *
   * @param url the store's URL
   * @param timeout the deadline of each claim
   * @param prefix the prefix of its lines' names; processes with the same prefix share a line
   * @return the running process, which the caller closes
   */
  public static ClaimingProcess start(String url, Duration timeout, String prefix) {
    String timeoutMs = Long.toString(timeout.toMillis());
    String pauseMicros = Integer.toString(PAUSE_MICROS);
    return new ClaimingProcess(
        ChildJvm.of(ClaimingProcess.class, url, timeoutMs, prefix, pauseMicros).start());
  }

  /**
   * Counts the claims that were answered.
   *
   * @return how many so far
   */
  public long answers() {
    child.heard().forEach(this::take);
    return answers;
  }

  /**
   * Counts the claims that were refused because the store did not answer.
   *
   * @return how many so far
   */
  public long refusals() {
    child.heard().forEach(this::take);
    return refusals;
  }

  /**
   * Waits until the given number of claims was answered.
   *
   * @param count how many, from the start on
   * @param bound how long to wait
   * @throws AssertionError if fewer were answered; the message has the last refusal
   */
  public void awaitAnswers(long count, Duration bound) {
    long deadline = System.nanoTime() + bound.toNanos();
    while (answers() < count) {
      if (System.nanoTime() > deadline || !child.isAlive()) {
        throw new AssertionError(Message.of(
            "too few claims were answered: answers={}, wanted={}, bound={}, alive={}, refusal={}",
            answers,
            count,
            bound,
            child.isAlive(),
            lastRefusal));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /**
   * Ends the process and returns all its claimed ranges.
   *
   * @return the ranges, by line
   */
  public Map<String, List<LongRange>> end() {
    close();
    child.hearToTheEnd().forEach(this::take);
    return Map.copyOf(claimed);
  }

  @Override
  public void close() {
    child.close();
  }

  /**
   * Reads a line of the process's output. A complete line ends with a mark, because the end of the
   * process may cut the last line.
   */
  private void take(String said) {
    if (said.startsWith("refused ")) {
      refusals++;
      lastRefusal = said;
    } else if (said.endsWith(";")) {
      String[] words = said.substring(0, said.length() - 1).split(" ", 3);
      answers++;
      claimed
          .computeIfAbsent(words[0], line -> new ArrayList<>())
          .add(new LongRange(Long.parseLong(words[1]), Long.parseLong(words[2])));
    }
  }

  /**
   * Runs in the other JVM.
   *
   * @param arguments the store's URL, the deadline in milliseconds, the prefix, the microseconds
   *     between two rounds
   * @throws IOException if the standard input cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    Duration timeout = Duration.ofMillis(Long.parseLong(arguments[1]));
    Mintmark mint = Mintmark.builder().store(arguments[0]).claimTimeout(timeout).open();
    long pauseNanos = TimeUnit.MICROSECONDS.toNanos(Long.parseLong(arguments[3]));
    for (int i = 0; i < THREADS; i++) {
      String own = arguments[2] + "own/" + ProcessHandle.current().pid() + "/" + i;
      Thread thread = new Thread(() ->
          claimForever(MintmarkAccess.storeOf(mint), arguments[2] + "shared", own, pauseNanos));
      thread.setDaemon(true);
      thread.start();
    }
    // Ends with the process that started this one. That process never writes to the standard input.
    System.exit(System.in.read() < 0 ? 0 : 1);
  }

  private static void claimForever(LineStore store, String shared, String own, long pauseNanos) {
    for (long i = 0; ; i++) {
      try {
        say(shared, store.claim(shared, 0, 3), 3);
        say(shared, store.claim(shared, i, 2), 2);
        say(own, store.claim(own, 0, 1), 1);
      } catch (StoreUnavailableException e) {
        System.out.println("refused " + e.getMessage());
      } catch (ClosedException e) {
        return;
      }
      LockSupport.parkNanos(pauseNanos);
    }
  }

  private static void say(String line, long start, long count) {
    System.out.println(line + " " + start + " " + (start + count) + ";");
  }
}
