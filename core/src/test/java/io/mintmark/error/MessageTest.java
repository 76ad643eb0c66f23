package io.mintmark.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class MessageTest {

  @Test
  void of_values_replacePlaceholders() {
    assertThat(Message.of("behindMs={} > toleranceMs={}, zone='{}'; no id", 4200, 1000L, null))
        .isEqualTo("behindMs=4200 > toleranceMs=1000, zone='null'; no id");
  }

  @Test
  void of_valueWithPlaceholderOrControls_isEscaped() {
    assertThat(Message.of("name='{}', next={}", "{}\nINFO \u001b[2J", 7))
        .isEqualTo("name='{}\\u000aINFO \\u001b[2J', next=7");
  }

  @Test
  void of_wrongNumberOfValues_throws() {
    assertThatThrownBy(() -> Message.of("a={}", 1, 2)).hasMessageContaining("values=2");
    assertThatThrownBy(() -> Message.of("a={}, b={}", 1)).hasMessageContaining("values=1");
  }
}
