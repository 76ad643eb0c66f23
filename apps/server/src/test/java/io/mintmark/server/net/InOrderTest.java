package io.mintmark.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.CapturedLog;
import io.mintmark.server.PausableClient;
import io.mintmark.service.RunsOn;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InOrderTest {

  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(60);
  private static final int ROOM_BYTES = 2000;
  private static final int TAKEN_BYTES = ROOM_BYTES / 2;
  private static final int LARGE_BYTES = RequestMemory.OWN_BYTES + TAKEN_BYTES;
  private static final int TOO_LARGE_BYTES = RequestMemory.OWN_BYTES + ROOM_BYTES + 1;

  /** Tasks that wait until the test runs them, like calls to a slow store. */
  private final Queue<Runnable> waiting = new ArrayDeque<>();

  /** The future for which requests that start with {@code later} wait, without a thread. */
  private final CompletableFuture<String> claimed = new CompletableFuture<>();

  private final RequestMemory memory = new RequestMemory(ROOM_BYTES);
  private final Traffic traffic = new Traffic();
  private final SlowClientTimeout slowClients = new SlowClientTimeout(
      new PipelineMemory(new ConnectionMemory(memory)), traffic, message -> 0);
  private final PausableClient client = new PausableClient();
  private final EmbeddedChannel channel = new EmbeddedChannel(
      client,
      slowClients,
      new InOrder<>(
          new Echo(), new RequestThreads(waiting::add, waiting::add), ANSWER_WITHIN, slowClients));

  private static final ConnectionBounds ONE_CLIENT =
      new ConnectionBounds(1, Map.of(), Duration.ofSeconds(10));

  /**
   * Replies with the request. A request that starts with {@code slow} occupies a thread until the
   * store answers; a request that starts with {@code later} occupies none. A request with {@code
   * large} announces a large reply. With {@code larger}, the reply exceeds the memory. With {@code
   * surprising}, a large reply is not announced. With {@code broken}, computing the size of the
   * reply fails.
   */
  private final class Echo implements Exchange<String> {

    @Override
    public String read(Object message) {
      return (String) message;
    }

    @Override
    public String malformed(Throwable cause) {
      return "malformed: last";
    }

    @Override
    public boolean isOfClient(String request) {
      return true;
    }

    @Override
    public RunsOn runsOn(String request) {
      return request.startsWith("slow") ? RunsOn.WAITING_THREAD : RunsOn.EVENT_LOOP;
    }

    @Override
    public CompletableFuture<String> answer(String request, Executor then) {
      return request.startsWith("later")
          ? claimed.thenApplyAsync(unused -> request, then)
          : CompletableFuture.completedFuture(request);
    }

    @Override
    public long mostBytes(String request) {
      return request.contains("large") ? LARGE_BYTES : 0;
    }

    @Override
    public long bytes(Object answer) {
      String text = answer.toString();
      if (text.contains("broken")) {
        throw new IllegalStateException(text);
      }
      if (text.startsWith("failed")) {
        return text.length();
      }
      if (text.contains("larger")) {
        return TOO_LARGE_BYTES;
      }
      return text.contains("large") || text.contains("surprising") ? LARGE_BYTES : text.length();
    }

    @Override
    public Object failed(String request, Throwable cause) {
      return "failed: " + request;
    }

    @Override
    public void count(Object answer, AnswerCount to) {
      boolean failed = answer.toString().startsWith("failed");
      to.answered(failed ? RequestOutcome.FAILED : RequestOutcome.OK, 1);
    }

    @Override
    public CallTimes times(String request, Traffic to) {
      return to.of(request.split(" ", -1)[0], NO_KIND);
    }

    @Override
    public boolean isLast(String request) {
      return request.endsWith("last");
    }

    @Override
    public Object asLast(Object answer) {
      return answer + "!";
    }
  }

  private List<Object> answers() {
    List<Object> answers = new ArrayList<>();
    for (Object next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
      answers.add(next);
    }
    return answers;
  }

  private void store(int answers) {
    for (int i = 0; i < answers; i++) {
      waiting.remove().run();
      channel.runPendingTasks();
    }
  }

  @Test
  void requests_withoutAWait_areAnsweredAtOnce() {
    channel.writeInbound("a", "b");

    assertThat(answers()).containsExactly("a", "b");
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void requests_behindABlockingRequest_waitAndReadingStops() {
    channel.writeInbound("a", "slow 1", "b", "slow 2", "c");

    assertThat(answers()).containsExactly("a");
    assertThat(channel.config().isAutoRead()).isFalse();
    store(1);
    assertThat(answers()).containsExactly("slow 1", "b");
    store(1);
    assertThat(answers()).containsExactly("slow 2", "c");
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void requests_behindAnAsyncRequest_waitWithoutAWorkerThread() {
    channel.writeInbound("a", "later 1", "b", "later 2", "c");

    assertThat(answers()).containsExactly("a");
    assertThat(waiting).isEmpty();
    assertThat(channel.config().isAutoRead()).isFalse();
    claimed.complete("");
    channel.runPendingTasks();
    assertThat(answers()).containsExactly("later 1", "b", "later 2", "c");
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void asyncAnswer_clientDisconnected_isDropped() {
    channel.writeInbound("later 1", "b");
    channel.close().syncUninterruptibly();
    claimed.complete("");
    channel.runPendingTasks();

    assertThat(answers()).isEmpty();
  }

  @Test
  void asyncAnswer_fails_isAnsweredAsFailed() {
    channel.writeInbound("later 1", "b");
    claimed.completeExceptionally(new IllegalStateException("a fault"));
    channel.runPendingTasks();

    assertThat(answers()).containsExactly("failed: later 1", "b");
  }

  @Test
  void lastRequest_answered_closesAndDropsLaterRequests() {
    channel.writeInbound("a", "slow last", "b");
    store(1);

    assertThat(answers()).startsWith("a", "slow last!").doesNotContain("b");
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void malformedBytes_areAnsweredInOrder() {
    channel.writeInbound("slow 1");
    channel.pipeline().fireExceptionCaught(new DecoderException("nonsense"));

    assertThat(answers()).isEmpty();
    store(1);
    assertThat(answers()).startsWith("slow 1", "malformed: last!");
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void serverFault_inAWorkerThread_closesAndIsLoggedOnce() {
    ConnectionLimit limit = new ConnectionLimit(ONE_CLIENT, () -> false);
    ConnectionSlot slot = new ConnectionSlot(limit, channel, "resp");
    channel.pipeline().addFirst(slot);
    try (CapturedLog log = new CapturedLog(ConnectionLimit.class)) {
      channel.writeInbound("slow broken");
      store(1);
      assertThat(channel.isOpen()).isFalse();
      slot.countFault(new IllegalStateException("once more"));

      assertThat(limit.refused(ConnectionLimit.Refusal.FAULT)).isEqualTo(2);
      assertThat(log.messages())
          .containsExactly(
              "a connection was closed by a fault of the server; similar messages suppressed: 0");
    }
  }

  private static Stream<Exception> lostClients() {
    return Stream.of(new IOException("Connection reset by peer"), ReadTimeoutException.INSTANCE);
  }

  @ParameterizedTest
  @MethodSource("lostClients")
  void client_disconnectedOrTimedOut_isClosedWithoutAFault(Exception cause) {
    ConnectionLimit limit = new ConnectionLimit(ONE_CLIENT, () -> false);
    channel.pipeline().addFirst(new ConnectionSlot(limit, channel, "resp"));
    channel.pipeline().fireExceptionCaught(cause);

    assertThat(channel.isOpen()).isFalse();
    assertThat(limit.refused(ConnectionLimit.Refusal.FAULT)).isZero();
  }

  @Test
  void finish_withRequestsUnanswered_answersThemFirst() {
    channel.writeInbound("slow 1", "b");
    channel.pipeline().fireUserEventTriggered(InOrder.FINISH);

    assertThat(channel.isOpen()).isTrue();
    store(1);
    assertThat(answers()).startsWith("slow 1", "b!");
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void finish_ofAnIdleConnection_answersTheNextRequestAsTheLast() {
    channel.pipeline().fireUserEventTriggered(InOrder.FINISH);
    assertThat(channel.isOpen()).isTrue();
    channel.writeInbound("a");

    assertThat(answers()).startsWith("a!");
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void end_ofAnIdleConnection_closesIt() {
    channel.pipeline().fireUserEventTriggered(InOrder.FINISH);
    channel.pipeline().fireUserEventTriggered(InOrder.END);

    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void request_waitsTooLong_failsAndIsTheLast() {
    channel.writeInbound("slow 1", "b");
    channel.advanceTimeBy(ANSWER_WITHIN.toMillis() + 1, TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();

    assertThat(answers()).startsWith("failed: slow 1!");
    assertThat(channel.isOpen()).isFalse();
    store(1);
    assertThat(answers()).isEmpty();
  }

  @Test
  void client_notReading_isNeitherAnsweredNorRead() {
    channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
    channel.writeInbound("a", "b");

    assertThat(answers()).isEmpty();
    assertThat(channel.config().isAutoRead()).isFalse();
    channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
    channel.runPendingTasks();
    assertThat(answers()).containsExactly("a", "b");
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void largeRequests_noMemoryLeft_failAndOthersAreAnswered() {
    assertThat(memory.take(TAKEN_BYTES + 1)).isTrue();
    channel.writeInbound("large", "b");
    memory.giveBack(1);
    channel.writeInbound("large");

    assertThat(answers()).containsExactly("failed: large", "b", "large");
    assertThat(traffic.answers(RequestOutcome.FAILED)).isEqualTo(1);
    assertThat(traffic.answers(RequestOutcome.OK)).isEqualTo(2);
  }

  @Test
  void largeAnswer_exactlyEnoughMemory_holdsItUntilTheAnswerIsRead() {
    assertThat(memory.take(ROOM_BYTES - TAKEN_BYTES)).isTrue();
    client.reads(false);
    channel.writeInbound("slow large");
    assertThat(memory.takenBytes()).as("before").isEqualTo(ROOM_BYTES);
    store(1);
    assertThat(memory.takenBytes()).as("made").isEqualTo(ROOM_BYTES);
    client.reads(true);
    channel.flush();

    assertThat(memory.takenBytes()).as("taken").isEqualTo(ROOM_BYTES - TAKEN_BYTES);
    assertThat(answers()).containsExactly("slow large");
  }

  @Test
  void largeAnswer_clientDisconnects_freesItsMemory() {
    client.reads(false);
    channel.writeInbound("large");
    assertThat(memory.takenBytes()).isEqualTo(TAKEN_BYTES);
    channel.close().syncUninterruptibly();

    assertThat(memory.takenBytes()).isZero();
  }

  @Test
  void largeAnswer_clientDisconnectsEarly_holdsMemoryUntilMade() {
    channel.writeInbound("slow large");
    channel.close().syncUninterruptibly();
    assertThat(memory.takenBytes()).isGreaterThanOrEqualTo(TAKEN_BYTES);
    store(1);

    assertThat(memory.takenBytes()).isZero();
  }

  @Test
  void answer_largerThanTheMemory_isNotSent() {
    client.reads(false);
    channel.writeInbound("larger", "slow larger", "surprising");
    store(1);
    assertThat(memory.takenBytes()).as("the third's").isEqualTo(TAKEN_BYTES);
    client.reads(true);
    channel.flush();

    assertThat(answers()).containsExactly("failed: larger", "failed: slow larger", "surprising");
    assertThat(memory.takenBytes()).isZero();
  }

  @Test
  void waitingRequests_beyondTheMemory_areRefused() {
    channel.writeInbound("slow 1");
    channel.writeInbound(Collections.nCopies(1000, "b").toArray());

    assertThat(memory.takenBytes()).isZero();
    store(1);
    assertThat(answers()).startsWith("slow 1", "malformed: last!");
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void answer_clientDisconnected_isDropped() {
    channel.writeInbound("slow 1", "b");
    channel.close().syncUninterruptibly();
    store(1);

    assertThat(answers()).isEmpty();
  }
}
