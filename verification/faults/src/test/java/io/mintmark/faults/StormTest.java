package io.mintmark.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.testkit.LongRun;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Some seconds on the embedded store; the profile {@code long} has minutes, and all sites. */
@Tag("fault")
@Tag("sized")
class StormTest {

  private static final int SECONDS = LongRun.size(5, 240);
  private static final List<String> SITES =
      List.of("embedded", "postgresql", "redis", "forgetting-redis");
  private static final long SEED = Long.getLong("mintmark.storm.seed", 20260101);

  static List<String> sites() {
    return SITES.subList(0, LongRun.size(1, SITES.size()));
  }

  @ParameterizedTest
  @MethodSource("sites")
  void rage_oneFaultAfterAnother_noDuplicateNoHangNoFalseHealth(String site) throws Exception {
    Optional<String> missing = Main.missing(site);
    assumeTrue(missing.isEmpty(), () -> "needs " + missing.orElseThrow());
    assertThat(Main.rage(SECONDS / sites().size(), List.of(site), SEED, System.out))
        .isEmpty();
  }
}
