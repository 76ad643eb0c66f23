package io.mintmark.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.InvalidIdException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unsigned numbers in base 62. */
class RadixTest {

  private static final Radix BASE_62 = new Radix("a base62 digit", Alphabet.BASE_62);

  @ParameterizedTest
  @ValueSource(strings = {"LygHa16AHYG", "LygHa16AHYz", "10000000000000000", "M0000000000"})
  void decode_above64Bits_isRefused(String text) {
    assertThat(BASE_62.decode("LygHa16AHYF", 0, 11)).isEqualTo(-1);
    assertThatThrownBy(() -> BASE_62.decode(text, 0, text.length()))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageContaining("64 bits");
  }

  @Test
  void decode_foreignCharacter_throwsWithItsPosition() {
    assertThatThrownBy(() -> BASE_62.decode("ab-c", 0, 4))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageEndingWith("character='-', index=2");
  }
}
