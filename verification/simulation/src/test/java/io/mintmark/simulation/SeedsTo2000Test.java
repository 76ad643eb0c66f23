package io.mintmark.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Half of the long run of {@link SimulationTest}. */
@Tag("long")
class SeedsTo2000Test {

  @Test
  void runs_thousandSeeds_keepEveryGuarantee() {
    SimulationTest.keepPromises(1_001, 2_000);
  }
}
