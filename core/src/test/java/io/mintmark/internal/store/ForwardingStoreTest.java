package io.mintmark.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.store.ClaimStore;
import io.mintmark.testkit.FaultyStore;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ForwardingStoreTest {

  private static final class Passing extends ForwardingStore {
    Passing(LineStore store) {
      super(store);
    }
  }

  /**
   * If this class did not override a method, the wrapped store's own answer would be lost. The
   * exceptions are default methods that call another method: to read a page, claim, move, create or
   * read lines.
   */
  @Test
  void methods_ofAStore_areAllForwarded() throws NoSuchMethodException {
    Set<Method> callAnother = Set.of(
        LineStore.class.getMethod("of", ClaimStore.class),
        LineStore.class.getMethod("lines", String.class),
        LineStore.class.getMethod("line", String.class),
        LineStore.class.getMethod("beginClaim", String.class, long.class, long.class),
        LineStore.class.getMethod("beginCompareAndSet", String.class, long.class, long.class),
        LineStore.class.getMethod("create", List.class),
        LineStore.class.getMethod("positions", List.class));
    for (Method method : LineStore.class.getMethods()) {
      if (!callAnother.contains(method)) {
        assertThat(ForwardingStore.class.getDeclaredMethods())
            .as("%s", method)
            .anyMatch(own -> own.getName().equals(method.getName())
                && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
      }
    }
  }

  @Test
  void calls_areForwarded_toTheDelegate() {
    FaultyStore behind = new FaultyStore();
    behind.setCanLoseAcknowledgedWrites(true);
    behind.setClockOffset(Duration.ofDays(9));
    Durability durability = new Durability(List.of(new Durability.Setting("fsync", "off", "loss")));
    behind.setDurability(durability);
    try (LineStore store = new Passing(behind)) {
      assertThat(store.claim("a", 5, 2)).isEqualTo(5);
      assertThat(store.compareAndSet("a", 7, 9)).isTrue();
      store.annotate("a", "mine");

      assertThat(store.position("a")).isEqualTo(behind.position("a")).isEqualTo(9);
      assertThat(store.lines("")).isEqualTo(behind.lines("")).hasSize(1);
      assertThat(store.line("a")).isPresent().isEqualTo(behind.line("a"));
      assertThat(store.now().orElseThrow()).isAfter(Instant.now().plus(Duration.ofDays(8)));
      assertThat(store.canLoseAcknowledgedWrites()).isTrue();
      assertThat(store.durability()).isEqualTo(durability);
      behind.forgetAll();
      assertThat(store.life(List.of("a")).orElseThrow().id())
          .isEqualTo(behind.life(List.of("a")).orElseThrow().id());
      store.declareNew();
      assertThat(behind.life(List.of("a")).orElseThrow().began()).isEqualTo(Instant.EPOCH);
    }
  }
}
