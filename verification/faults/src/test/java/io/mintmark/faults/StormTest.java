package io.mintmark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two minutes of one fault after another, shared out among the stores. */
@Tag("fault")
@Tag("long")
class StormTest {

  private static final int SECONDS = 120;
  private static final long SEED = Long.getLong("mintmark.storm.seed", 20260101);

  static List<String> sites() {
    return Main.SITES;
  }

  @ParameterizedTest
  @MethodSource("sites")
  void rage_oneFaultAfterAnother_noDuplicateNoHangNoFalseHealth(String site) throws Exception {
    assertThat(Main.rage(SECONDS / sites().size(), site, SEED, System.out)).isEmpty();
  }
}
