package io.mintmark.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.LineMovedException;
import io.mintmark.store.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/**
 * A line is taken while somebody moves all lines away: whoever gets positions is on a line that the
 * listing has, whichever of the two calls that are begun together takes effect first.
 */
class MovableStoreTest {

  private static final String LINE = "worker/users/1";

  private final MemoryStore engine = new MemoryStore();

  /** What the one who moves has listed after it closed the gate. */
  private final List<String> listed = new ArrayList<>();

  /** Closes the gate, lists all lines, and claims each to its end. */
  private void move() {
    long last = engine.position(StoreLines.GATE);
    assertThat(engine.claim(StoreLines.GATE, last, Long.MAX_VALUE - last)).isEqualTo(last);
    engine.lines("worker/").forEach(line -> {
      listed.add(line.name());
      long unused = engine.claim(line.name(), line.next(), Long.MAX_VALUE - line.next());
    });
  }

  /** An engine that does what was begun in the other order, with the moving in between. */
  private MovableStore passingTheGateFirst(boolean moves) {
    return new MovableStore(new ForwardingStore(engine) {
      @Override
      public LongSupplier beginClaim(String line, long atLeast, long count) {
        long start = claim(line, atLeast, count);
        if (moves) {
          move();
        }
        return () -> start;
      }
    });
  }

  @Test
  void compareAndSet_movedBetweenTheGateAndIt_takesNothing() {
    assertThat(engine.claim(LINE, 0, 5)).isZero();

    assertThat(passingTheGateFirst(true).compareAndSet(LINE, 5, 9)).isFalse();

    assertThat(listed).containsExactly(LINE);
  }

  @Test
  void compareAndSet_movedBeforeTheGate_isRefused() {
    assertThat(engine.claim(LINE, 0, 5)).isZero();
    move();

    assertThatThrownBy(() -> new MovableStore(engine).compareAndSet(LINE, 5, 9))
        .isInstanceOf(LineMovedException.class);
  }

  @Test
  void compareAndSet_ofALineThatIsNotThere_waitsForTheGateAfterIt() {
    assertThat(passingTheGateFirst(true).compareAndSet(LINE, 0, 9)).isTrue();

    assertThat(engine.position(StoreLines.GATE)).isEqualTo(1);
    assertThat(listed).isEmpty();
    move();
    assertThat(listed).containsExactly(LINE);
  }

  @Test
  void compareAndSet_ofTheSameLineAgain_passesTheGateOnce() {
    MovableStore store = passingTheGateFirst(false);
    assertThat(engine.claim(LINE, 0, 5)).isZero();

    assertThat(store.compareAndSet(LINE, 5, 9)).isTrue();
    assertThat(store.compareAndSet(LINE, 9, 12)).isTrue();

    assertThat(engine.position(StoreLines.GATE)).isEqualTo(1);
  }

  @Test
  void beginMaking_aLine_takesNoPositionThatAnybodyUses() {
    MovableStore store = new MovableStore(engine);
    store.beginMaking(LINE).run();
    store.beginMaking(LINE).run();

    assertThat(engine.position(LINE)).isEqualTo(MovableStore.MADE);
    assertThat(engine.position(StoreLines.GATE)).isZero();
    assertThat(store.claim(LINE, 0, 1)).isEqualTo(MovableStore.MADE);
    assertThat(engine.position(StoreLines.GATE)).isEqualTo(1);
  }
}
