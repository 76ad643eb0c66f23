package io.mintmark.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobPatternTest {

  /** The expected results are from COMMAND LIST FILTERBY PATTERN in Redis 7.0.15. */
  @ParameterizedTest
  @CsvSource({
    "get, true",
    "ge, false",
    "gett, false",
    "*, true",
    "g*, true",
    "*t, true",
    "*e*, true",
    "**g**t**, true",
    "*x*, false",
    "g?t, true",
    "?get, false",
    "[a-g]et, true",
    "[g-a]et, true",
    "[^a-g]et, false",
    "[^x]et, true",
    "ge[st], true",
    "ge[st, true",
    "[\\g]et, true",
    "\\get, true",
    "g\\*, false",
    "'', false"
  })
  void matches_get(String pattern, boolean matches) {
    assertThat(new GlobPattern(pattern).matches("get")).isEqualTo(matches);
  }

  @Test
  void matches_manyStars_endsQuickly() {
    String pattern = "*a".repeat(10_000) + "*b";

    assertThat(new GlobPattern(pattern).matches("a".repeat(12))).isFalse();
  }
}
