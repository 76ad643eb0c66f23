package io.mintmark.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.store.Line;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests the health of generators that an application calls directly, when their next id would fail.
 */
class GeneratorHealthTest {

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime(Instant.parse("2026-11-22T08:00:00Z"));
  private final Map<String, String> settings = new TreeMap<>();

  private Mintmark mint;

  @BeforeEach
  void open() {
    mint = Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .background(Runnable::run)
        .of(Mintmark.builder())
        .store(store)
        .open();
  }

  @AfterEach
  void close() {
    mint.close();
    store.close();
  }

  private GeneratorHealth health() {
    Config config = Config.of(settings, key -> key);
    Map<String, ?> unused = config.open(mint);
    return new GeneratorHealth(mint, config);
  }

  @Test
  void problem_sequenceExhausted_isReported() {
    settings.put("generators.tail.type", "sequence");
    settings.put("generators.tail.strict", "true");
    settings.put("generators.tail.maximum", "1");
    GeneratorHealth health = health();
    health.check(Set.of());
    assertThat(health.problem()).isEmpty();

    Sequence tail = mint.sequence("tail");
    assertThat(tail.next()).isEqualTo(1);
    health.check(Set.of());

    assertThat(health.problem()).containsInstanceOf(ExhaustedException.class);
  }

  /** The generator still has claimed positions, and no claim fails. */
  @Test
  void problem_clockSteppedBack_isReportedUntilItCatchesUp() {
    settings.put("generators.users.type", "snowflake");
    settings.put("generators.users.on-clock-behind", "refuse");
    settings.put("generators.users.clock-tolerance", "1ms");
    GeneratorHealth health = health();
    SnowflakeGenerator users = mint.snowflake("users");
    long first = users.next();
    time.stepWall(Duration.ofMinutes(-1));

    health.check(Set.of("users"));
    assertThat(health.problem()).containsInstanceOf(ClockBehindException.class);

    time.stepWall(Duration.ofMinutes(1));
    health.check(Set.of());
    assertThat(health.problem()).isEmpty();
    assertThat(users.next()).isGreaterThan(first);
  }

  /** Another process made the first id of the name after this process had opened it. */
  @Test
  void problem_nameBoundToOtherSettings_isReported() {
    settings.put("generators.tail.type", "sequence");
    GeneratorHealth health = health();
    try (Mintmark other = Mintmark.open(store)) {
      assertThat(other.sequence("tail", s -> s.start(5)).next()).isEqualTo(5);
    }

    health.check(Set.of("tail"));

    assertThat(health.problem()).get().asString().contains("used with other settings before");
  }

  @Test
  void check_idleGenerators_claimsNothing() {
    settings.put("generators.users.type", "snowflake");
    settings.put("generators.tail.type", "sequence");
    GeneratorHealth health = health();
    List<Line> before = store.lines("");

    health.check(Set.of());

    assertThat(health.problem()).isEmpty();
    assertThat(store.lines("")).isEqualTo(before);
  }
}
