package io.mintmark.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.store.Line;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The content of the lines of settings, which must have the same meaning in every version. */
class SpecLineTest {

  private static final long FIRST_FINGERPRINT = 1L << 32;

  private static Line line(long next) {
    return new Line("spec/a", next, "start=1", Instant.EPOCH);
  }

  /** XXH64 without its highest bit. */
  @Test
  void fingerprint_ofSettings_isTheSameInEveryVersion() {
    assertThat(SpecLine.fingerprint("")).isEqualTo(0x6F46_DB37_51D8_E999L);
    assertThat(SpecLine.fingerprint("a")).isEqualTo(0x524E_C4F1_A98C_6E5BL);
    assertThat(SpecLine.fingerprint("abc")).isEqualTo(0x44BC_2CF5_AD77_0999L);
  }

  @Test
  void placeholder_ofAStore_isBelowEveryFingerprint() {
    assertThat(SpecLine.placeholder(1)).isEqualTo(2);
    assertThat(SpecLine.placeholder(FIRST_FINGERPRINT - 2)).isEqualTo(FIRST_FINGERPRINT - 1);
    assertThat(SpecLine.placeholder(FIRST_FINGERPRINT - 1)).isEqualTo(1);
    assertThat(SpecLine.placeholder(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE % 0xFFFF_FFFFL + 1);
  }

  @Test
  void isPlaceholder_atTheBounds_excludesUnusedLinesAndFingerprints() {
    assertThat(SpecLine.isPlaceholder(0)).isFalse();
    assertThat(SpecLine.isPlaceholder(1)).isTrue();
    assertThat(SpecLine.isPlaceholder(FIRST_FINGERPRINT - 1)).isTrue();
    assertThat(SpecLine.isPlaceholder(FIRST_FINGERPRINT)).isFalse();
  }

  @Test
  void isSpoilt_positionUnlikeItsNote_true() {
    long fingerprint = SpecLine.fingerprint("start=1");

    assertThat(SpecLine.isSpoilt(line(fingerprint))).isFalse();
    assertThat(SpecLine.isSpoilt(line(fingerprint + 1))).isTrue();
    assertThat(SpecLine.isSpoilt(line(7))).isFalse();
  }
}
