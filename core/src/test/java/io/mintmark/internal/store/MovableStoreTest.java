package io.mintmark.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.LineMovedException;
import io.mintmark.store.EngineLife;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * A process uses a line for the first time while another process moves all lines away. If the first
 * process receives positions, its line is in the listing of the other. This holds whichever of the
 * two calls that begin together takes effect first.
 */
class MovableStoreTest {

  private static final String LINE = "worker/users/1";
  private static final String OTHER = "worker/users/2";
  private static final String TARGET = "redis://b.example.com:6379";

  private final MemoryStore engine = new MemoryStore();

  /** The lines that the moving process has listed after it closed the gate. */
  private final List<String> listed = new ArrayList<>();

  /**
   * Records the target store, closes the gate, lists all lines, and claims each line to its end.
   */
  private void move() {
    sayWhere();
    long last = engine.position(StoreLines.GATE);
    assertThat(engine.claim(StoreLines.GATE, last, Long.MAX_VALUE - last)).isEqualTo(last);
    engine.lines("worker/").forEach(line -> {
      listed.add(line.name());
      long unused = engine.claim(line.name(), line.next(), Long.MAX_VALUE - line.next());
    });
  }

  private void sayWhere() {
    assertThat(engine.compareAndSet(StoreLines.MOVED_TO, 0, 77)).isTrue();
    engine.annotate(StoreLines.MOVED_TO, TARGET);
    engine.annotate(StoreLines.GATE, "closed by host a");
  }

  private static void assertMoved(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            LineMovedException.class, e -> assertThat(e.target()).isEqualTo(TARGET));
  }

  /**
   * Returns a store on an engine that executes two calls in reverse order if they begin together.
   * Optionally, all lines are moved between the two.
   */
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
  void compareAndSet_movedAfterTheGate_takesNothing() {
    assertThat(engine.claim(LINE, 0, 5)).isZero();

    assertThat(passingTheGateFirst(true).compareAndSet(LINE, 5, 9)).isFalse();

    assertThat(listed).containsExactly(LINE);
  }

  @Test
  void compareAndSet_movedBeforeTheGate_throws() {
    assertThat(engine.claim(LINE, 0, 5)).isZero();
    move();

    assertThatThrownBy(() -> new MovableStore(engine).compareAndSet(LINE, 5, 9))
        .isInstanceOf(LineMovedException.class);
  }

  @Test
  void compareAndSet_absentLine_passesTheGateAfterwards() {
    assertThat(passingTheGateFirst(true).compareAndSet(LINE, 0, 9)).isTrue();

    assertThat(engine.position(StoreLines.GATE)).isEqualTo(1);
    assertThat(listed).isEmpty();
    move();
    assertThat(listed).containsExactly(LINE);
  }

  @Test
  void compareAndSet_sameLineAgain_passesTheGateOnce() {
    MovableStore store = passingTheGateFirst(false);
    assertThat(engine.claim(LINE, 0, 5)).isZero();

    assertThat(store.compareAndSet(LINE, 5, 9)).isTrue();
    assertThat(store.compareAndSet(LINE, 9, 12)).isTrue();

    assertThat(engine.position(StoreLines.GATE)).isEqualTo(1);
  }

  @Test
  void everyCall_movedLine_failsNamingTheTarget() {
    MovableStore store = new MovableStore(engine);
    assertThat(store.claim(LINE, 0, 5)).isZero();
    assertThat(store.beginClaim(LINE, 0, 2).getAsLong()).isEqualTo(5);
    assertThat(store.position(LINE)).isEqualTo(7);
    assertThat(store.positions(List.of(OTHER, LINE)).next()).containsExactly(0L, 7L);
    move();

    assertMoved(() -> store.claim(LINE, 0, 1));
    assertMoved(() -> store.beginClaim(LINE, 0, 1).getAsLong());
    assertMoved(() -> store.position(LINE));
    assertMoved(() -> store.positions(List.of(OTHER, LINE)));
    assertMoved(() -> store.lower(LINE, Long.MAX_VALUE, 3));
    assertThat(engine.position(LINE)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void life_lossyEngineWithMovedLine_failsNamingTheTarget() {
    MovableStore store = new MovableStore(new ForwardingStore(engine) {
      @Override
      public Optional<EngineLife> life(List<String> lines) {
        return Optional.of(
            new EngineLife("a", Instant.EPOCH, Instant.EPOCH, positions(lines).next()));
      }
    });
    assertThat(store.claim(LINE, 0, 5)).isZero();
    assertThat(store.life(List.of(LINE, OTHER)).orElseThrow().next()).containsExactly(5L, 0L);
    move();

    assertMoved(() -> store.life(List.of(OTHER, LINE)));
  }

  @Test
  void everyWrite_newLineAfterTheMove_failsAtTheGate() {
    MovableStore store = new MovableStore(engine);
    move();

    assertMoved(() -> store.claim(LINE, 0, 5));
    assertMoved(() -> store.beginClaim(LINE, 0, 5).getAsLong());
    assertMoved(() -> store.compareAndSet(OTHER, 0, 5));
    assertMoved(() -> store.beginCompareAndSet(OTHER, 5, 6).getAsBoolean());
    assertThat(store.positions(List.of(LINE, OTHER)).next()).containsExactly(10L, 6L);
  }

  @Test
  void claim_lineExhausted_throwsExhausted() {
    MovableStore store = new MovableStore(engine);
    sayWhere();
    assertThat(engine.claim(StoreLines.DOCTOR, 0, Long.MAX_VALUE)).isZero();
    assertThat(engine.claim(LINE, 0, Long.MAX_VALUE)).isZero();
    assertThat(engine.claim(OTHER, 0, 7)).isZero();

    assertThatThrownBy(() -> store.claim(LINE, 0, 1)).isInstanceOf(ExhaustedException.class);
    assertThat(store.position(LINE)).isEqualTo(Long.MAX_VALUE);
    assertThat(store.lower(OTHER, 7, 3)).isTrue();
    assertThat(store.lower(OTHER, 7, 3)).isFalse();
  }

  @Test
  void claim_moreThanTheRemainderAfterTheMove_throwsExhausted() {
    MovableStore store = new MovableStore(engine);
    move();
    assertThat(engine.claim(LINE, 0, 5)).isZero();

    assertThatThrownBy(() -> store.claim(LINE, 0, Long.MAX_VALUE))
        .isInstanceOf(ExhaustedException.class);
  }

  @Test
  void compareAndSet_otherPosition_changesNothingAndSkipsTheGate() {
    MovableStore store = new MovableStore(engine);
    assertThat(store.beginCompareAndSet(LINE, 0, 5).getAsBoolean()).isTrue();
    assertThat(engine.position(StoreLines.GATE)).isEqualTo(1);

    assertThat(store.compareAndSet(LINE, 4, 9)).isFalse();
    assertThat(store.compareAndSet(LINE, 0, 9)).isFalse();
    assertThat(store.beginCompareAndSet(LINE, 4, 9).getAsBoolean()).isFalse();

    assertThat(engine.position(LINE)).isEqualTo(5);
    assertThat(engine.position(StoreLines.GATE)).isEqualTo(1);
  }
}
