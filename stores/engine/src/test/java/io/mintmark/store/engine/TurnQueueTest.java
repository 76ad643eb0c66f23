package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.store.engine.TurnQueue.Turn;
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

  /** A thread that parks until it has the turn, and then ends its turn. */
  private final class Parking {
    private final AtomicReference<Turn> got = new AtomicReference<>();
    private final CountDownLatch waits = new CountDownLatch(1);
    private final Thread thread = new Thread(this::take);

    Parking() throws InterruptedException {
      thread.start();
      waits.await();
    }

    private void take() {
      Turn turn = queue.take(() -> {
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

    assertThatThrownBy(() -> queue.take(TurnQueueTest::never)).hasMessage("it is another's turn");
    queue.end(turn);
    assertThat(queue.take(TurnQueueTest::never)).isNotSameAs(turn);
  }

  @Test
  void end_othersParked_takeTurnsInOrder() throws InterruptedException {
    Turn first = queue.take(TurnQueueTest::never);
    List<Parking> parking = List.of(new Parking(), new Parking(), new Parking());

    queue.end(first);

    for (Parking each : parking) {
      assertThat(each.turn()).isNotSameAs(first);
    }
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
