package io.mintmark.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.key.KeyRequest;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.testkit.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that a restart with a single worker number waits until the window of the previous process
 * has ended.
 */
class OneWorkerRestartTest {

  private static final Pattern NEXT_IDLE = Pattern.compile("nextIdleInMs=(\\d+)");

  private final ManualTime time = new ManualTime(Instant.parse("2026-11-22T08:00:00Z"));
  private final MemoryStore store = new MemoryStore(time.wall());

  @TempDir
  private Path directory;

  @AfterEach
  void close() {
    store.close();
  }

  private Mintmark open(ElapsedClock elapsed, Duration claimTimeout) {
    return Surroundings.SYSTEM
        .clocks(time.wall(), elapsed)
        .background(Runnable::run)
        .of(Mintmark.builder())
        .store(store)
        .claimTimeout(claimTimeout)
        .open();
  }

  private IdService serve(Mintmark mint, String settings) throws IOException {
    String yaml = "generators:\n  users: {type: snowflake, workers: " + settings + "}\n";
    return new IdService(mint, Config.load(Files.writeString(directory.resolve("m.yaml"), yaml)));
  }

  private static long next(IdService service) {
    return Long.parseLong(Drawn.next(service, "users", 1, KeyRequest.PLAIN).get(0));
  }

  /** Makes ids and closes the Mintmark. Returns the last id. */
  private long runOnce(String settings, int calls, Duration pause) throws IOException {
    long last = 0;
    try (Mintmark mint = open(time.elapsed(), Duration.ofSeconds(5))) {
      IdService service = serve(mint, settings);
      for (int i = 0; i < calls; i++) {
        last = next(service);
        time.advance(pause);
      }
    }
    return last;
  }

  /**
   * Makes a call that is refused. Returns the stated time until the worker number is idle, which
   * readiness states too.
   */
  private static long refusedForMs(IdService service) {
    NoIdleWorkerException refused =
        catchThrowableOfType(NoIdleWorkerException.class, () -> next(service));
    Matcher stated = NEXT_IDLE.matcher(refused.getMessage());
    assertThat(stated.find()).isTrue();
    assertThat(service.readiness().problem()).get().satisfies(problem -> {
      assertThat(problem.kind()).isEqualTo(Problem.Kind.NO_IDLE_WORKER);
      assertThat(problem.detail()).contains(stated.group());
    });
    return Long.parseLong(stated.group(1));
  }

  /** In each run, the previous process ends at a different point of its window. */
  @ParameterizedTest
  @CsvSource({"'0..0', 10000", "'7..7, window: 1s', 1000"})
  void restart_afterACleanStop_waitsAtMostAWindow(String settings, long windowMs)
      throws IOException {
    for (int calls : new int[] {1, 6, 9, 13}) {
      long last = runOnce(settings, calls, Duration.ofMillis(windowMs / 16));
      long waitMs;
      // The wall clock does not move, so the call is refused after its timeout.
      try (Mintmark mint = open(ElapsedClock.system(), Duration.ofMillis(200))) {
        waitMs = refusedForMs(serve(mint, settings));
      }

      assertThat(waitMs).isBetween(1L, windowMs);
      time.advance(Duration.ofMillis(waitMs));
      assertThat(runOnce(settings, 1, Duration.ofMillis(1))).isGreaterThan(last);
      time.advance(Duration.ofMillis(windowMs));
    }
  }

  @Test
  void restart_timeoutLongerThanTheWindow_returnsAnId() throws IOException {
    long last = runOnce("0..0, window: 1s", 1, Duration.ofMillis(1));
    try (Mintmark mint = open(time.elapsed(), Duration.ofSeconds(5))) {
      SnowflakeGenerator users =
          mint.snowflake("users", s -> s.workers(0, 0).window(Duration.ofSeconds(1)));

      assertThat(users.next()).isGreaterThan(last);
    }
  }

  @Test
  void restart_twoWorkerNumbers_doesNotWait() throws IOException {
    long last = runOnce("0..1", 1, Duration.ofMillis(1));
    try (Mintmark mint = open(ElapsedClock.system(), Duration.ofMillis(200))) {
      assertThat(next(serve(mint, "0..1"))).isNotEqualTo(last);
    }
  }
}
