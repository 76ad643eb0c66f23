package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.LongRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The product as it is keeps every promise in every world. */
class SimulationTest {

  private static final int SEEDS = LongRun.size(100, 2_000);

  @Test
  @Tag("sized")
  void worlds_ofManySeeds_keepEveryPromise() {
    Tally tally = new Tally();

    SideBySide.run(1, SEEDS, shown -> {
      assertThat(shown.story()).isEmpty();
      tally.add(shown);
      return true;
    });

    assertThat(tally.worlds()).isEqualTo(SEEDS);
  }

  @Test
  @Tag("sized")
  void world_ofACrowd_keepsEveryPromise() {
    int hosts = LongRun.size(241, 1_164);
    int seed = LongRun.size(390, 3_390);

    assertThat(WorldSettings.of(seed).hosts()).isEqualTo(hosts);
    assertThat(new Simulation().apply(seed).story()).isEmpty();
  }

  /** In which a longer run had found something; some are other worlds by now. */
  @ParameterizedTest
  @ValueSource(longs = {2_632, 2_880, 4_072, 4_651, 4_963, 6_158, 6_222, 7_767, 14_307, 18_494})
  @Tag("long")
  void world_thatOnceFailed_keepsEveryPromise(long seed) {
    assertThat(new Simulation().apply(seed).story()).isEmpty();
  }

  @Test
  void worlds_sideBySide_areAsTheyAreAlone() {
    Simulation alone = new Simulation();
    List<Shown> together = new ArrayList<>();

    SideBySide.run(7, 2, together::add, 2);

    assertThat(together).containsExactly(alone.apply(7), alone.apply(8));
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
