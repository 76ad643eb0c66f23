package io.mintmark.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Half of the long run of {@link SimulationTest}. */
@Tag("long")
class SeedsTo1000Test {

  @Test
  void runs_thousandSeeds_keepEveryGuarantee() {
    SimulationTest.keepPromises(1, 1_000);
  }
}
