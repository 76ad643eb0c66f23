package io.mintmark.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyTest {

  private static String ofHeader(String value) {
    return IdempotencyKey.ofHeader("shop", value).text();
  }

  @Test
  void header_withQuotesAndWithout_isTheSameKey() {
    assertThat(ofHeader("order-17")).isEqualTo("order-17");
    assertThat(ofHeader("\"order-17\"")).isEqualTo("order-17");
    assertThat(ofHeader("\"a \\\"b\\\" \\\\ c\"")).isEqualTo("a \"b\" \\ c");
    assertThat(ofHeader("x".repeat(255))).hasSize(255);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"", "\"a", "\"a\"b\"", "\"a\\b\"", "\"a\", \"b\"", "\"\u00e4\""})
  void header_withQuotesOutOfPlace_isRefused(String value) {
    assertThatThrownBy(() -> ofHeader(value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a text in quotes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\"\"", "\u00e4", "a\tb", "a\nb"})
  void key_notPrintable_isRefused(String value) {
    assertThatThrownBy(() -> ofHeader(value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not 1 to 255 printable characters");
  }

  @Test
  void key_tooLong_isRefused() {
    assertThatThrownBy(() -> ofHeader("x".repeat(256)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("characters=256");
  }
}
