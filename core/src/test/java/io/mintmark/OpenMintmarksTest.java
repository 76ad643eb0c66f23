package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpenMintmarksTest {

  private static final String URL = "redis://many.example.com:6379";

  @Test
  void count_thirdOnOneStore_logsOnceWithStackOfFirst() {
    assertThat(OpenMintmarks.count(URL)).isNull();
    assertThat(OpenMintmarks.count(URL)).isNull();

    assertThat(OpenMintmarks.count(URL))
        .isNotNull()
        .satisfies(first -> assertThat(first.getStackTrace())
            .anyMatch(frame -> frame.getMethodName().startsWith("count_thirdOnOneStore")));

    OpenMintmarks.closed(URL);
    assertThat(OpenMintmarks.count(URL)).isNull();
    for (int i = 0; i < 3; i++) {
      OpenMintmarks.closed(URL);
    }
  }

  @Test
  void count_oneAfterAnother_isNotLogged() {
    for (int i = 0; i < 5; i++) {
      assertThat(OpenMintmarks.count(URL)).isNull();
      OpenMintmarks.closed(URL);
    }
  }
}
