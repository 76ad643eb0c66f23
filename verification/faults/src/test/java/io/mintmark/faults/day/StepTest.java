package io.mintmark.faults.day;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StepTest {

  private static final long KILLED = 7;

  private final Step step = Step.of("a server killed").mayLose(2);

  @Test
  void loses_soonAfterTheKill_mayBeSoManyAndNoMore() {
    step.kills(KILLED);

    assertThat(step.loses(KILLED)).isTrue();
    assertThat(step.loses(KILLED + 1)).isTrue();
    assertThat(step.loses(KILLED + 2)).isFalse();
    assertThat(step.lost().sum()).isEqualTo(3);
  }

  @Test
  void loses_beforeTheKill_mayNotBe() {
    assertThat(step.loses(KILLED - 1)).isFalse();
  }

  @Test
  void loses_afterTheTime_mayNotBe() {
    step.kills(KILLED);

    assertThat(step.loses(KILLED + Step.LOST_WITHIN_NANOS)).isTrue();
    assertThat(step.loses(KILLED + Step.LOST_WITHIN_NANOS + 1)).isFalse();
  }

  @Test
  void loses_whereNoServerIsKilled_mayNotBe() {
    Step calm = Step.of("calm");
    calm.kills(KILLED);

    assertThat(calm.loses(KILLED)).isFalse();
  }
}
