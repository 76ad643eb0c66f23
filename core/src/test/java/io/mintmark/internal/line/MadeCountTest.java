package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.line.Requests.PositionRun;
import org.junit.jupiter.api.Test;

final class MadeCountTest {

  private final ClaimedRange range = new ClaimedRange(PositionCode.PLAIN, 0, 100, 110, 0);
  private final MadeCount made = new MadeCount();

  @Test
  void burn_positionsOfTheRange_areNoIds() {
    assertThat(range.take(3)).isEqualTo(100);
    assertThat(made.total(range)).isEqualTo(3);

    made.burn(new PositionRun(range, 100, 2));

    assertThat(made.total(range)).isEqualTo(1);
  }

  @Test
  void burn_positionsBeyondTheRange_neverCounted() {
    assertThat(range.take(8)).isEqualTo(100);
    assertThat(range.take(5)).isEqualTo(108);
    assertThat(made.total(range)).isEqualTo(10);

    made.burn(new PositionRun(range, 108, 5));

    assertThat(made.total(range)).isEqualTo(8);
  }
}
