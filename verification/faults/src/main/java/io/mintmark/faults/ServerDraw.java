package io.mintmark.faults;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Draws numbers of one generator from a server for ever, one at a time, and keeps what it got. An
 * answer that cannot be read or kept ends that, and so does one that says that the server does not
 * know what is wrong; the next call of {@link #made} or {@link #close} throws why.
 */
final class ServerDraw implements AutoCloseable {

  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int OK = 200;
  private static final int INTERNAL_ERROR = 500;

  private final HttpClient client;
  private final HttpRequest next;
  private final CallFile calls;
  private final Consumer<Answer> told;
  private final Thread drawer;
  private final AtomicLong made = new AtomicLong();
  private volatile @Nullable Throwable broken;
  private volatile boolean closed;

  /** What came of a call. */
  enum Answer {
    NUMBER,
    REFUSAL,
    NONE
  }

  /**
   * Begins.
   *
   * @param server its address
   * @param generator its name there
   * @param calls where the numbers are kept, which is closed in the end
   * @param told what came of each call
   */
  ServerDraw(
      HttpClient client, String server, String generator, CallFile calls, Consumer<Answer> told) {
    this.client = client;
    this.calls = calls;
    this.told = told;
    String name = URLEncoder.encode(generator, StandardCharsets.UTF_8);
    this.next = HttpRequest.newBuilder(URI.create(server + "/v1/generators/" + name + "/next"))
        .POST(HttpRequest.BodyPublishers.noBody())
        .header("Accept", "text/plain")
        .timeout(TIMEOUT)
        .build();
    this.drawer = new Thread(this::drawForever, "draw-" + generator);
    drawer.setDaemon(true);
    drawer.start();
  }

  private void drawForever() {
    try {
      while (!closed) {
        told.accept(draw());
        LockSupport.parkNanos(PERIOD_NANOS);
      }
    } catch (Throwable e) {
      broken = e;
    }
  }

  private Answer draw() throws IOException, InterruptedException {
    long start = System.nanoTime();
    HttpResponse<String> answer;
    try {
      answer = client.send(next, BodyHandlers.ofString());
    } catch (IOException e) {
      return Answer.NONE;
    }
    long end = System.nanoTime();
    if (answer.statusCode() == INTERNAL_ERROR) {
      throw new IllegalStateException("the server does not know why it failed: " + answer.body());
    }
    if (answer.statusCode() != OK) {
      return Answer.REFUSAL;
    }
    calls.add(start, end, 0, 0, Long.parseLong(answer.body().strip()));
    made.incrementAndGet();
    return Answer.NUMBER;
  }

  /** How many numbers it got and kept. */
  long made() {
    throwIfBroken();
    return made.get();
  }

  private void throwIfBroken() {
    Throwable why = broken;
    if (why != null) {
      throw new IllegalStateException(drawer.getName() + " ended: " + why, why);
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    try {
      drawer.join(TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    calls.close();
    throwIfBroken();
  }
}
