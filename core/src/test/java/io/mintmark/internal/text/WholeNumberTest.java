package io.mintmark.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WholeNumberTest {

  @Test
  void parse_digits_readsAll64Bits() {
    assertThat(WholeNumber.parse("0")).isZero();
    assertThat(WholeNumber.parse("-12")).isEqualTo(-12);
    assertThat(WholeNumber.parse("-1")).isEqualTo(-1);
    assertThat(WholeNumber.parse("100")).isEqualTo(100);
    assertThat(WholeNumber.parse("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
    assertThat(WholeNumber.parse("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
    assertThat(WholeNumber.parseInt("-2147483648")).isEqualTo(Integer.MIN_VALUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "+3",
        "--3",
        "3-",
        " 3",
        "3 ",
        "1_000",
        "0x10",
        "1e3",
        "3.0",
        "\u0663",
        "\uff13",
        "1\u096f",
        "-\u0663",
        "\ud835\udfd1",
        "\u22123",
        "9223372036854775808"
      })
  void parse_notAWholeNumber_throws(String text) {
    assertThatExceptionOfType(NumberFormatException.class)
        .isThrownBy(() -> WholeNumber.parse(text));
    assertThatExceptionOfType(NumberFormatException.class)
        .isThrownBy(() -> WholeNumber.parseInt(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"00", "07", "-0", "-07", "010", "00000000000000000001"})
  void parse_leadingZero_failsWithMessage(String text) {
    assertThatExceptionOfType(NumberFormatException.class)
        .isThrownBy(() -> WholeNumber.parse(text))
        .withMessage("a whole number with a leading zero, which some read as octal");
    assertThatExceptionOfType(NumberFormatException.class)
        .isThrownBy(() -> WholeNumber.parseInt(text));
  }

  @Test
  void parseInt_moreThan32Bits_throws() {
    assertThatExceptionOfType(NumberFormatException.class)
        .isThrownBy(() -> WholeNumber.parseInt("2147483648"))
        .withMessage("not a whole number of 32 bits");
  }
}
