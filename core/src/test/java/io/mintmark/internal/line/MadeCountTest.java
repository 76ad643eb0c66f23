package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.line.RangeSource.Owned;
import io.mintmark.internal.time.ElapsedClock;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many ids were made from the positions of a range. */
final class MadeCountTest {

  private final HeldRanges held = new HeldRanges(
      PositionCode.PLAIN,
      request -> {
        throw new AssertionError("claims nothing");
      },
      new TickClock(InstantSource.system(), ElapsedClock.system(), TickRules.TIMELESS),
      TickRules.ALL);

  @BeforeEach
  void hold() {
    held.add(
        new ClaimRequest(0, 0, 1, 1, 0, Owned.NOTHING, false, false), new Claimed(0, 100, 110, -1));
    held.moveToLast();
  }

  @Test
  void burn_positionsOfTheRange_areNoIds() {
    assertThat(held.present.take(3)).isEqualTo(100);
    assertThat(held.made()).isEqualTo(3);

    held.burn(held.present, 100, 2);

    assertThat(held.made()).isEqualTo(1);
  }

  @Test
  void burn_positionsBeyondTheRange_neverCounted() {
    assertThat(held.present.take(8)).isEqualTo(100);
    assertThat(held.present.take(5)).isEqualTo(108);
    assertThat(held.made()).isEqualTo(10);

    held.burn(held.present, 108, 5);

    assertThat(held.made()).isEqualTo(8);
  }
}
