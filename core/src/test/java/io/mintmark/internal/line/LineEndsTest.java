package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LineEndsTest {

  private final LineEnds ends = new LineEnds();

  @Test
  void of_raisedLine_isTheHighestEnd() {
    LineEnds.raise(ends.of("seq/a"), 7);
    LineEnds.raise(ends.of("seq/a"), 5);

    assertThat(ends.of("seq/a")).hasValue(7);
    assertThat(ends.of("seq/b")).hasValue(0);
  }

  @Test
  void of_moreLinesThanMaximum_evictsLeastRecentlyUsed() {
    AtomicLong oldest = ends.of("seq/oldest");
    LineEnds.raise(oldest, 7);
    LineEnds.raise(ends.of("seq/kept"), 8);
    for (int i = 0; i < LineEnds.MOST_LINES - 1; i++) {
      assertThat(ends.of("seq/" + i)).hasValue(0);
      assertThat(ends.of("seq/kept")).hasValue(8);
    }

    assertThat(oldest).hasValue(7);
    assertThat(ends.of("seq/oldest")).hasValue(0);
    assertThat(ends.of("seq/kept")).hasValue(8);
  }

  @Test
  void of_maximumLines_evictsNone() {
    for (int i = 0; i < LineEnds.MOST_LINES; i++) {
      LineEnds.raise(ends.of("seq/" + i), 7);
    }

    assertThat(ends.of("seq/0")).hasValue(7);
  }
}
