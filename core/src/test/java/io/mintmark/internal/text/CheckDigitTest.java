package io.mintmark.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.InvalidIdException;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckDigitTest {

  @ParameterizedTest
  @CsvSource({
    "luhn, 7992739871, 3",
    "luhn, 4992739871, 6",
    "damm, 572, 4",
    "verhoeff, 236, 3",
    "verhoeff, 12345, 1",
    "verhoeff, 142857, 0",
    "mod97, 794, 44",
    "mod97, 5493001KJTIIGC8Y1R, 12",
    "mod97, WEST12345698765432GB, 82",
    "mod97, HWUPKR0MPOU8FGXBT3, 94",
    "mod97, 32, 02",
    "mod97, 97, 98",
    "iso7064-37-36, A12425GABC1234002, M",
    "iso7064-11-2, 0794, 0",
    "iso7064-11-2, 000000021825009, 7",
    "iso7064-11-2, 000000021694233, X",
    "iso7064-37-2, G123489654321, Y"
  })
  void compute_ofPublishedText_isThePublishedCheck(String name, String text, String check) {
    CheckDigit digit = named(name);
    assertThat(digit.compute(text)).isEqualTo(check).hasSize(digit.length());
    assertThat(isValid(digit, text + check)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void compute_withOneCharacterChanged_differs(long seed) {
    Random random = new Random(seed);
    for (CheckDigit digit : CheckDigit.all().values()) {
      for (int i = 0; i < 500; i++) {
        StringBuilder text = checked(digit, random);
        int index = random.nextInt(text.length() - digit.length());
        char old = text.charAt(index);
        char other = draw(digit.alphabet(), random);
        boolean ofOneSize =
            digit != CheckDigit.MOD_97_10 || Character.isDigit(old) == Character.isDigit(other);
        if (old != other && ofOneSize) {
          text.setCharAt(index, other);
          assertThat(isValid(digit, text)).as(digit + " " + text).isFalse();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void compute_adjacentCharactersSwapped_differsIfPromised(long seed) {
    Random random = new Random(seed);
    for (CheckDigit digit : CheckDigit.all().values()) {
      for (int i = 0; i < 500; i++) {
        StringBuilder text = checked(digit, random);
        int index = random.nextInt(text.length() - digit.length() - 1);
        char first = text.charAt(index);
        char second = text.charAt(index + 1);
        if (first != second && findsSwap(digit, first, second)) {
          text.setCharAt(index, second);
          text.setCharAt(index + 1, first);
          assertThat(isValid(digit, text)).as(digit + " " + text).isFalse();
        }
      }
    }
  }

  private static boolean findsSwap(CheckDigit digit, char first, char second) {
    if (digit == CheckDigit.LUHN) {
      return !Set.of(first, second).equals(Set.of('0', '9'));
    }
    if (digit == CheckDigit.MOD_97_10) {
      return Character.isDigit(first) && Character.isDigit(second);
    }
    return digit != CheckDigit.MOD_37_36;
  }

  @Test
  void luhn_withZeroAndNineSwapped_seesNothing() {
    assertThat(CheckDigit.LUHN.compute("1096")).isEqualTo(CheckDigit.LUHN.compute("1906"));
  }

  @Test
  void compute_foreignCharacter_throwsWithItsPosition() {
    assertThatThrownBy(() -> CheckDigit.LUHN.compute("12A4"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("a character of luhn is one of 0123456789: character='A', index=2");
    assertThatThrownBy(() -> CheckDigit.MOD_37_36.compute("A12b"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageEndingWith("character='b', index=3");
  }

  @Test
  void compute_ofNothing_isRefused() {
    for (CheckDigit digit : CheckDigit.all().values()) {
      assertThatThrownBy(() -> digit.compute(""))
          .isInstanceOf(InvalidIdException.class)
          .hasMessageEndingWith(" covers one character or more: length=0");
    }
  }

  /** Returns whether a text ends with the check characters of the text before them. */
  private static boolean isValid(CheckDigit digit, CharSequence text) {
    int end = text.length() - digit.length();
    return digit
        .compute(text.subSequence(0, end))
        .contentEquals(text.subSequence(end, text.length()));
  }

  private static StringBuilder checked(CheckDigit digit, Random random) {
    StringBuilder text = new StringBuilder();
    int length = 2 + random.nextInt(30);
    for (int i = 0; i < length; i++) {
      text.append(draw(digit.alphabet(), random));
    }
    text.append(digit.compute(text));
    assertThat(isValid(digit, text)).as(digit + " " + text).isTrue();
    return text;
  }

  private static char draw(String alphabet, Random random) {
    return alphabet.charAt(random.nextInt(alphabet.length()));
  }

  private static CheckDigit named(String name) {
    return Objects.requireNonNull(CheckDigit.all().get(name), name);
  }
}
