package io.mintmark.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.store.MemoryStore;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.testkit.Race;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class StoreIdentityTest {

  @Test
  void of_manyThreads_returnsTheSame() {
    MemoryStore store = new MemoryStore();

    assertThat(new HashSet<>(Race.run(8, index -> StoreIdentity.of(store))))
        .containsExactly(store.position(StoreLines.IDENTITY))
        .allMatch(identity -> identity > 0);
  }

  @Test
  void of_twoStores_differs() {
    assertThat(StoreIdentity.of(new MemoryStore()))
        .isNotEqualTo(StoreIdentity.of(new MemoryStore()));
  }
}
