package io.mintmark.server.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.PrematureChannelClosureException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests clients that send or read slowly, and clients that close their direction. */
class ConnectionTest {

  /** The time within which a slow client is disconnected. */
  private static final int MAX_SECONDS = 2 * Connection.LOOK_SECONDS;

  private static final int LONG_SECONDS = 600;

  /** The client stops reading when this is set. */
  private boolean stuck;

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private ConnectionLimit limit = ConnectionFixture.limit(() -> false);

  private Connection open() {
    return open(() -> false);
  }

  private Connection open(BooleanSupplier asksForTokens) {
    channel.freezeTime();
    limit = ConnectionFixture.limit(asksForTokens);
    Connection connection = ConnectionFixture.of(channel, limit);
    channel
        .pipeline()
        .addLast(
            new ChannelOutboundHandlerAdapter() {
              @Override
              public void flush(ChannelHandlerContext ctx) {
                if (!stuck) {
                  ctx.flush();
                }
              }
            },
            connection);
    channel.pipeline().fireChannelActive();
    return connection;
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private void send(String text) {
    channel.writeInbound(Unpooled.copiedBuffer(text, US_ASCII));
  }

  private boolean isOpenAfter(int seconds) {
    for (int second = 0; second < seconds; second++) {
      channel.advanceTimeBy(1, TimeUnit.SECONDS);
      channel.runScheduledPendingTasks();
      channel.runPendingTasks();
    }
    return channel.isOpen();
  }

  @Test
  void request_sentTooSlowly_isClosed() {
    Connection unusedConnection = open();
    for (int second = 0; second < MAX_SECONDS && channel.isOpen(); second++) {
      send("x");
      boolean unusedYet = isOpenAfter(1);
    }

    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void requests_eachComplete_areAnsweredForever() {
    Connection connection = open();
    for (int second = 0; second <= LONG_SECONDS; second++) {
      send("x");
      connection.isWithin(false);
      assertThat(isOpenAfter(1)).isTrue();
    }
  }

  @Test
  void silence_betweenRequests_isTolerated() {
    Connection connection = open();
    send("x");
    connection.isWithin(false);

    assertThat(isOpenAfter(LONG_SECONDS)).isTrue();
  }

  @Test
  void replies_notTaken_closeTheConnectionAndStopReading() {
    Connection unusedConnection = open();
    stuck = true;
    ChannelFuture unused = channel.writeAndFlush(Unpooled.wrappedBuffer(new byte[1 << 20]));
    assertThat(channel.config().isAutoRead()).isFalse();

    assertThat(isOpenAfter(Connection.LOOK_SECONDS)).isTrue();
    assertThat(isOpenAfter(Connection.LOOK_SECONDS + 1)).isFalse();
  }

  @Test
  void halfClose_requestNotAnswered_endsAfterTheReply() {
    Connection connection = open();
    send("x");
    connection.isWithin(false);
    connection.reads();
    channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
    assertThat(channel.isOpen()).isTrue();

    connection.answered();

    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void halfClose_withinARequest_endsAtOnce() {
    Connection unusedConnection = open();
    send("x");
    channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);

    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void token_notShownInTime_closesTheConnection() {
    Connection unusedConnection = open(() -> true);

    assertThat(isOpenAfter(9)).isTrue();
    assertThat(isOpenAfter(3)).isFalse();
  }

  @Test
  void token_shown_keepsTheConnection() {
    Connection connection = open(() -> true);
    assertThat(connection.admits(true, false)).isTrue();

    assertThat(isOpenAfter(LONG_SECONDS)).isTrue();
  }

  @Test
  void run_partFails_countsAFaultAndCutsTheConnection() {
    Connection connection = open();
    connection.run(() -> {
      throw new IllegalStateException("a fault of this server");
    });
    channel.runPendingTasks();

    assertThat(limit.refused(ConnectionLimit.Refusal.FAULT)).isOne();
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void failed_faultOfClient_isNotCounted() {
    Connection connection = open();
    IllegalArgumentException malformed = new IllegalArgumentException("not a number");
    connection.failed(malformed);
    connection.failed(new PrematureChannelClosureException("within a request"));
    channel.runPendingTasks();

    assertThat(limit.refused(ConnectionLimit.Refusal.FAULT)).isZero();
    assertThat(isOpenAfter(1)).isFalse();
  }
}
