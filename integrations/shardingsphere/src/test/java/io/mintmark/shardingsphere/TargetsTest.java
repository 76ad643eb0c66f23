package io.mintmark.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TargetsTest {

  @Test
  void find_index_isTheNumberThatANameEndsWith() {
    Targets targets = new Targets(List.of("t_2024_0000", "t_2024_0001", "other7"), 2);

    assertThat(targets.find(0)).contains("t_2024_0000");
    assertThat(targets.find(1)).contains("t_2024_0001");
    assertThat(targets.find(7)).contains("other7");
    assertThat(targets.find(2)).isEmpty();
  }

  @Test
  void targets_withoutOrWithEqualOrMissingNumbers_areRefused() {
    assertThatThrownBy(() -> new Targets(List.of("ds_0", "ds"), 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a target's name ends with its index, 1 to 9 digits: ds; targets=[ds_0, ds];"
            + " not routed");
    assertThatThrownBy(() -> new Targets(List.of("ds_0123456789"), 1))
        .hasMessageStartingWith("a target's name ends with its index, 1 to 9 digits");
    assertThatThrownBy(() -> new Targets(List.of("ds_1", "ds_01"), 1))
        .hasMessage("no two targets end with one number: ds_1, ds_01; targets=[ds_1, ds_01];"
            + " not routed");
    assertThatThrownBy(() -> new Targets(List.of("ds_1", "ds_2"), 2))
        .hasMessage("a target for every index is needed: index=0 of 0 to 1; targets=[ds_1, ds_2];"
            + " not routed");
  }
}
