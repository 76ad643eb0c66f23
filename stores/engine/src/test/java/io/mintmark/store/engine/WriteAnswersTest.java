package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.mintmark.error.ExhaustedException;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * The results that callers get from an engine's reply, for the lowest and highest valid replies.
 */
class WriteAnswersTest {

  private static final long MAX = Long.MAX_VALUE;

  private static void assertRefused(Call call, String message) {
    assertThat(call.isFilled()).isTrue();
    assertThat(call.failure())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(message);
  }

  private static void assertAnswered(Call call, long answer) {
    assertThat(call.isFilled()).isTrue();
    assertThat(call.failure()).isNull();
    assertThat(call.answer()).isEqualTo(answer);
  }

  @Test
  void claimed_startAtItsBounds_isAnswered() {
    Call.Claim low = new Call.Claim("line", 5, 10);
    new Write.Claim(low).claimed(5);
    assertAnswered(low, 5);

    Call.Claim high = new Call.Claim("line", 5, 10);
    new Write.Claim(high).claimed(MAX - 10);
    assertAnswered(high, MAX - 10);
  }

  @Test
  void claimed_startOutOfBounds_throws() {
    Call.Claim low = new Call.Claim("line", 5, 10);
    new Write.Claim(low).claimed(4);
    assertRefused(low, "start=4, atLeast=5, count=10, line=line");

    Call.Claim high = new Call.Claim("line", 5, 10);
    new Write.Claim(high).claimed(MAX - 9);
    assertRefused(high, "start=" + (MAX - 9));
  }

  @Test
  void done_lineAtTheTarget_answersTheStart() {
    Call.Claim call = new Call.Claim("line", 5, 10);
    Write.Claim write = new Write.Claim(call);
    assertThat(write.target(3)).hasValue(15);
    assertThat(write.target(7)).hasValue(17);
    write.done(17);
    assertAnswered(call, 7);
  }

  @Test
  void target_lastRangeThatFits_isTheEndOfAllPositions() {
    Write.Claim write = new Write.Claim(new Call.Claim("line", 0, 10));
    assertThat(write.target(MAX - 10)).hasValue(MAX);
    assertThat(write.target(MAX - 9)).isEmpty();
  }

  @Test
  void refused_rangeThatFits_failsBlamingTheEngine() {
    Call.Claim call = new Call.Claim("line", 0, 10);
    new Write.Claim(call).refused(MAX - 10);
    assertRefused(call, "refused a range that fits: next=" + (MAX - 10));
    assertThat(call.isAlone()).isFalse();

    Call.Claim tooLong = new Call.Claim("line", 0, 10);
    new Write.Claim(tooLong).refused(MAX - 9);
    assertThat(tooLong.failure()).isInstanceOf(ExhaustedException.class);
  }

  @Test
  void refused_someFit_retriesThemAlone() {
    Call.Claim fits = new Call.Claim("line", 0, 10);
    Call.Claim tooLong = new Call.Claim("line", 0, 11);
    Call.Claim tooHigh = new Call.Claim("line", MAX - 9, 10);
    Write.Claim write = new Write.Claim(fits);
    write.join(tooLong);
    write.join(tooHigh);
    write.refused(MAX - 10);

    assertThat(fits.isAlone()).isTrue();
    assertThat(fits.isFilled()).isFalse();
    assertThat(tooLong.failure()).isInstanceOf(ExhaustedException.class);
    assertThat(tooHigh.failure()).isInstanceOf(ExhaustedException.class);
    assertThat(tooLong.isAlone()).isFalse();
  }

  @Test
  void canJoin_sumUpToTheEnd_trueButNotPastIt() {
    Write.Claim write = new Write.Claim(new Call.Claim("line", 100, 10));
    assertThat(write.canJoin(new Call.Claim("line", 0, MAX - 110))).isTrue();
    assertThat(write.canJoin(new Call.Claim("line", 0, MAX - 109))).isFalse();
    assertThat(write.canJoin(new Call.Claim("line", MAX - 20, 10))).isTrue();
    assertThat(write.canJoin(new Call.Claim("line", MAX - 19, 10))).isFalse();
    assertThat(write.canJoin(new Call.Note("line", "note"))).isFalse();
    Call.Claim alone = new Call.Claim("line", 0, 1);
    alone.retryAlone();
    assertThat(write.canJoin(alone)).isFalse();
    assertThat(new Write.Claim(alone).canJoin(new Call.Claim("line", 0, 1))).isFalse();
  }

  @Test
  void join_severalClaims_startsAtTheHighestFloor() {
    Call.Claim first = new Call.Claim("line", 100, 10);
    Call.Claim second = new Call.Claim("line", 200, 20);
    Write.Claim write = new Write.Claim(first);
    write.join(second);
    assertThat(write.atLeast()).isEqualTo(200);
    assertThat(write.count()).isEqualTo(30);
    write.claimed(200);
    assertAnswered(second, 200);
    assertAnswered(first, 220);
  }

  @Test
  void join_notAClaim_throws() {
    Call.Note note = new Call.Note("line", "note");
    assertThat(note.write().canJoin(note)).isFalse();
    assertThatIllegalStateException()
        .isThrownBy(() -> note.write().join(note))
        .withMessageContaining("line=line");
  }

  @Test
  void compareAndSet_expectedPosition_movesTheLineOtherwiseNot() {
    Call.CompareAndSet call = new Call.CompareAndSet("line", 5, 9);
    Write write = call.write();
    assertThat(write.line()).isEqualTo("line");
    assertThat(write.target(5)).hasValue(9);
    assertThat(write.target(4)).isEmpty();
    write.done(9);
    assertAnswered(call, 1);

    Call.CompareAndSet other = new Call.CompareAndSet("line", 5, 9);
    other.write().refused(4);
    assertAnswered(other, 0);
  }

  @Test
  void note_written_isAnswered() {
    Call.Note done = new Call.Note("line", "note");
    Write.Note write = (Write.Note) done.write();
    assertThat(write.text()).isEqualTo("note");
    assertThat(write.target(7)).isEqualTo(OptionalLong.empty());
    write.done(7);
    assertAnswered(done, 0);

    Call.Note refused = new Call.Note("line", "note");
    refused.write().refused(7);
    assertAnswered(refused, 0);
  }
}
