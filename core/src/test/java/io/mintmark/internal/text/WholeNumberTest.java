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
    assertThat(WholeNumber.parse("007")).isEqualTo(7);
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
  void parse_somethingElse_refuses(String text) {
    assertThatExceptionOfType(NumberFormatException.class)
        .isThrownBy(() -> WholeNumber.parse(text));
    assertThatExceptionOfType(NumberFormatException.class)
        .isThrownBy(() -> WholeNumber.parseInt(text));
  }

  @Test
  void parseInt_moreThan32Bits_refuses() {
    assertThatExceptionOfType(NumberFormatException.class)
        .isThrownBy(() -> WholeNumber.parseInt("2147483648"));
  }
}
