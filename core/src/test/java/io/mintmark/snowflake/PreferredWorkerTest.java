package io.mintmark.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import org.junit.jupiter.api.Test;

class PreferredWorkerTest {

  @Test
  void preferredWorker_hostNames_areParsed() {
    assertThat(PreferredWorker.ofStatefulSet("orders-7")).isEqualTo(7);
    assertThat(PreferredWorker.ofHostName("snowalker朝闻道夕死可矣", 1 << 20)).isEqualTo(205219);
    assertThat(PreferredWorker.ofHostName("host-12", 1024))
        .isEqualTo(PreferredWorker.ofHostName("host-21", 1024));
    for (String name : new String[] {"", "orders", "orders-", "orders-x", "-9999999999"}) {
      assertThatThrownBy(() -> PreferredWorker.ofStatefulSet(name))
          .isInstanceOf(ConfigurationException.class);
    }
    assertThatThrownBy(() -> PreferredWorker.ofHostName("", 4))
        .isInstanceOf(ConfigurationException.class);
  }
}
