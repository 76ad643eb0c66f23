package io.mintmark.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.rigs.CapturedLog;
import io.mintmark.rigs.EngineProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first ids on a server that Mintmark has not used before, with all defaults. */
@Tag("long")
class RedisFirstUseTest {

  /** The time until numbers can be taken, plus the delays of a slow machine. */
  private static final Duration MOST = Duration.ofSeconds(90);

  @TempDir
  static Path directory;

  private static EngineProcess engine;

  @BeforeAll
  static void start() {
    engine = RedisServers.start(directory);
  }

  @AfterAll
  static void end() {
    if (engine != null) {
      engine.close();
    }
  }

  @Test
  void next_serverNeverUsed_waitsAndReturnsAnId() {
    long began = System.nanoTime();
    try (CapturedLog log = new CapturedLog("io.mintmark.store");
        Mintmark mint = Mintmark.open("redis://127.0.0.1:" + engine.port());
        Mintmark other = Mintmark.open("redis://127.0.0.1:" + engine.port())) {
      CompletableFuture<long[]> later = other.snowflake("users").nextBatchAsync(2);

      assertThat(mint.snowflake("users").next()).isPositive();
      assertThat(later.join()).hasSize(2).doesNotHaveDuplicates();
      assertThat(log.messages())
          .filteredOn(each -> each.startsWith("the store may have forgotten claims, because"))
          .as("one for each Mintmark")
          .hasSize(2)
          .allSatisfy(each -> assertThat(each)
              .contains("or is new to Mintmark: agoMs=", "lines=worker/users/")
              .contains("worker numbers can be taken in 1")
              .contains("new=true in its URL (declareNew() in Java) avoids the wait"));
    }
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isBetween(Duration.ofSeconds(10), MOST);
  }
}
