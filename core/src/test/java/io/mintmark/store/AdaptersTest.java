package io.mintmark.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.ConfigurationException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdaptersTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @Test
  void open_memory_isEmpty() {
    try (ClaimStore store = Adapters.open("memory:", TIMEOUT)) {
      assertThat(store.lines("")).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "redis://h/0, scheme=redis; add the artifact io.mintmark:mintmark-store-redis",
    "nosuch:x, scheme='nosuch'"
  })
  void open_noAdapter_namesTheArtifactOrTheSchemes(String url, String reason) {
    assertThatThrownBy(() -> Adapters.open(url, TIMEOUT))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "mongodb://h/d#c/i, reads a counter at such a URL: scheme=mongodb; add the artifact"
        + " io.mintmark:mintmark-store-mongodb",
    "file:/tmp#x, starts with one of",
    "redis://u:secret@h/0, 'then ''#'' and what names it there: url=redis://***@h/0'"
  })
  void read_noReader_namesTheArtifactOrTheRule(String url, String reason) {
    assertThatThrownBy(() -> Adapters.read(url, TIMEOUT))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(reason);
  }
}
