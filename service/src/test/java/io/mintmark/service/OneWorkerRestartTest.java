package io.mintmark.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.key.KeyRequest;
import io.mintmark.store.MemoryStore;
import io.mintmark.testkit.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With a single worker number, a restart waits until the previous process's window has passed. */
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

  private Mintmark open(Duration claimTimeout) {
    return Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
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
    return Long.parseLong(service.next("users", 1, KeyRequest.PLAIN).get(0));
  }

  /** Makes ids, and ends cleanly. Returns the last id. */
  private long runOnce(String settings, int calls, Duration pause) throws IOException {
    long last = 0;
    try (Mintmark mint = open(Duration.ofSeconds(5))) {
      IdService service = serve(mint, settings);
      for (int i = 0; i < calls; i++) {
        last = next(service);
        time.advance(pause);
      }
    }
    return last;
  }

  private static Optional<String> reason(IdService service) {
    service.checkStore();
    return service.readiness().problem().map(Problem::detail);
  }

  /** The previous process ends at a different point of its window in each run. */
  @ParameterizedTest
  @CsvSource({"'0..0', 10000", "'7..7, window: 1s', 1000"})
  void restart_afterACleanStop_waitsAtMostAWindow(String settings, long windowMs)
      throws IOException {
    for (int calls = 1; calls <= 40; calls++) {
      long last = runOnce(settings, calls, Duration.ofMillis(windowMs / 16));
      try (Mintmark mint = open(Duration.ofMillis(1))) {
        IdService service = serve(mint, settings);

        Matcher stated = NEXT_IDLE.matcher(reason(service).orElseThrow());
        assertThat(stated.find()).isTrue();
        long waitMs = Long.parseLong(stated.group(1));
        assertThat(waitMs).isBetween(1L, windowMs);
        assertThatThrownBy(() -> next(service))
            .isInstanceOf(NoIdleWorkerException.class)
            .hasMessageContaining("nextIdleInMs=" + waitMs + ",");

        time.advance(Duration.ofMillis(waitMs - 1));
        assertThat(reason(service)).get().asString().contains("nextIdleInMs=1,");
        time.advance(Duration.ofMillis(1));
        assertThat(reason(service)).isEmpty();
        assertThat(next(service)).isGreaterThan(last);
      }
      time.advance(Duration.ofMillis(windowMs));
    }
  }

  @Test
  void restart_callThatMayWaitForTheWindow_getsAnId() throws IOException {
    long last = runOnce("0..0, window: 1s", 1, Duration.ofMillis(1));
    try (Mintmark mint = open(Duration.ofSeconds(5))) {
      assertThat(next(serve(mint, "0..0, window: 1s"))).isGreaterThan(last);
    }
  }

  @Test
  void restart_twoWorkerNumbers_doesNotWait() throws IOException {
    long last = runOnce("0..1", 1, Duration.ofMillis(1));
    try (Mintmark mint = open(Duration.ofMillis(1))) {
      IdService service = serve(mint, "0..1");

      assertThat(reason(service)).isEmpty();
      assertThat(next(service)).isNotEqualTo(last);
    }
  }
}
