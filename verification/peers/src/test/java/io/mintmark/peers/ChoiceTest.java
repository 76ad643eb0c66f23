package io.mintmark.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChoiceTest {

  @Test
  void of_nothingSaid_isAllOfIt() {
    assertThat(Choice.of(List.of()))
        .isEqualTo(new Choice(Peers.all(), List.of(Scenario.values()), Run.Length.FULL));
  }

  @Test
  void of_names_isWhatTheyName() {
    Choice choice = Choice.of(List.of("--short", "--peer", "jug", "--scenario", "clock_back"));

    assertThat(choice.peers()).extracting(Peer::name).containsExactly("JUG UUIDv7");
    assertThat(choice.scenarios()).containsExactly(Scenario.CLOCK_BACK);
    assertThat(choice.length()).isEqualTo(Run.Length.SHORT);
  }

  @Test
  void of_nameOfNoScenario_isRefusedWithAllThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Choice.of(List.of("--scenario", "typo")))
        .withMessageStartingWith("no such scenario: 'typo'; there are\n  CLOCK_BACK\n")
        .withMessageEndingWith("\n  RESTORED");
  }

  @Test
  void of_nameOfNoPeer_isRefusedWithAllThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Choice.of(List.of("--peer", "typo")))
        .withMessageStartingWith("no such peer: 'typo'; there are\n  Mintmark Snowflake, Redis\n");
  }

  @Test
  void of_whatIsNoArgument_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Choice.of(List.of("typo")))
        .withMessageStartingWith("unknown argument: 'typo'; ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Choice.of(List.of("--scenario")))
        .withMessage("a name is missing: --scenario");
  }

  @Test
  void of_scenarioThatDoesNothingToThePeer_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Choice.of(List.of("--scenario", "restored", "--peer", "jug")))
        .withMessage("RESTORED does nothing to JUG UUIDv7: they keep nothing in a store");
  }
}
