package io.mintmark.simulation;

import java.util.List;

/**
 * Mistakes of the kinds that an attack on the product's first version found, and what came of
 * looking for more of them.
 *
 * <p>Others that it found no world can show, as they are of files and locks of an operating system,
 * of threads that a world has none of, of an engine's own settings, or of a server's connections.
 * These tests show them:
 *
 * <ul>
 *   <li>a lock that drops: {@code PlantedLockTest}, {@code FileStoreFaultsTest} (also a second name
 *       of a file, a directory that is removed, and a store that is read beside its owner);
 *   <li>a full disk, an fsync that fails, an interrupt that closes a file: {@code
 *       FileStoreFaultsTest}, {@code StateFileTest};
 *   <li>no thread for the clock, no memory: {@code StarvedProcessTest}, {@code PaceTest}, {@code
 *       FileStoreFaultsTest};
 *   <li>a backup restored while servers are down: {@code ClaimedEndsTest}, {@code
 *       RestoredStoreTest};
 *   <li>commits that are not durable behind a pool: {@code PgBouncerTest}, {@code
 *       PgBouncerFaultTest};
 *   <li>settings' lines claimed by others, and one call that takes too much: {@code
 *       CallersLinesTest}, {@code RespTest};
 *   <li>the server while its store is away, and the time to open: {@code StoreAwayTest}, {@code
 *       StartTogetherTest};
 *   <li>claims of many generators in few round trips, and one-shot processes on a slow store:
 *       {@code FirstIdTest}, {@code ScaleTest}, {@code DeadlinesTest};
 *   <li>an engine without a clock and a host whose clock is years ahead: {@code TimedClaimsTest},
 *       {@code SnowflakeFreshnessTest};
 *   <li>a layout whose time overflows: {@code SnowflakeLayoutTest}; a generator that somebody
 *       closes for all: {@code MintmarkTest}; the console's pages: {@code ConsoleTest};
 *   <li>strangers' connections, and the last answer: {@code StrangersTest}, {@code LastAnswerTest}.
 * </ul>
 *
 * <p>But for the lock, nobody plants these mistakes, so nothing shows that the tests would notice
 * them, except what PIT changes there. Three more were tried, and none of 300 worlds shows them: a
 * call that waits is served before those that came earlier ({@code NextAsyncTest} and {@code
 * LocalLineServesTest} fail of it), and what a call waited for is not used once its tick has passed
 * ({@code DeadlinesTest} and {@code SlowStoreTest} do), and calls that are refused claim all the
 * same ({@code LineMovesTest} does). In a world a call has to end in time, and some have to be
 * served. A clock that begins a tick uncompared is shown by two of twenty thousand worlds ({@code
 * TimedClaimsTest} fails of it).
 */
final class PlantedFindings {

  private static final String LINE = "core/src/main/java/io/mintmark/internal/line/";

  static final List<PlantedBug> ALL = List.of(
      new PlantedBug(
          "the runs of a batch are given in another order",
          "core/src/main/java/io/mintmark/internal/batch/WordArray.java",
          "count, words, at);",
          "count, words, words.length - at - count * wordsAnId);"),
      new PlantedBug(
              "what is left of a window is given back before its generator stops",
              LINE + "LocalLine.java",
              "  public void close() {\n",
              """
                public void close() {
                  if (source != null && range.end > 0) {
                    source.release(range.worker, owned.end(), range.position());
                  }
              """)
          .and(LINE + "RangeSource.java", "  default void afterClaim() {}\n", """
                default void afterClaim() {}
                default void release(long worker, long end, long next) {}
              """)
          .and(LINE + "WorkerLines.java", "  @Override\n  public boolean canHop() {", """
                @Override
                public void release(long worker, long end, long next) {
                  try {
                    boolean lowered = next < end && store.lower(lines.name(worker), end, next);
                  } catch (io.mintmark.error.MintmarkException e) {
                    return;
                  }
                }

                @Override
                public boolean canHop() {"""),
      new PlantedBug(
          "ids are made after a generator was closed",
          LINE + "LocalLine.java",
          "      closed = true;\n      drop();",
          "      closed = false;"),
      new PlantedBug(
          "no number is taken any more after a store has forgotten claims",
          LINE + "LossyWindows.java",
          "Duration.between(life.now(), life.began().plus(WAIT));",
          "Duration.between(life.now(), life.began().plus(WAIT))"
              + ".plusDays(life.id().equals(\"life-0\") ? 0 : 1);"),
      new PlantedBug(
          "the last worker number is never taken",
          LINE + "WorkerLines.java",
          "    long workers = windows.workersEnd() - windows.workersFrom();\n    long probed",
          "    long workers = Math.max(1, windows.workersEnd() - windows.workersFrom() - 1);\n"
              + "    long probed"),
      new PlantedBug(
          "keys wait in autumn until the hour that comes twice is over",
          LINE + "TimedClaims.java",
          "return rules.timeMs(position) - Math.max(wallMs, highest.millis());",
          "return rules.timeMs(position) - wallMs;"),
      new PlantedBug(
          "a generator that was idle for a second has to confirm its clock",
          LINE + "ClockAheadRules.java",
          "Duration.ofDays(1).toMillis()",
          "Duration.ofSeconds(1).toMillis()"),
      new PlantedBug(
              "calls that are refused claim all the same, and nobody gets that",
              LINE + "LocalLine.java",
              "    refuseTooLate(waiter);\n    waiters",
              "    waiters")
          .and(
              LINE + "LocalLine.java",
              "if (count > 0 && comesInTime(waiter, start)) {",
              "if (count > 0) {"),
      new PlantedBug(
          "each worker number that is taken lets ids run further ahead of the clock",
          LINE + "LocalLine.java",
          "time.rules().tickOf(next.position()) > floor()",
          "next.position() > 0"),
      new PlantedBug(
          "a line is said to be used up before it is",
          LINE + "NumberClaims.java",
          "if (next > end - count) {",
          "if (next > end - count - 100) {"),
      new PlantedBug(
          "a claim in which memory runs out is waited for",
          LINE + "Refill.java",
          "      } catch (Throwable e) {\n        error = e;\n      }",
          "      } catch (RuntimeException e) {\n        error = e;\n"
              + "      } catch (OutOfMemoryError e) {\n        return;\n      }"),
      new PlantedBug(
          "a caller that gives the lane back does not wake the writer",
          "stores/engine/src/main/java/io/mintmark/store/engine/GroupCommit.java",
          "    lane = FREE;\n    if (writerWaits) {",
          "    lane = FREE;\n    if (closing) {"));

  private PlantedFindings() {}
}
