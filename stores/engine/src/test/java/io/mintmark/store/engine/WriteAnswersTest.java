package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.ExhaustedException;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * The results that callers get from an engine's reply, for the lowest and highest valid replies.
 */
class WriteAnswersTest {

  private static final long MAX = Long.MAX_VALUE;

  private static void assertRefused(Write call, String message) {
    assertThat(call.filled).isTrue();
    assertThat(call.failure)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(message);
  }

  private static void assertAnswered(Write call, long answer) {
    assertThat(call.filled).isTrue();
    assertThat(call.failure).isNull();
    assertThat(call.answer).isEqualTo(answer);
  }

  @Test
  void done_startAtItsBounds_isAnswered() {
    Write.Claim low = new Write.Claim("line", 5, 10);
    low.done(15);
    assertAnswered(low, 5);

    Write.Claim high = new Write.Claim("line", 5, 10);
    high.done(MAX);
    assertAnswered(high, MAX - 10);
  }

  @Test
  void done_startOutOfBounds_throws() {
    Write.Claim low = new Write.Claim("line", 5, 10);
    low.done(14);
    assertRefused(low, "start=4, atLeast=5, count=10, line=line");

    Write.Claim high = new Write.Claim("line", 5, 10);
    high.done(MAX + 1);
    assertRefused(high, "start=" + (MAX - 9));
  }

  @Test
  void done_lineAtTheTarget_answersTheStart() {
    Write.Claim call = new Write.Claim("line", 5, 10);
    assertThat(call.target(3)).hasValue(15);
    assertThat(call.target(7)).hasValue(17);
    call.done(17);
    assertAnswered(call, 7);
  }

  @Test
  void target_lastRangeThatFits_isTheEndOfAllPositions() {
    Write.Claim write = new Write.Claim("line", 0, 10);
    assertThat(write.target(MAX - 10)).hasValue(MAX);
    assertThat(write.target(MAX - 9)).isEmpty();
  }

  @Test
  void refused_rangeThatFits_failsBlamingTheEngine() {
    Write.Claim call = new Write.Claim("line", 0, 10);
    call.refused(MAX - 10);
    assertRefused(call, "refused a range that fits: next=" + (MAX - 10));
    assertThat(call.alone).isFalse();

    Write.Claim tooLong = new Write.Claim("line", 0, 10);
    tooLong.refused(MAX - 9);
    assertThat(tooLong.failure).isInstanceOf(ExhaustedException.class);
  }

  @Test
  void refused_someFit_retriesThemAlone() {
    Write.Claim fits = new Write.Claim("line", 0, 10);
    Write.Claim tooLong = new Write.Claim("line", 0, 11);
    Write.Claim fitsToo = new Write.Claim("line", MAX - 31, 10);
    together(together(fits, tooLong), fitsToo).refused(MAX - 10);

    for (Write.Claim each : List.of(fits, fitsToo)) {
      assertThat(each.alone).isTrue();
      assertThat(each.filled).isFalse();
    }
    assertThat(tooLong.failure).isInstanceOf(ExhaustedException.class);
    assertThat(tooLong.alone).isFalse();
  }

  private static Write together(Write write, Write other) {
    return write.with(other).orElseThrow();
  }

  @Test
  void with_sumUpToTheEnd_isOneWriteButNotPastIt() {
    Write.Claim write = new Write.Claim("line", 100, 10);
    assertThat(write.with(new Write.Claim("line", 0, MAX - 110))).isPresent();
    assertThat(write.with(new Write.Claim("line", 0, MAX - 109))).isEmpty();
    assertThat(write.with(new Write.Claim("line", MAX - 20, 10))).isPresent();
    assertThat(write.with(new Write.Claim("line", MAX - 19, 10))).isEmpty();
    assertThat(write.with(new Write.Note("line", "note"))).isEmpty();
    Write.Claim alone = new Write.Claim("line", 0, 1);
    alone.alone = true;
    assertThat(write.with(alone)).isEmpty();
    assertThat(alone.with(new Write.Claim("line", 0, 1))).isEmpty();
    assertThat(write.atLeast()).isEqualTo(100);
    assertThat(write.count()).isEqualTo(10);
  }

  @Test
  void with_severalClaims_startsAtTheHighestFloor() {
    Write.Claim first = new Write.Claim("line", 100, 10);
    Write.Claim second = new Write.Claim("line", 200, 20);
    Write.Claim third = new Write.Claim("line", 150, 3);
    Write.Claim all = (Write.Claim) together(together(first, second), third);
    assertThat(all.atLeast()).isEqualTo(200);
    assertThat(all.count()).isEqualTo(33);
    all.done(233);
    assertAnswered(second, 200);
    assertAnswered(third, 220);
    assertAnswered(first, 223);
    assertThat(first.count()).isEqualTo(10);
  }

  @Test
  void with_notAClaim_isEmpty() {
    Write.Note note = new Write.Note("line", "note");
    assertThat(note.with(note)).isEmpty();
    assertThat(note.with(new Write.Claim("line", 0, 1))).isEmpty();
  }

  @Test
  void failed_severalClaims_failsEach() {
    Write.Claim first = new Write.Claim("line", 0, 1);
    Write.Claim second = new Write.Claim("line", 0, 1);
    together(first, second).failed(new IllegalStateException("cause"));
    assertRefused(first, "cause");
    assertRefused(second, "cause");
  }

  @Test
  void compareAndSet_expectedPosition_movesTheLineOtherwiseNot() {
    Write.CompareAndSet call = new Write.CompareAndSet("line", 5, 9, "");
    assertThat(call.line()).isEqualTo("line");
    assertThat(call.target(5)).hasValue(9);
    assertThat(call.target(4)).isEmpty();
    call.done(9);
    assertAnswered(call, 1);

    Write.CompareAndSet other = new Write.CompareAndSet("line", 5, 9, "");
    other.refused(4);
    assertAnswered(other, 0);
  }

  @Test
  void giveUp_alreadyDelivered_keepsTheAnswer() {
    Write.Claim call = new Write.Claim("line", 0, 1);
    call.answer(7);
    call.deliver();
    call.giveUp(new IllegalStateException("cause"));
    assertAnswered(call, 7);
    assertThat(call.caller == Thread.currentThread()).isTrue();

    Write.Claim open = new Write.Claim("line", 0, 1);
    open.answer(7);
    open.giveUp(new IllegalStateException("cause"));
    assertRefused(open, "cause");
  }

  @Test
  void note_written_isAnswered() {
    Write.Note done = new Write.Note("line", "note");
    assertThat(done.text()).isEqualTo("note");
    assertThat(done.target(7)).isEqualTo(OptionalLong.empty());
    done.done(7);
    assertAnswered(done, 1);

    Write.Note refused = new Write.Note("line", "note");
    refused.refused(7);
    assertAnswered(refused, 0);
  }
}
