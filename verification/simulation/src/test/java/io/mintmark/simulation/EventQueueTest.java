package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The queue that all of a world goes through, against the JDK's. */
class EventQueueTest {

  private record Planned(long atNanos, long number) {}

  @Test
  void remove_afterEventsInAnyOrder_takesTheFirstByTimeAndThenByNumber() {
    SplittableRandom random = new SplittableRandom(11);
    PriorityQueue<Planned> expected = new PriorityQueue<>(
        Comparator.comparingLong(Planned::atNanos).thenComparingLong(Planned::number));
    EventQueue<Planned> queue = new EventQueue<>();
    for (int i = 0; i < 50_000; i++) {
      if (expected.isEmpty() || random.nextInt(5) < 3) {
        Planned event = new Planned(random.nextLong(1_000), random.nextBoolean() ? i : i - 100_000);
        expected.add(event);
        queue.add(event.atNanos(), event.number(), event);
      } else {
        assertThat(queue.nextNanos()).isEqualTo(expected.element().atNanos());
        assertThat(queue.remove()).isEqualTo(expected.remove());
      }
    }
    assertThat(expected).hasSizeGreaterThan(2_000);
    while (!expected.isEmpty()) {
      assertThat(queue.remove()).isEqualTo(expected.remove());
    }
    assertThat(queue.nextNanos()).isEqualTo(Long.MAX_VALUE);
  }
}
