package io.mintmark.speed;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * A client that asks at a steady rate, whatever the answers do. An answer's time counts from when
 * its request was due, not from when it was sent: else a server that stops for a second would have
 * one slow answer rather than a second's worth of them. It holds what the system takes to wake the
 * client, some 60 microseconds.
 */
final class SteadyRate {

  private static final int CONNECTIONS = 16;
  private static final int MAX_ANSWER_BYTES = 4096;
  private static final long LONGEST_NANOS = Duration.ofSeconds(60).toNanos();
  private static final int DIGITS = 3;

  private static final String HEADER_END = "\r\n\r\n";
  private static final String CLOSES = "Connection: close";
  private static final String CHUNKS_END = "0\r\n\r\n";
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: *(\\d+)");

  private final URI url;
  private final long intervalNanos;
  private final long requestsEach;
  private final byte[] request;

  private SteadyRate(URI url, double perSecond, Duration time) {
    this.url = url;
    this.intervalNanos = (long) (CONNECTIONS * 1e9 / perSecond);
    this.requestsEach = time.toNanos() / intervalNanos;
    this.request = ("POST " + url.getPath() + " HTTP/1.1\r\nHost: " + url.getHost() + HEADER_END)
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Asks so often a second for so long; tells how long the answers took, in nanoseconds. */
  static Histogram ask(String url, double perSecond, Duration time) {
    SteadyRate client = new SteadyRate(URI.create(url), perSecond, time);
    ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
    try {
      long start = System.nanoTime();
      List<CompletableFuture<Histogram>> all = IntStream.range(0, CONNECTIONS)
          .mapToObj(index -> start + index * client.intervalNanos / CONNECTIONS)
          .map(first -> CompletableFuture.supplyAsync(() -> client.connection(first), threads))
          .toList();
      Histogram sum = new Histogram(LONGEST_NANOS, DIGITS);
      all.forEach(each -> sum.add(each.join()));
      return sum;
    } finally {
      threads.shutdown();
    }
  }

  /** Connects again as often as the server ends a connection, as some do after 100 requests. */
  private Histogram connection(long firstDue) {
    Histogram histogram = new Histogram(LONGEST_NANOS, DIGITS);
    byte[] answer = new byte[MAX_ANSWER_BYTES];
    long asked = 0;
    while (asked < requestsEach) {
      try (Socket socket = new Socket(url.getHost(), url.getPort())) {
        socket.setTcpNoDelay(true);
        boolean open = true;
        for (; open && asked < requestsEach; asked++) {
          long due = firstDue + asked * intervalNanos;
          await(due);
          socket.getOutputStream().write(request);
          open = !read(socket.getInputStream(), answer).contains(CLOSES);
          histogram.recordValue(Math.min(System.nanoTime() - due, LONGEST_NANOS));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return histogram;
  }

  private static void await(long due) {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static String read(InputStream in, byte[] answer) throws IOException {
    int length = 0;
    while (true) {
      int more = in.read(answer, length, answer.length - length);
      if (more <= 0) {
        throw new IOException("a server closed the connection in the middle of an answer");
      }
      length += more;
      String text = new String(answer, 0, length, StandardCharsets.US_ASCII);
      if (isComplete(text)) {
        return text;
      }
    }
  }

  private static boolean isComplete(String answer) {
    int header = answer.indexOf(HEADER_END);
    if (header < 0) {
      return false;
    }
    if (!answer.startsWith("HTTP/1.1 200")) {
      throw new IllegalStateException("a server answered with a fault: " + answer);
    }
    Matcher length = LENGTH.matcher(answer);
    return length.find()
        ? answer.length() == header + HEADER_END.length() + Integer.parseInt(length.group(1))
        : answer.endsWith(CHUNKS_END);
  }
}
