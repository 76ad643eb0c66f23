package io.mintmark.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storm.Storm.Outcome;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A short storm in each environment, with the faults that every storm has and a few others. Each
 * group is a class, so that a part of the long tests can be run.
 */
@Tag("fault")
@Tag("long")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class StormTest {

  private static final int SECONDS = 10;
  private static final long SEED = Long.getLong("mintmark.storm.seed", 20260101);

  @ParameterizedTest
  @MethodSource("environments")
  void run_faultsOneAfterAnother_findsNoError(String environment) throws Exception {
    Outcome outcome = new Main(System.out).run(SECONDS, environment, Set.of(), SEED);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.ids()).isPositive();
    if (!environment.equals("forgetting-redis")) {
      assertThat(outcome.faults()).containsEntry(Storm.RESTORED, 1);
    }
  }
}
