package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A call is answered, failed or abandoned, and only the first of these has an effect. */
class CallTest {

  private final Call call = new Call.Claim("line", 0, 1);
  private final Throwable cause = new IllegalStateException("cause");

  @Test
  void abandon_notTaken_preventsTaking() {
    assertThat(call.isWaiting()).isTrue();
    assertThat(call.abandon()).isTrue();
    assertThat(call.isWaiting()).isFalse();
    assertThat(call.take()).isFalse();
    call.giveUp(cause);
    assertThat(call.isFilled()).isFalse();
    assertThat(call.deliver()).isFalse();
    assertThat(call.abandon()).isFalse();
    assertThat(call.leave()).isFalse();
  }

  @Test
  void leave_taken_preventsDelivery() {
    assertThat(call.leave()).isFalse();
    assertThat(call.take()).isTrue();
    assertThat(call.leave()).isTrue();
    assertThat(call.deliver()).isFalse();
    assertThat(call.isAnswered()).isFalse();
  }

  @Test
  void take_twice_falseUnlessRetriedAlone() {
    assertThat(call.take()).isTrue();
    assertThat(call.take()).isFalse();
    assertThat(call.abandon()).isFalse();
    call.retryAlone();
    assertThat(call.take()).isTrue();
  }

  @Test
  void giveUp_takenOrNot_hasTheFailure() {
    call.giveUp(cause);
    assertThat(call.isFilled()).isTrue();
    assertThat(call.failure()).isSameAs(cause);

    Call taken = new Call.Claim("line", 0, 1);
    assertThat(taken.take()).isTrue();
    taken.answer(7);
    taken.giveUp(cause);
    assertThat(taken.failure()).isSameAs(cause);
  }

  @Test
  void giveUp_alreadyDelivered_keepsTheAnswer() {
    assertThat(call.take()).isTrue();
    call.answer(7);
    assertThat(call.deliver()).isTrue();
    call.giveUp(cause);
    assertThat(call.leave()).isFalse();
    assertThat(call.failure()).isNull();
    assertThat(call.answer()).isEqualTo(7);
  }
}
