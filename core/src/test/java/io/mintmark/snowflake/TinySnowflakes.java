package io.mintmark.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;

/**
 * Snowflakes of a layout with four numbers per tick and a manual clock, so that tests reach the
 * bounds of every rule.
 */
abstract class TinySnowflakes {

  static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
  static final SnowflakeLayout TINY = SnowflakeLayout.parse("41/4/2");

  final ManualTime time = new ManualTime(START);
  final FaultyStore store = new FaultyStore(() -> new MemoryStore(time.wall()));
  private final Set<Long> seen = new HashSet<>();
  Mintmark mint = mint();

  Mintmark mint() {
    return Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .background(Runnable::run)
        .seed(7)
        .of(Mintmark.builder())
        .store(store)
        .claimTimeout(Duration.ofSeconds(2))
        .open();
  }

  @AfterEach
  void close() {
    mint.close();
  }

  SnowflakeGenerator generator(Consumer<SnowflakeBuilder> settings) {
    return mint.snowflake("g", s -> {
      s.layout(TINY);
      settings.accept(s);
    });
  }

  /** Makes an id, and checks that this test has not made it before. */
  SnowflakeId make(SnowflakeGenerator generator) {
    long id = generator.next();
    assertThat(seen.add(id)).as("id %s is new", id).isTrue();
    return TINY.decode(id);
  }

  void makeMany(SnowflakeGenerator generator, int count) {
    for (int i = 0; i < count; i++) {
      make(generator);
    }
  }
}
