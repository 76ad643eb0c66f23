package io.mintmark.server;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.store.MemoryStore;
import org.junit.jupiter.api.Test;

class ClaimedEndsTest {

  private final ClaimedEnds store = new ClaimedEnds(new MemoryStore());

  @Test
  void lower_line_lowersItsClaimedEnd() {
    store.claim("seq/orders", 0, 100);
    store.claim("worker/users/0", 0, 100);

    assertThat(store.lower("seq/orders", 100, 40)).isTrue();

    assertThat(store.ends()).containsOnly(entry("seq/orders", 40L));
  }

  @Test
  void lower_otherExpectedPosition_changesNothing() {
    store.claim("seq/orders", 0, 100);

    assertThat(store.lower("seq/orders", 99, 40)).isFalse();

    assertThat(store.ends()).containsOnly(entry("seq/orders", 100L));
  }
}
