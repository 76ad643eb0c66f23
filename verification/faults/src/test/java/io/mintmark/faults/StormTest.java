package io.mintmark.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The profile {@code long} has more time and all sites. */
@Tag("fault")
class StormTest {

  private static final long SEED = Long.getLong("mintmark.storm.seed", 20260101);

  static Stream<String> sites() {
    return Stream.of(System.getProperty("mintmark.storm.sites", "embedded").split(",", -1));
  }

  @ParameterizedTest
  @MethodSource("sites")
  void rage_oneFaultAfterAnother_noDuplicateNoHangNoFalseHealth(String site) throws Exception {
    Optional<String> missing = Main.missing(site);
    assumeTrue(missing.isEmpty(), () -> "needs " + missing.orElseThrow());
    long seconds = Long.getLong("mintmark.storm.seconds", 20) / sites().count();
    assertThat(Main.rage(seconds, List.of(site), SEED, System.out)).isEmpty();
  }
}
