package io.mintmark.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class NumberTextsTest {

  @Test
  void get_everyNumber_isWrittenInDecimal() {
    List<String> texts = new NumberTexts(new long[] {0, 7, -1, Long.MIN_VALUE, Long.MAX_VALUE});

    assertThat(texts)
        .containsExactly("0", "7", "-1", "-9223372036854775808", "9223372036854775807");
    assertThat(texts.get(4)).isEqualTo("9223372036854775807");
    assertThat(texts).isEqualTo(List.copyOf(texts));
  }

  @Test
  void get_beyondTheLast_isRefused() {
    List<String> texts = new NumberTexts(new long[] {5});

    assertThatThrownBy(() -> texts.get(1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> texts.add("6")).isInstanceOf(UnsupportedOperationException.class);
  }
}
