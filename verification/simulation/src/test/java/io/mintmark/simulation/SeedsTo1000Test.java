package io.mintmark.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A quarter of the long run of {@link SimulationTest}. */
@Tag("long")
class SeedsTo1000Test {

  @Test
  void runs_ofFiveHundredSeeds_keepEveryPromise() {
    SimulationTest.keepPromises(501, 1_000);
  }
}
