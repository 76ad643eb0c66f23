package io.mintmark.server.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.server.Await;
import io.netty.channel.Channel;
import io.netty.channel.epoll.Epoll;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TcpServerConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests closing a server with one event loop that is blocked or busy. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("long")
class ListenersTest {

  private static final Duration LAST_REQUEST_WITHIN = Duration.ofMillis(1);

  /** More than the server accepts at a time. */
  private static final int LATE_CLIENTS = 200;

  /** A message that blocks the event loop. */
  private static final String HOLD_UP = "h";

  private static final Duration DRAIN = Duration.ofSeconds(60);

  private static final int ENDS = 20;
  private static final int CONNECTING = 4;
  private static final int CONNECT_WITHIN_MS = 100;
  private static final int ANSWER_WITHIN_MS = 60_000;

  private final Queue<String> seen = new ConcurrentLinkedQueue<>();
  private final CountDownLatch sent = new CountDownLatch(1);
  private final Listeners listeners = listeners();

  @AfterEach
  void close() {
    sent.countDown();
    listeners.close();
  }

  @Test
  void close_eventLoopBusy_readsReceivedDataBeforeClosing() throws Exception {
    InetSocketAddress port = listen(listeners, this::note);
    try (Socket first = connect(port);
        Socket client = connect(port)) {
      Await.until("the connections are open", () -> listeners.limit().open() == 2);
      first.getOutputStream().write(HOLD_UP.getBytes(US_ASCII));
      Await.until("the loop is held up", () -> seen.contains(HOLD_UP));
      Thread closing = begin();
      Await.until("it waits", () -> closing.getState() == Thread.State.WAITING);
      client.getOutputStream().write('a');
      sent.countDown();
      closing.join();

      assertThat(seen).contains("a");
    }
  }

  @Test
  void close_eventLoopBusy_acceptsConnectedClients() throws Exception {
    InetSocketAddress port = listen(listeners, this::note);
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
   * A connection that was being accepted when the port began to drop packets inherits that setting.
   */
  @Test
  void dropPackets_noMoreOnAConnection_readsReceivedData() throws Exception {
    assumeTrue(Epoll.isAvailable(), "needs Netty's library for Linux's epoll");
    CompletableFuture<Channel> opened = new CompletableFuture<>();
    InetSocketAddress port = listen(listeners, socket -> {
      note(socket);
      opened.complete(channel(socket));
    });
    try (Socket client = connect(port)) {
      Channel connection = opened.get(ANSWER_WITHIN_MS, TimeUnit.MILLISECONDS);
      Transport.dropPackets(connection, Transport.DROP_ALL);
      client.getOutputStream().write('a');

      Transport.dropPackets(connection, Transport.DROP_NONE);

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
        InetSocketAddress port = listen(ending, socket -> connection(socket).end());
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
        1, new ConnectionLimit(1_000, DRAIN, () -> false), new InFlight(1_000), Optional.empty());
  }

  private static InetSocketAddress listen(Listeners listeners, Consumer<NetSocket> opened) {
    return listeners.listen(
        "port", new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new Opening(opened));
  }

  private static Socket connect(InetSocketAddress port) throws Exception {
    return new Socket(port.getAddress(), port.getPort());
  }

  private Thread begin() {
    Thread closing = new Thread(() -> listeners.close(DRAIN, LAST_REQUEST_WITHIN), "closing");
    closing.start();
    return closing;
  }

  private static Channel channel(NetSocket socket) {
    return ((NetSocketInternal) socket).channelHandlerContext().channel();
  }

  private static Connection connection(NetSocket socket) {
    return Connection.of(channel(socket));
  }

  /** Records what a connection sends, each time as a whole request. */
  private void note(NetSocket socket) {
    var unused = socket.handler((Buffer data) -> {
      String text = data.toString(US_ASCII);
      connection(socket).isWithin(false);
      seen.add(text);
      if (text.equals(HOLD_UP)) {
        try {
          sent.await();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
    });
  }

  /** A protocol that only opens connections. */
  private record Opening(Consumer<NetSocket> opened) implements Protocol {

    @Override
    public Future<Bound> listen(
        Vertx vertx, SocketAddress address, @Nullable ServerSSLOptions tls) {
      NetServer server = vertx.createNetServer(new TcpServerConfig().setAcceptBacklog(BACKLOG));
      return server
          .connectHandler(opened::accept)
          .listen(address)
          .map(bound -> new Bound(bound.actualPort(), server::updateSSLOptions));
    }

    @Override
    public String answerWithoutTls() {
      return "";
    }
  }
}
