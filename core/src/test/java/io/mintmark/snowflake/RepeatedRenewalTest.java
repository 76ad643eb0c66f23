package io.mintmark.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.MintmarkException;
import io.mintmark.testkit.FaultyStore.Fault;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The network delivers a renewal twice, and no other worker number exists. */
class RepeatedRenewalTest extends TinySnowflakes {

  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final Duration STEP = Duration.ofMillis(100);

  /** A refused call waits until its deadline. */
  private static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(2);

  @ParameterizedTest
  @CsvSource({"REPEAT, false", "RETRY, false", "REPEAT, true", "RETRY, true"})
  void next_renewalDeliveredTwice_recoversWithinTwoWindows(Fault twice, boolean canForget) {
    store.setCanLoseAcknowledgedWrites(canForget);
    SnowflakeGenerator generator = generator(s -> s.workers(0, 0).window(WINDOW));
    make(generator);
    store.script(twice);

    int refused = 0;
    for (int i = 0; i < 1_000; i++) {
      time.advance(STEP);
      try {
        make(generator);
      } catch (MintmarkException e) {
        refused++;
      }
    }

    assertThat(CLAIM_TIMEOUT.multipliedBy(refused)).isLessThan(WINDOW.multipliedBy(2));
  }
}
