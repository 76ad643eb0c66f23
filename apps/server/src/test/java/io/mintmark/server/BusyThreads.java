package io.mintmark.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A {@link BusyClient} in this JVM. Each caller is a thread. */
final class BusyThreads implements BusyClient {

  private static final int CALLERS_OF_A_CONNECTION = 4;
  private static final Duration PAUSE = Duration.ofMillis(10);

  private final Queue<Long> numbers = new ConcurrentLinkedQueue<>();
  private final Queue<Exception> lost = new ConcurrentLinkedQueue<>();
  private final List<Caller> callers = new ArrayList<>();
  private final Runnable disconnect;
  private volatile boolean finishing;

  private BusyThreads(List<Callable<Long>> asks, Runnable disconnect) {
    this.disconnect = disconnect;
    asks.forEach(ask -> callers.add(new Caller(ask)));
    callers.forEach(Thread::start);
  }

  /** Uses the JDK's client, which keeps a connection for each request in flight. */
  static BusyThreads httpClient(int port) {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request = HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + port + "/v1/generators/orders/next"))
        .header("Accept", "text/plain")
        .POST(HttpRequest.BodyPublishers.noBody())
        .build();
    Callable<Long> ask = () -> Long.parseLong(
        client.send(request, HttpResponse.BodyHandlers.ofString()).body().strip());
    List<Callable<Long>> asks = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      asks.add(ask);
    }
    return new BusyThreads(asks, () -> {});
  }

  /** Uses Lettuce with its default settings, and several callers on each connection. */
  static BusyThreads lettuce(int port) {
    RedisClient client = RedisClient.create(RedisURI.create("127.0.0.1", port));
    List<Callable<Long>> asks = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      RedisCommands<String, String> commands = client.connect().sync();
      for (int j = 0; j < CALLERS_OF_A_CONNECTION; j++) {
        asks.add(() -> commands.incr("orders"));
      }
    }
    return new BusyThreads(asks, client::shutdown);
  }

  /**
   * Uses a connection for each caller. The client checks whether the connection was closed before
   * it sends a request.
   */
  static BusyThreads lookingBeforeSending(InetSocketAddress server) {
    List<Callable<Long>> asks = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      asks.add(new LookingClient(server)::increment);
    }
    return new BusyThreads(asks, () -> {});
  }

  /** A Redis client that behaves like redis-py. */
  private static final class LookingClient {

    private static final int MAX_ANSWER_BYTES = 64;

    private final InetSocketAddress server;
    private final byte[] command = RespClient.command("INCR", "orders");
    private final ByteBuffer answer = ByteBuffer.allocate(MAX_ANSWER_BYTES);
    private @Nullable SocketChannel connection;

    LookingClient(InetSocketAddress server) {
      this.server = server;
    }

    long increment() throws IOException {
      SocketChannel open = connection;
      if (open == null || isClosed(open)) {
        open = SocketChannel.open(server);
        connection = open;
      }
      open.write(ByteBuffer.wrap(command));
      answer.clear();
      do {
        if (open.read(answer) < 0) {
          throw new EOFException("closed without an answer");
        }
      } while (answer.get(answer.position() - 1) != '\n');
      return Long.parseLong(new String(answer.array(), 1, answer.position() - 1, US_ASCII).strip());
    }

    private boolean isClosed(SocketChannel open) throws IOException {
      open.configureBlocking(false);
      boolean closed = open.read(answer.clear()) < 0;
      open.configureBlocking(true);
      return closed;
    }
  }

  @Override
  public void awaitAnswers() throws InterruptedException {
    for (Caller caller : callers) {
      caller.owed = new CountDownLatch(ANSWERS);
    }
    for (Caller caller : callers) {
      caller.owed.await();
    }
  }

  @Override
  public Outcome finish() throws InterruptedException {
    finishing = true;
    for (Caller caller : callers) {
      caller.join();
    }
    lost.forEach(Exception::printStackTrace);
    return new Outcome(numbers.size(), new HashSet<>(numbers).size(), lost.size());
  }

  @Override
  public void close() {
    finishing = true;
    disconnect.run();
  }

  /**
   * Sends requests until the client finishes. A refused connection does not count as a lost
   * request.
   */
  private final class Caller extends Thread {

    private final Callable<Long> ask;
    private volatile CountDownLatch owed = new CountDownLatch(0);

    Caller(Callable<Long> ask) {
      super("busy-caller");
      this.ask = ask;
      setDaemon(true);
    }

    @Override
    public void run() {
      while (!finishing) {
        try {
          numbers.add(ask.call());
          owed.countDown();
        } catch (ConnectException e) {
          LockSupport.parkNanos(PAUSE.toNanos());
        } catch (Exception e) {
          lost.add(e);
        }
      }
    }
  }
}
