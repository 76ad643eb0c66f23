package io.mintmark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SilenceTest {

  private static final long SECOND = 1_000_000_000;

  private final Silence silence = new Silence();

  @Test
  void takeMs_answersThatCameLate_tellsTheLongestTimeBetweenThemAndBeginsAnew() {
    silence.answered(SECOND);
    silence.answered(3 * SECOND);
    silence.answered(4 * SECOND);
    assertThat(silence.takeMs(5 * SECOND)).isEqualTo(2_000);
    assertThat(silence.takeMs(5 * SECOND)).isEqualTo(1_000);
  }

  @Test
  void takeMs_noAnswerYet_tellsForHowLong() {
    silence.answered(SECOND);
    assertThat(silence.takeMs(3 * SECOND)).isEqualTo(2_000);
    assertThat(silence.takeMs(9 * SECOND)).isEqualTo(8_000);
  }

  @Test
  void takeMs_silenceWasAllowed_countsFromTheFirstAnswerAfterItsEnd() {
    silence.answered(SECOND);
    silence.allow(2 * SECOND);
    silence.answered(3 * SECOND);
    assertThat(silence.takeMs(9 * SECOND)).isEqualTo(1_000);
    silence.end();
    assertThat(silence.takeMs(11 * SECOND)).isZero();
    silence.answered(12 * SECOND);
    assertThat(silence.takeMs(14 * SECOND)).isEqualTo(2_000);
  }

  @Test
  void hasAnswered_onlyAnAnswerThatHadToCome_isTrue() {
    assertThat(silence.hasAnswered()).isFalse();
    silence.answered(SECOND);
    assertThat(silence.hasAnswered()).isTrue();
    silence.allow(2 * SECOND);
    silence.answered(2 * SECOND);
    assertThat(silence.hasAnswered()).isFalse();
    silence.end();
    assertThat(silence.hasAnswered()).isFalse();
    silence.answered(3 * SECOND);
    assertThat(silence.hasAnswered()).isTrue();
  }

  @Test
  void isAllowed_fromThenUntilItsEnd() {
    assertThat(silence.isAllowed()).isFalse();
    silence.allow(2 * SECOND);
    assertThat(silence.isAllowed()).isTrue();
    silence.end();
    assertThat(silence.isAllowed()).isFalse();
  }
}
