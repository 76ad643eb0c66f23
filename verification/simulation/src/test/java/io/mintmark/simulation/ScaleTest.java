package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The formulas of docs/SCALING.md against what processes of the product's own code do. */
class ScaleTest {

  private static final double CLOSE_PERCENT = 5;

  private static ScaleSetup setup(String words) {
    return ScaleSetup.of(List.of(words.split(" ")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "20 engine=clock seconds=300",
        "20 engine=plain seconds=300",
        "20 engine=forgets seconds=300",
        "20 window=30 seconds=600"
      })
  void claimsAndRequests_ofProcessesThatGoOn_areThoseOfTheFormula(String words) {
    ScaleSetup setup = setup(words);

    Scale.Figures seen = Scale.run(setup);

    assertThat(seen.claims()).isCloseTo(setup.claimsASecond(), withinPercentage(CLOSE_PERCENT));
    assertThat(seen.asked()).isCloseTo(setup.requestsASecond(), withinPercentage(CLOSE_PERCENT));
    assertThat(seen.held()).isEqualTo(20);
  }

  @Test
  void numbersHeld_whileProcessesAreKilled_areThoseOfTheFormula() {
    ScaleSetup setup = setup("40 restarts=60 seconds=300");

    Scale.Figures seen = Scale.run(setup);

    assertThat(setup.numbersHeld()).isGreaterThan(45);
    assertThat(seen.held()).isCloseTo(setup.numbersHeld(), withinPercentage(CLOSE_PERCENT));
    assertThat(seen.mostHeld()).isGreaterThan((int) seen.held()).isLessThan(2 * 40);
    assertThat(seen.asked()).isGreaterThan(2 * seen.claims()).isLessThan(setup.requestsASecond());
  }

  @Test
  void readingsByStarts_growWithTheProcesses_butNotWithRanges() {
    ScaleSetup one = setup("200 seconds=40");
    ScaleSetup split = setup("200 seconds=40 ranges=20");

    assertThat(Scale.run(one).readingsAStart())
        .isCloseTo(one.readingsAStart(), withinPercentage(4 * CLOSE_PERCENT));
    assertThat(one.readingsAStart()).isGreaterThan(4);
    assertThat(Scale.run(split).readingsAStart()).isLessThan(3);
  }

  @Test
  void gap_ofKilledProcesses_isThreeQuartersOfASegment() {
    ScaleSetup setup = setup("20 kind=sequence restarts=60 seconds=300");

    Scale.Figures seen = Scale.run(setup);

    assertThat(seen.left()).isCloseTo(setup.leftUnused(), withinPercentage(2 * CLOSE_PERCENT));
    assertThat(seen.claims()).isCloseTo(setup.claimsASecond(), withinPercentage(2 * CLOSE_PERCENT));
  }

  @Test
  void run_ofOneSeed_isTheSameEachTime() {
    ScaleSetup setup = setup("10 restarts=20");

    assertThat(Scale.run(setup)).isEqualTo(Scale.run(setup));
    assertThat(Scale.run(setup)).isNotEqualTo(Scale.run(setup("10 restarts=20 seed=2")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"10 seconds=30", "0", "10001", "76 kind=sequence", "10 sedonds=100", "10 seconds"})
  void setup_thatCannotBeMeasured_isRefused(String words) {
    assertThatIllegalArgumentException().isThrownBy(() -> setup(words));
  }
}
