package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The product keeps every promise in every run. */
class SimulationTest {

  private final Simulation simulation = new Simulation(new Seams());

  /** Runs consecutive seeds, and fails with the trace of the first violation. */
  static void keepPromises(long first, long last) {
    Simulation simulation = new Simulation(new Seams());
    for (long seed = first; seed <= last; seed++) {
      Run.Result result = simulation.run(seed);
      if (result.violation() != null) {
        throw new AssertionError(Trace.of(seed, result.violation(), new Seams()));
      }
    }
  }

  @Test
  void runs_someSeeds_keepEveryGuarantee() {
    keepPromises(1, 5);
  }

  /** Seeds with a thousand processes, and seeds in which an earlier long run has found a bug. */
  @ParameterizedTest
  @ValueSource(
      longs = {3_390, 2_632, 2_880, 4_072, 4_651, 4_963, 6_158, 6_222, 7_767, 14_307, 18_494})
  @Tag("long")
  void run_manyProcessesOrFormerFailure_keepsEveryGuarantee(long seed) {
    keepPromises(seed, seed);
  }

  @Test
  void run_sameSeed_isReproducible() {
    Run.Result first = simulation.run(7);

    assertThat(first.ids()).isPositive();
    assertThat(first.faults()).isNotEmpty();
    assertThat(simulation.run(7)).isEqualTo(first);
  }
}
