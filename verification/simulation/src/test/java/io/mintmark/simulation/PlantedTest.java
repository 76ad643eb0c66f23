package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlantedTest {

  @Test
  void of_nothing_isAllMistakes() {
    Planted planted = Planted.of(List.of());

    assertThat(planted.bugs()).isEqualTo(PlantedBugs.ALL);
    assertThat(planted.locks()).isEqualTo(PlantedLocks.ALL);
    assertThat(planted.seed()).isEmpty();
  }

  @Test
  void of_partOfAName_isTheMistakesThatHaveIt() {
    assertThat(Planted.of(List.of("lock drops")).locks()).isEqualTo(PlantedLocks.ALL);
    assertThat(Planted.of(List.of("as soon as a store")).bugs())
        .containsExactly(PlantedBugs.named(
            "worker numbers are taken as soon as a store that forgets has come up"));
  }

  @Test
  void of_eachName_isThatMistakeAlone() {
    for (PlantedBug bug : PlantedBugs.ALL) {
      assertThat(Planted.of(List.of(bug.mistake(), "7")).bugs()).containsExactly(bug);
    }
  }

  @Test
  void of_wrongName_isRefusedWithAllThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Planted.of(List.of("as soon as", "WRONG_NAME")))
        .withMessageStartingWith("no mistake has this in its name: 'WRONG_NAME'; there are\n  ")
        .withMessageContaining(PlantedBugs.ALL.get(0).mistake())
        .withMessageContaining(PlantedLocks.DROPS.mistake());
  }

  @Test
  void of_seedWithoutAMistakeThatAWorldCanHave_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Planted.of(List.of("13")))
        .withMessageStartingWith("a seed without a mistake: seed=13; there are\n  ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Planted.of(List.of("own lock drops", "13")))
        .withMessageStartingWith("no mistake has this in its name: 'own lock drops'; there are\n");
  }
}
