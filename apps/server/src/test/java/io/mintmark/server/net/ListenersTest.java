package io.mintmark.server.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.server.Await;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.Epoll;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests closing a server with one event loop that is blocked or busy. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("long")
class ListenersTest {

  private static final Duration LAST_REQUEST_WITHIN = Duration.ofMillis(1);

  /** Longer than a client may be silent. */
  private static final Duration HELD_UP = Duration.ofMillis(50);

  /** More than the server accepts at a time. */
  private static final int LATE_CLIENTS = 200;

  /** A message that blocks the event loop. */
  private static final String HOLD_UP = "h";

  private static final Duration DRAIN = Duration.ofSeconds(60);

  private static final int ENDS = 20;
  private static final int CONNECTING = 4;
  private static final int CONNECT_WITHIN_MS = 100;
  private static final int ANSWER_WITHIN_MS = 60_000;

  private final Queue<Object> seen = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<Channel> opened = new CompletableFuture<>();
  private final CountDownLatch told = new CountDownLatch(1);
  private final CountDownLatch sent = new CountDownLatch(1);
  private final Listeners listeners = listeners();

  @AfterEach
  void close() {
    sent.countDown();
    listeners.close();
  }

  @Test
  void close_eventLoopBusy_readsReceivedDataBeforeClosing() throws Exception {
    InetSocketAddress port = listen(listeners, new Noting());
    try (Socket client = connect(port)) {
      Await.until("the connection is open", () -> listeners.open() == 1);
      Thread closing = begin();
      told.await();
      client.getOutputStream().write('a');
      sent.countDown();
      closing.join();

      assertThat(seen).containsExactly(InOrder.FINISH, "a", InOrder.END);
    }
  }

  @Test
  void close_eventLoopBusy_acceptsConnectedClients() throws Exception {
    InetSocketAddress port = listen(listeners, new Noting());
    try (Socket first = connect(port)) {
      first.getOutputStream().write(HOLD_UP.getBytes(US_ASCII));
      Await.until("the loop is held up", () -> seen.contains(HOLD_UP));
      List<Socket> late = new ArrayList<>();
      for (int i = 0; i < LATE_CLIENTS; i++) {
        late.add(connect(port));
      }
      Thread closing = begin();
      Await.until("it waits", () -> closing.getState() == Thread.State.WAITING);
      for (Socket client : late) {
        client.getOutputStream().write('b');
      }
      sent.countDown();
      closing.join();

      for (Socket client : late) {
        assertThat(client.getInputStream().read()).as("closed in order").isNegative();
        client.close();
      }
      assertThat(seen).filteredOn("b"::equals).hasSize(LATE_CLIENTS);
    }
  }

  /**
   * A connection that was being accepted when the port began to drop new connections inherits that
   * setting.
   */
  @Test
  void hearAgain_connectionDroppingData_readsReceivedData() throws Exception {
    assumeTrue(Epoll.isAvailable(), "needs Netty's library for Linux's epoll");
    InetSocketAddress port = listen(listeners, new Noting());
    try (Socket client = connect(port)) {
      Channel connection = opened.join();
      Transport.dropNewcomers(connection);
      client.getOutputStream().write('a');

      Transport.hearAgain(connection);

      Await.until("it is read", () -> seen.contains("a"));
    }
  }

  @Test
  void close_clientsConnecting_losesNone() throws Exception {
    assumeTrue(Epoll.isAvailable(), "needs Netty's library for Linux's epoll");
    Queue<IOException> lost = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < ENDS; i++) {
      CountDownLatch busy = new CountDownLatch(CONNECTING);
      List<Thread> threads = new ArrayList<>();
      try (Listeners ending = listeners()) {
        InetSocketAddress port = listen(ending, new Closing());
        for (int j = 0; j < CONNECTING; j++) {
          threads.add(new Thread(() -> connectUntilTheEnd(port, busy, lost), "connecting"));
        }
        threads.forEach(Thread::start);
        busy.await();
        int unusedCut = ending.close(DRAIN, LAST_REQUEST_WITHIN);
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }

    assertThat(lost).isEmpty();
  }

  /** Connects until the port is closed. */
  private static void connectUntilTheEnd(
      InetSocketAddress port, CountDownLatch busy, Queue<IOException> lost) {
    while (true) {
      try (Socket client = new Socket()) {
        try {
          client.connect(port, CONNECT_WITHIN_MS);
        } catch (IOException refusedOrDropped) {
          busy.countDown();
          return;
        }
        client.setSoTimeout(ANSWER_WITHIN_MS);
        int unusedEnd = client.getInputStream().read();
        busy.countDown();
      } catch (IOException e) {
        lost.add(e);
      }
    }
  }

  private static Listeners listeners() {
    return new Listeners(
        "listeners-test",
        1,
        new ConnectionLimit(new ConnectionBounds(1_000, Map.of(), DRAIN), () -> false),
        new RequestMemory(1_000),
        Optional.empty());
  }

  private static InetSocketAddress listen(Listeners listeners, ChannelHandler handler) {
    return listeners.listen(
        "port",
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        pipeline -> pipeline.addLast(handler));
  }

  private static Socket connect(InetSocketAddress port) throws Exception {
    return new Socket(port.getAddress(), port.getPort());
  }

  private Thread begin() {
    Thread closing = new Thread(() -> listeners.close(DRAIN, LAST_REQUEST_WITHIN), "closing");
    closing.start();
    return closing;
  }

  /** Closes each connection as soon as it is open. */
  @Sharable
  private static final class Closing extends ChannelInboundHandlerAdapter {

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      ChannelFuture unused = ctx.close();
    }
  }

  /** Records messages and events, and closes a connection at {@link InOrder#END}. */
  @Sharable
  private final class Noting extends ChannelInboundHandlerAdapter {

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
      boolean unused = opened.complete(ctx.channel());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
      String text = ((ByteBuf) message).toString(US_ASCII);
      ReferenceCountUtil.release(message);
      seen.add(text);
      if (text.equals(HOLD_UP)) {
        sent.await();
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
      seen.add(event);
      if (event == InOrder.END) {
        ChannelFuture unused = ctx.close();
      } else {
        told.countDown();
        sent.await();
        long until = System.nanoTime() + HELD_UP.toNanos();
        while (until - System.nanoTime() > 0) {
          LockSupport.parkNanos(until - System.nanoTime());
        }
      }
    }
  }
}
