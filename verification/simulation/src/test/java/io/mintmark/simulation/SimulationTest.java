package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.LongRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The product as it is keeps every promise in every world. */
class SimulationTest {

  private static final int SEEDS = LongRun.size(100, 2_000);

  @Test
  @Tag("sized")
  void worlds_ofManySeeds_keepEveryPromise() {
    Simulation simulation = new Simulation();
    for (long seed = 1; seed <= SEEDS; seed++) {
      assertThat(simulation.run(seed)).isEmpty();
    }
  }

  @Test
  void world_ofOneSeed_isTheSameEachTime() {
    WorldSettings settings = WorldSettings.of(7);

    World.Result first = new World(settings).run();

    assertThat(first.ids()).isPositive();
    assertThat(first.faults()).isNotEmpty();
    assertThat(new World(WorldSettings.of(7)).run()).isEqualTo(first);
  }
}
