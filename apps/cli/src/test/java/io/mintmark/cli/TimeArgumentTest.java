package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TimeArgumentTest {

  private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T08:30:00Z, 2026-11-21T08:30:00Z",
    "2026-11-21T08:30:00.123Z, 2026-11-21T08:30:00.123Z",
    "2026-11-21T08:30+02:00, 2026-11-21T06:30:00Z",
    "2026-11-21T08:30, 2026-11-21T00:30:00Z",
    "2026-11-21, 2026-11-20T16:00:00Z",
    "1795300200000, 2026-11-21T22:30:00Z",
    "100000000000, 1973-03-03T09:46:40Z"
  })
  void parse_anyForm_isRead(String text, Instant expected) {
    assertThat(TimeArgument.parse("from", text, SHANGHAI)).isEqualTo(expected);
  }

  @Test
  void parse_hourRepeatedInTheZone_isTheEarlier() {
    assertThat(TimeArgument.parse("from", "2026-10-25T02:30", ZoneId.of("Europe/Berlin")))
        .isEqualTo(Instant.parse("2026-10-25T00:30:00Z"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "2026", "1795300200", "001795300200", "21.11.2026", "2026-13-01", "yesterday"})
  void parse_anythingElse_isRefused(String text) {
    assertThatThrownBy(() -> TimeArgument.parse("from", text, ZoneOffset.UTC))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a time such as 2026-11-21T08:30:00Z, 2026-11-21T08:30,"
            + " 2026-11-21 or 1795300200000 (milliseconds since 1970)")
        .hasMessageEndingWith("from=" + text);
  }
}
