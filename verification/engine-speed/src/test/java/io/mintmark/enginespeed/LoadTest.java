package io.mintmark.enginespeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class LoadTest {

  private static final Load SHORT = new Load(Duration.ofMillis(1), Duration.ofMillis(5));

  @Test
  void run_ofACounter_tellsHowFastItIs() throws Exception {
    AtomicLong counter = new AtomicLong();
    Sample sample = SHORT.run(new Contender("counter", () -> counter::incrementAndGet), 3);
    assertThat(sample.perSecond()).isPositive();
    assertThat(sample.p99Micros()).isGreaterThanOrEqualTo(sample.p50Micros());
  }

  @Test
  void run_numberThatComesTwice_isRefused() {
    Contender same = new Contender("same", () -> () -> 7);
    assertThatThrownBy(() -> SHORT.run(same, 2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a number came twice: contender=same, number=7");
  }

  @Test
  void run_severalThreads_opensAndClosesADrawingForEach() throws Exception {
    AtomicInteger open = new AtomicInteger();
    AtomicInteger opened = new AtomicInteger();
    AtomicLong counter = new AtomicLong();
    Sample unused = SHORT.run(
        new Contender("counter", () -> {
          open.incrementAndGet();
          opened.incrementAndGet();
          return new Drawing() {
            @Override
            public long next() {
              return counter.incrementAndGet();
            }

            @Override
            public void close() {
              open.decrementAndGet();
            }
          };
        }),
        4);
    assertThat(opened).hasValue(4);
    assertThat(open).hasValue(0);
  }

  @Test
  void sample_ofAHundredCalls_hasTheFiftiethAndTheNinetyNinth() {
    long[] nanos = LongStream.rangeClosed(1, 100).map(i -> i * 1_000).toArray();
    assertThat(Sample.of(10, nanos)).isEqualTo(new Sample(10, 50, 99));
  }
}
