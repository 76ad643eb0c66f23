package io.mintmark.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two settings that one worker pool accepts never produce equal ids. This test makes all ids of
 * tiny layouts and compares them.
 */
@Tag("long")
class SharedScopeTest {

  private static final long SEED = new SplittableRandom().nextLong();
  private static final int PAIRS = 100;

  /** Few random pairs of settings are accepted. If none was, more pairs are tried. */
  private static final int MOST_PAIRS = 20 * PAIRS;

  private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

  /** The worker and the position of an id. */
  private record Source(long worker, long position) {}

  private final SplittableRandom random = new SplittableRandom(SEED);

  @Test
  void snowflakes_acceptedInOneScope_neverGiveAnEqualId() {
    int accepted = 0;
    for (int i = 0; i < PAIRS || (accepted == 0 && i < MOST_PAIRS); i++) {
      SnowflakeLayout one = layout();
      SnowflakeLayout other = layout();
      if (isAccepted(one, other)) {
        accepted += one.equals(other) ? 0 : 1;
        assertThat(equalIds(ids(one), ids(other)))
            .as("seed=%d, %s, %s", SEED, one, other)
            .isEmpty();
      }
    }
    assertThat(accepted).as("pairs of two settings, seed=%d", SEED).isPositive();
  }

  private SnowflakeLayout layout() {
    return new SnowflakeLayout(
        40 + random.nextInt(2),
        random.nextInt(3),
        random.nextInt(3),
        1,
        EPOCH,
        random.nextBoolean());
  }

  private static boolean isAccepted(SnowflakeLayout one, SnowflakeLayout other) {
    try (Mintmark mint = Mintmark.open("memory:")) {
      mint.snowflake("a", s -> s.layout(one).workerPool("s"));
      mint.snowflake("b", s -> s.layout(other).workerPool("s"));
      return true;
    } catch (SettingsMismatchException e) {
      return false;
    }
  }

  private static Map<String, Source> ids(SnowflakeLayout layout) {
    Map<String, Source> ids = new HashMap<>();
    for (long tick = 0; tick < 8; tick++) {
      for (long worker = 0; worker < layout.workers(); worker++) {
        for (long number = 0; number < layout.capacity(); number++) {
          ids.put(
              Long.toString(layout.encode(tick, worker, number)),
              new Source(worker, tick * layout.capacity() + number));
        }
      }
    }
    return ids;
  }

  @Test
  void keys_acceptedInOneScope_neverAreEqual() {
    int accepted = 0;
    for (int i = 0; i < PAIRS || (accepted == 0 && i < MOST_PAIRS); i++) {
      Optional<KeyFormat> one = format();
      Optional<KeyFormat> other = format();
      if (one.isPresent() && other.isPresent() && isAccepted(one.get(), other.get())) {
        accepted += one.get().equals(other.get()) ? 0 : 1;
        assertThat(equalIds(keys(one.get()), keys(other.get())))
            .as("seed=%d, %s, %s", SEED, one, other)
            .isEmpty();
      }
    }
    assertThat(accepted).as("pairs of two formats, seed=%d", SEED).isPositive();
  }

  /** The literal text of the format also contains digits, so that keys can be equal. */
  private Optional<KeyFormat> format() {
    List<String> fields = new ArrayList<>(List.of("{time:yy}", "{worker:1}", "{seq:1}"));
    for (String more : List.of("2", "6", "{var:v:1}", "{check:luhn}")) {
      if (random.nextInt(3) == 0) {
        fields.add(more);
      }
    }
    StringBuilder text = new StringBuilder();
    while (!fields.isEmpty()) {
      text.append(fields.remove(random.nextInt(fields.size())));
    }
    try {
      return Optional.of(KeyFormat.parse(text.toString()));
    } catch (ConfigurationException e) {
      return Optional.empty();
    }
  }

  private static boolean isAccepted(KeyFormat one, KeyFormat other) {
    try (Mintmark mint = Mintmark.open("memory:")) {
      mint.keys("a", k -> k.format(one.toString()).zone("UTC").workerPool("s"));
      mint.keys("b", k -> k.format(other.toString()).zone("UTC").workerPool("s"));
      return true;
    } catch (SettingsMismatchException e) {
      return false;
    }
  }

  private static Map<String, Source> keys(KeyFormat format) {
    KeyWriter writer = new KeyWriter(format, 0, 1, () -> 0, Optional.empty());
    Map<String, Source> keys = new HashMap<>();
    List<String> values =
        !format.toString().contains("{var:") ? List.of("") : List.of("0", "2", "6", "7");
    for (long year = 56; year < 58; year++) {
      for (long worker = 0; worker < 10; worker++) {
        for (long number = 0; number < 10; number++) {
          long position = year * format.capacity() + number;
          for (String value : values) {
            keys.put(
                writer.write(worker, position, 0, Map.of("v", value)),
                new Source(worker, position));
          }
        }
      }
    }
    return keys;
  }

  /**
   * Returns ids that two different sources produce, so that two generators would both make them.
   */
  private static List<String> equalIds(Map<String, Source> one, Map<String, Source> other) {
    List<String> equal = new ArrayList<>();
    one.forEach((id, source) -> {
      Source there = other.get(id);
      if (there != null && !there.equals(source)) {
        equal.add(id);
      }
    });
    return equal;
  }
}
