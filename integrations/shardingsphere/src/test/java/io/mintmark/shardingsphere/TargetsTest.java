package io.mintmark.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TargetsTest {

  @Test
  void find_index_matchesTheNumberAtTheEndOfTheName() {
    Targets targets = new Targets("t_order", List.of("t_2024_0000", "t_2024_0001", "other7"), 2);

    assertThat(targets.find(0)).contains("t_2024_0000");
    assertThat(targets.find(1)).contains("t_2024_0001");
    assertThat(targets.find(7)).contains("other7");
    assertThat(targets.find(2)).isEmpty();
  }

  @Test
  void targets_missingOrEqualNumbers_throw() {
    assertThatThrownBy(() -> new Targets("t_order", List.of("ds_0", "ds"), 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "a target's name does not end with an index of 1 to 9 digits: ds, table=t_order,"
                + " targets=[ds_0, ds]; not routed; see actualDataNodes of that table");
    assertThatThrownBy(() -> new Targets("t_order", List.of("ds_0123456789"), 1))
        .hasMessageStartingWith("a target's name does not end with an index of 1 to 9 digits");
    assertThatThrownBy(() -> new Targets("t_order", List.of("ds_1", "ds_01"), 1))
        .hasMessageStartingWith("two targets end with one number: ds_1, ds_01, table=t_order");
    assertThatThrownBy(() -> new Targets("t_order", List.of("ds_1", "ds_2"), 2))
        .hasMessageStartingWith(
            "a database or table of the shard layouts is missing: index=0 of 0 to 1,"
                + " table=t_order, targets=[ds_1, ds_2]; not routed");
  }
}
