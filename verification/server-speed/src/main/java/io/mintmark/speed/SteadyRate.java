package io.mintmark.speed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.HdrHistogram.Histogram;

/**
 * A client that asks at a steady rate, whatever the answers do. An answer's time counts from when
 * its request was due, not from when it was sent: else a server that stops for a second would have
 * one slow answer rather than a second's worth of them. It is one thread that never sleeps, and so
 * has a processor for itself: to be woken would take longer than an answer does. It leaves hardly
 * anything for the collector of garbage, whose pauses would count as the server's.
 */
final class SteadyRate implements AutoCloseable {

  private static final int CONNECTIONS = 16;
  private static final int MAX_ANSWER_BYTES = 4096;
  private static final long LONGEST_NANOS = Duration.ofSeconds(60).toNanos();
  private static final int DIGITS = 3;

  private static final String HEADER_END = "\r\n\r\n";
  private static final byte[] FINE = ascii("HTTP/1.1 200");
  private static final byte[] CLOSES = ascii("Connection: close");

  /** How the answers end: as they are, or as the last of several chunks. */
  private static final byte[] END = ascii("\"]}");

  private static final byte[] CHUNKS_END = ascii("\"]}\r\n0" + HEADER_END);

  private final InetSocketAddress address;
  private final byte[] request;
  private final Selector selector;
  private final List<Connection> connections = new ArrayList<>();
  private final Histogram times = new Histogram(LONGEST_NANOS, DIGITS);
  private long answers;

  private SteadyRate(URI url) throws IOException {
    address = new InetSocketAddress(url.getHost(), url.getPort());
    request = ascii("POST " + url.getPath() + " HTTP/1.1\r\nHost: " + url.getHost() + HEADER_END);
    selector = Selector.open();
    for (int i = 0; i < CONNECTIONS; i++) {
      connections.add(new Connection());
    }
  }

  /** Asks so often a second for so long; tells how long the answers took, in nanoseconds. */
  static Histogram ask(String url, double perSecond, Duration time) {
    try (SteadyRate client = new SteadyRate(URI.create(url))) {
      client.ask((long) (1e9 / perSecond), (long) (perSecond * time.toSeconds()));
      return client.times;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void ask(long intervalNanos, long requests) throws IOException {
    long start = System.nanoTime();
    long asked = 0;
    while (answers < requests) {
      long now = System.nanoTime();
      for (; asked < requests && start + asked * intervalNanos <= now; asked++) {
        connections.get((int) (asked % CONNECTIONS)).ask(start + asked * intervalNanos);
      }
      int unused = selector.selectNow(key -> ((Connection) key.attachment()).read());
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() throws IOException {
    for (Connection each : connections) {
      each.channel.close();
    }
    selector.close();
  }

  /** One request at a time; those that are due meanwhile wait for it. */
  private final class Connection {

    private final Queue<Long> due = new ArrayDeque<>();
    private final ByteBuffer answer = ByteBuffer.allocate(MAX_ANSWER_BYTES);
    private SocketChannel channel = connect();

    Connection() throws IOException {}

    private SocketChannel connect() throws IOException {
      SocketChannel opened = SocketChannel.open(address);
      opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
      opened.configureBlocking(false);
      opened.register(selector, SelectionKey.OP_READ, this);
      return opened;
    }

    private void ask(long dueNanos) throws IOException {
      due.add(dueNanos);
      if (due.size() == 1) {
        send();
      }
    }

    private void send() throws IOException {
      if (channel.write(ByteBuffer.wrap(request)) < request.length) {
        throw new IOException("a request did not fit a socket's buffer");
      }
    }

    private void read() {
      try {
        if (channel.read(answer) <= 0) {
          throw new IOException("a server closed the connection in the middle of an answer");
        }
        if (answer.position() >= FINE.length && !stands(FINE, 0)) {
          throw new IllegalStateException("a server answered with a fault: "
              + new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII));
        }
        if (endsWith(END) || endsWith(CHUNKS_END)) {
          answered(closes());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Connects again as often as the server ends a connection, as some do after 100 requests. */
    private void answered(boolean closes) throws IOException {
      times.recordValue(Math.min(System.nanoTime() - due.remove(), LONGEST_NANOS));
      answers++;
      answer.clear();
      if (closes) {
        channel.close();
        channel = connect();
      }
      if (!due.isEmpty()) {
        send();
      }
    }

    private boolean endsWith(byte[] text) {
      return stands(text, answer.position() - text.length);
    }

    private boolean closes() {
      for (int i = 0; i < answer.position() - CLOSES.length; i++) {
        if (stands(CLOSES, i)) {
          return true;
        }
      }
      return false;
    }

    private boolean stands(byte[] text, int at) {
      int end = at + text.length;
      return at >= 0
          && end <= answer.position()
          && Arrays.equals(answer.array(), at, end, text, 0, text.length);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
