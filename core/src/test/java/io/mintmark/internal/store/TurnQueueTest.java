package io.mintmark.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.internal.store.TurnQueue.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Turns of one thread, which plays the parts of several. Other tests use threads that park. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TurnQueueTest {

  private final TurnQueue queue = new TurnQueue();

  /** A thread that parks until it has the turn or is served, and then ends its turn. */
  private final class Parking {
    private final AtomicReference<Turn> got = new AtomicReference<>();
    private final CountDownLatch waits = new CountDownLatch(1);
    private final Thread thread = new Thread(this::take);
    private final long wanted;

    Parking(long wanted) throws InterruptedException {
      this.wanted = wanted;
      thread.start();
      waits.await();
    }

    private void take() {
      Turn turn = queue.take(wanted, () -> {
        waits.countDown();
        LockSupport.park();
      });
      got.set(turn);
      queue.end(turn);
    }

    Turn turn() throws InterruptedException {
      thread.join();
      return Objects.requireNonNull(got.get());
    }
  }

  private static void never() {
    throw new IllegalStateException("it is another's turn");
  }

  @Test
  void take_emptyQueue_hasTheTurnUntilItEnds() {
    Turn turn = queue.take(TurnQueueTest::never);

    assertThat(turn.isServed()).isFalse();
    assertThatThrownBy(() -> queue.take(TurnQueueTest::never)).hasMessage("it is another's turn");
    queue.end(turn);
    assertThat(queue.take(TurnQueueTest::never)).isNotSameAs(turn);
  }

  @Test
  void end_othersParked_takeTurnsInOrder() throws InterruptedException {
    Turn first = queue.take(TurnQueueTest::never);
    List<Parking> parking = List.of(new Parking(0), new Parking(0), new Parking(0));

    queue.end(first);

    for (Parking each : parking) {
      assertThat(each.turn().isServed()).isFalse();
    }
  }

  @Test
  void serve_othersParked_eachWakesWithItsPart() throws InterruptedException {
    Turn first = queue.take(3, TurnQueueTest::never);
    Parking second = new Parking(4);
    Parking third = new Parking(5);

    assertThat(queue.share(first, 100)).isEqualTo(12);
    queue.serve(first, 50);

    assertThat(second.turn().part()).isEqualTo(53);
    assertThat(third.turn().part()).isEqualTo(57);
    queue.end(queue.take(TurnQueueTest::never));
  }

  @Test
  void share_someDoNotFit_nextOfThemHasTheTurn() throws InterruptedException {
    Turn first = queue.take(3, TurnQueueTest::never);
    Parking fits = new Parking(7);
    Parking tooMuch = new Parking(1);
    Parking leftOut = new Parking(0);

    assertThat(queue.share(first, 10)).isEqualTo(10);
    queue.serve(first, 0);

    assertThat(fits.turn().part()).isEqualTo(3);
    assertThat(tooMuch.turn().isServed()).isFalse();
    assertThat(leftOut.turn().isServed()).isFalse();
    queue.end(queue.take(TurnQueueTest::never));
  }

  @Test
  void serve_lastInTheQueue_nextCallerHasTheTurn() {
    Turn first = queue.take(1, TurnQueueTest::never);

    Turn last = queue.take(1, () -> {
      assertThat(queue.share(first, 9)).isEqualTo(2);
      queue.serve(first, 5);
    });

    assertThat(last.part()).isEqualTo(6);
    queue.end(queue.take(TurnQueueTest::never));
  }

  @Test
  void share_twice_replacesTheFirst() {
    Turn first = queue.take(1, TurnQueueTest::never);
    List<Long> sums = new ArrayList<>();

    Turn second = queue.take(8, () -> {
      sums.add(queue.share(first, 100));
      sums.add(queue.share(first, 5));
      queue.serve(first, 0);
    });

    assertThat(sums).containsExactly(9L, 1L);
    assertThat(second.isServed()).isFalse();
  }

  @Test
  void end_oneInTheMiddle_keepsTheOrderOfOthers() {
    Turn first = queue.take(TurnQueueTest::never);
    assertThatThrownBy(() -> queue.take(TurnQueueTest::never)).hasMessage("it is another's turn");

    Turn third = queue.take(() -> queue.end(first));
    queue.end(third);

    queue.end(queue.take(TurnQueueTest::never));
  }
}
