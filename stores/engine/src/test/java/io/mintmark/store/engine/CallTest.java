package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A call is answered, given up or abandoned, and only the first of these has an effect. */
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
    assertThat(call.abandon()).isFalse();
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
    call.giveUp(new IllegalStateException("a later one"));
    assertThat(call.isFilled()).isTrue();
    assertThat(call.failure()).isSameAs(cause);

    Call taken = new Call.Claim("line", 0, 1);
    assertThat(taken.take()).isTrue();
    taken.giveUp(cause);
    assertThat(taken.failure()).isSameAs(cause);
  }

  @Test
  void giveUp_alreadyAnswered_keepsTheAnswer() {
    assertThat(call.take()).isTrue();
    call.answer(7);
    call.deliver();
    call.giveUp(cause);
    assertThat(call.failure()).isNull();
    assertThat(call.answer()).isEqualTo(7);
  }

  @Test
  void isOf_creatingThread_true() {
    assertThat(call.isOf(Thread.currentThread())).isTrue();
    assertThat(call.isOf(new Thread(() -> {}))).isFalse();
    assertThat(call.isOfTheCallerOf(new Call.Note("line", "note"))).isTrue();
  }
}
