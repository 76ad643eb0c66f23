package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.MintmarkBuilder;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.key.KeyGenerator;
import io.mintmark.rigs.ProcessClock;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A process that writes readable keys to a file while its clock is stepped: by libfaketime from
 * outside, or by the process itself. Keys are made one by one and in batches.
 */
final class KeyProcess implements AutoCloseable {

  /**
   * A format with a tiny capacity: a hundred keys per millisecond for each of a hundred workers.
   */
  static final String FORMAT = "K{time:yyMMddHHmmssSSS}{worker:2}{seq:2}";

  /** The length of a key with the end of its line. */
  static final int LINE_WIDTH = 21;

  private static final int WORKER_AT = 16;

  /**
   * More than the tolerance, so that after most steps back a generator takes another worker number.
   */
  static final int MAX_STEP_MS = 20_000;

  /** The time between two steps of a clock. */
  static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final Duration TOLERANCE = Duration.ofSeconds(1);
  private static final int MAX_ASKED = 100;
  private static final int MAX_BATCH = 500;
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final Process process;
  private final Path keys;
  private final Optional<ProcessClock> clock;

  private KeyProcess(Process process, Path keys, Optional<ProcessClock> clock) {
    this.process = process;
    this.keys = keys;
    this.clock = clock;
  }

  /** The counts that a process prints at its end. */
  record Summary(long refusals, long stepsBack, long workers) {}

  /**
   * Starts a process.
   *
   * @param url the store's URL
   * @param count how many keys to make
   * @param directory the directory for its files
   * @param seed the seed of its batches, and of the steps if it makes them itself; different for
   *     each process
   * @param outside whether {@link #step} steps its clock
   */
  static KeyProcess start(String url, long count, Path directory, long seed, boolean outside)
      throws IOException {
    Path keys = directory.resolve("keys-" + seed);
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("java.class.path"),
        KeyProcess.class.getName(),
        url,
        Long.toString(count),
        keys.toString(),
        Long.toString(seed),
        Boolean.toString(outside)));
    ProcessBuilder builder = new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .redirectOutput(directory.resolve("summary-" + seed).toFile());
    Optional<ProcessClock> clock = outside
        ? Optional.of(ProcessClock.of(builder, directory.resolve("offset-" + seed)))
        : Optional.empty();
    return new KeyProcess(builder.start(), keys, clock);
  }

  boolean isRunning() {
    return process.isAlive();
  }

  /** Steps its clock to the given offset from the real time. */
  void step(int offsetMs) {
    clock.orElseThrow().step(Duration.ofMillis(offsetMs));
  }

  /** Returns the file with its keys, one per line. */
  Path keys() {
    return keys;
  }

  /** Returns its summary. Fails if the process has failed. */
  Summary summary() throws IOException {
    String said = Files.readString(
        keys.resolveSibling(keys.getFileName().toString().replace("keys", "summary")));
    if (process.exitValue() != 0) {
      throw new AssertionError("a process failed: exit=" + process.exitValue() + ", " + said);
    }
    String[] words = said.strip().split(" ", 3);
    return new Summary(
        Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /**
   * Runs in the other process.
   *
   * @param arguments the arguments that {@link #start} passes
   * @throws IOException if the keys cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    long count = Long.parseLong(arguments[1]);
    Random random = new Random(Long.parseLong(arguments[3]));
    boolean outside = Boolean.parseBoolean(arguments[4]);
    InstantSource clock = outside ? InstantSource.system() : new SteppedClock(random);
    MintmarkBuilder builder = Mintmark.builder().store(arguments[0]);
    try (Mintmark mint = answered(
            (outside
                    ? builder
                    : Surroundings.SYSTEM.clocks(clock, ElapsedClock.system()).of(builder))::open);
        BufferedWriter out =
            Files.newBufferedWriter(Path.of(arguments[2]), StandardCharsets.US_ASCII)) {
      KeyGenerator keys = answered(() -> mint.keys(
          "stepped",
          k -> k.format(FORMAT)
              .window(Duration.ofSeconds(1))
              .maxSkew(Duration.ofDays(1))
              .clockTolerance(TOLERANCE)));
      System.out.println(draw(keys, count, random, clock, out));
    }
  }

  /** Retries calls, because the JDK's HTTP client mistakes a clock step ahead for a timeout. */
  private static <T> T answered(Supplier<T> question) {
    for (int asked = 1; ; asked++) {
      try {
        return question.get();
      } catch (StoreUnavailableException e) {
        if (asked == MAX_ASKED) {
          throw e;
        }
      }
    }
  }

  /** Makes keys until there are enough. Repeats refused calls later. */
  private static String draw(
      KeyGenerator keys, long count, Random random, InstantSource clock, BufferedWriter out)
      throws IOException {
    Set<String> workers = new HashSet<>();
    long refusals = 0;
    long stepsBack = 0;
    long lastMs = 0;
    for (long left = count; left > 0; ) {
      int batch = (int) Math.min(left, 1 + random.nextInt(MAX_BATCH));
      try {
        List<String> made = random.nextBoolean() ? keys.nextTextBatch(batch) : List.of(keys.next());
        for (String key : made) {
          out.write(key);
          out.write('\n');
        }
        left -= made.size();
        workers.add(made.get(0).substring(WORKER_AT, WORKER_AT + 2));
      } catch (ClockBehindException
          | NoIdleWorkerException
          | StoreUnavailableException
          | TickExhaustedException e) {
        refusals++;
        LockSupport.parkNanos(RETRY_NANOS);
      }
      long nowMs = clock.millis();
      stepsBack += nowMs < lastMs ? 1 : 0;
      lastMs = nowMs;
    }
    return refusals + " " + stepsBack + " " + workers.size();
  }

  /** A clock that steps itself by up to {@link #MAX_STEP_MS} from time to time. */
  private static final class SteppedClock implements InstantSource {

    private final Random random;
    private long steppedAtNanos = System.nanoTime();
    private long offsetMs;

    SteppedClock(Random random) {
      this.random = random;
    }

    @Override
    public synchronized Instant instant() {
      if (System.nanoTime() - steppedAtNanos > STEP_NANOS) {
        steppedAtNanos = System.nanoTime();
        offsetMs = random.nextInt(-MAX_STEP_MS, MAX_STEP_MS);
      }
      return Instant.now().plusMillis(offsetMs);
    }
  }
}
