package io.mintmark.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.generator.Generator;
import io.mintmark.sequence.Sequence;
import io.mintmark.sequence.SequenceBuilder;
import io.mintmark.testkit.FaultyStore;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a thread gets that must not wait. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NonBlockingThreadTest {

  private enum Kind {
    SEGMENTED,
    STRICT,
    SNOWFLAKE,
    KEY_WITH_WORKER,
    KEY_WITHOUT_WORKER;

    Generator open(Mintmark mint) {
      return switch (this) {
        case SEGMENTED -> mint.sequence("s");
        case STRICT -> mint.sequence("s", SequenceBuilder::strict);
        case SNOWFLAKE -> mint.snowflake("s");
        case KEY_WITH_WORKER -> keys(mint, "{time:yyMMddHHmmssSSS}{worker:2}{seq:3}");
        case KEY_WITHOUT_WORKER -> keys(mint, "{time:yyMMdd}{seq:6}");
      };
    }

    private static Generator keys(Mintmark mint, String format) {
      return mint.keys("s", settings -> settings.format(format).zone("UTC"));
    }
  }

  private static final class EventLoop extends Thread implements NonBlockingThread {
    EventLoop(Runnable work) {
      super(work);
    }
  }

  private static <T> T onEventLoop(Callable<T> call) throws Exception {
    FutureTask<T> task = new FutureTask<>(call);
    new EventLoop(task).start();
    try {
      return task.get(30, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void next_storeStalls_endsAtOnceOnAnEventLoop(Kind kind) throws Exception {
    CountDownLatch answers = new CountDownLatch(1);
    FaultyStore store = new FaultyStore();
    try (Mintmark mint = Mintmark.open(store)) {
      Generator generator = kind.open(mint);
      store.beforeDelivery(() -> await(answers));

      assertThatThrownBy(() -> onEventLoop(() -> generator.nextTexts(1)))
          .isInstanceOf(WouldWaitException.class);
      answers.countDown();
      assertThat(generator.nextTexts(1)).hasSize(1);
    } finally {
      store.close();
    }
  }

  @Test
  void next_fromWhatIsClaimed_isAnsweredOnAnEventLoopAndBurnsNothing() throws Exception {
    FaultyStore store = new FaultyStore();
    try (Mintmark mint = Mintmark.open(store)) {
      Sequence sequence = mint.sequence("s", settings -> settings.segment(4, 4));
      assertThat(sequence.next()).isEqualTo(1);
      CountDownLatch answers = new CountDownLatch(1);
      store.beforeDelivery(() -> await(answers));
      for (long number = 2; number <= 4; number++) {
        assertThat(onEventLoop(() -> sequence.next())).isEqualTo(number);
      }
      for (int again = 0; again < 3; again++) {
        assertThatThrownBy(() -> onEventLoop(() -> sequence.next()))
            .isInstanceOf(WouldWaitException.class);
      }
      answers.countDown();

      assertThat(sequence.next()).isEqualTo(5);
    } finally {
      store.close();
    }
  }

  @Test
  void next_storeIsDown_endsAtOnceOnAnEventLoop() throws Exception {
    FaultyStore store = new FaultyStore();
    try (Mintmark mint = Mintmark.open(store)) {
      Sequence sequence = mint.sequence("s");
      store.setDown(true);
      for (int again = 0; again < 100; again++) {
        assertThatThrownBy(() -> onEventLoop(() -> sequence.next()))
            .isInstanceOf(WouldWaitException.class);
      }
    } finally {
      store.close();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
