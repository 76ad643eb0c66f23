package io.mintmark.faults;

import io.mintmark.faults.ServerDraw.Answer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks a server all the time whether it lives, whether it is ready, and for the next number of a
 * strict sequence and the next Snowflake. Notes for how long it has not said that it lives, and for
 * how long readiness and claims have contradicted each other; one that does not say whether it is
 * ready is not. A server that was killed or stopped {@linkplain #allowSilence may be silent}, and
 * contradicts nothing.
 *
 * <p>Whether it lives is asked on a new connection each time, as Kubernetes does: so each of the
 * server's threads is asked that take connections.
 */
final class HealthWatch implements AutoCloseable {

  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /**
   * For how long a server that runs may be silent: less than the shortest time for which a storm
   * stops an engine or cuts a network, three seconds, as that is no reason to be silent. Kubernetes
   * waits for five, three times.
   */
  static final long MAX_SILENT_MS = 2_500;

  private static final long MAX_WRONG_MS = 10_000;

  private static final Duration HEALTH_TIMEOUT = Duration.ofSeconds(5);
  private static final int OK = 200;
  private static final int NO_ANSWER = 0;

  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
  private final String server;
  private final LostTime lost;
  private final Thread asker = new Thread(this::askForever, "health-watch");
  private final Thread liveAsker = new Thread(this::askIfLiveForever, "live-watch");
  private final ServerDraw claims;
  private final ServerDraw snowflakes;
  private volatile boolean closed;

  /** What came of the last claim that had to be answered; guarded by this, as all below is. */
  private boolean claimsWork = true;

  private long claimsChangedNanos;
  private long agreedNanos;
  private long wrongMs;
  private String wrong = "never";
  private final Silence silence = new Silence();
  private long longestSilentMs;

  /**
   * Begins to watch a server that is up.
   *
   * @param server its address
   * @param files where the answers to its claims are kept, as a process of {@link Drawing} does
   * @param name of their files, which no process and no other watch has
   * @param lost a time in which this process could not run does not count
   */
  HealthWatch(String server, Path files, String name, LostTime lost) throws IOException {
    this.server = server;
    this.lost = lost;
    this.claimsChangedNanos = lost.ranNanos();
    this.agreedNanos = claimsChangedNanos;
    CallFile numbers = CallFile.create(files, Kind.STRICT, name);
    CallFile ids = CallFile.create(files, Kind.SNOWFLAKE, name);
    // Only now threads start: none is left behind if a file cannot be made.
    claims = new ServerDraw(client, server, ServerProcess.PROBE, numbers, this::claimed);
    snowflakes = new ServerDraw(client, server, Kind.SNOWFLAKES, ids, answer -> {});
    asker.setDaemon(true);
    liveAsker.setDaemon(true);
    asker.start();
    liveAsker.start();
  }

  /**
   * How much the server has made since it is watched.
   *
   * @param numbers of the strict sequence
   * @param snowflakes by the name that the processes have too
   */
  record Made(long numbers, long snowflakes) {}

  /**
   * Tells how much that is up to now.
   *
   * @throws IllegalStateException if something that it made could not be kept
   */
  Made made() {
    return new Made(claims.made(), snowflakes.made());
  }

  /** The server may be silent from now on: it is about to be killed or stopped. */
  synchronized void allowSilence() {
    silence.allow(lost.ranNanos());
  }

  /** The server has to answer again as soon as it can. */
  synchronized void endSilence() {
    agreedNanos = lost.ranNanos();
    silence.end();
  }

  /**
   * Tells what the server has not done again that it has to do after each fault, a phrase each.
   *
   * @param before what it had made when the fault ended; it has to make more of each
   * @param claims whether it has to make numbers of a strict sequence
   * @throws IllegalStateException as {@link #made} does
   */
  synchronized List<String> ill(Made before, boolean claims) {
    Made now = made();
    List<String> ill = new ArrayList<>();
    if (!silence.hasAnswered()) {
      ill.add("the server does not say that it lives");
    }
    if (claims && now.numbers <= before.numbers) {
      ill.add("the server makes no strict numbers");
    }
    if (now.snowflakes <= before.snowflakes) {
      ill.add("the server makes no Snowflakes");
    }
    return ill;
  }

  /** Whether it has been silent for too long since this was last asked; if so, for how many ms. */
  synchronized OptionalLong takeTooSilentMs() {
    long ms = silence.takeMs(lost.ranNanos());
    longestSilentMs = Math.max(longestSilentMs, ms);
    return ms > MAX_SILENT_MS ? OptionalLong.of(ms) : OptionalLong.empty();
  }

  /** The longest of all these times, in ms. */
  synchronized long longestSilentMs() {
    return longestSilentMs;
  }

  /** The longest time for which health said the opposite of what claims did, in ms. */
  synchronized long wrongMs() {
    return wrongMs;
  }

  /** What it said then, if that was for too long. */
  synchronized Optional<String> tooWrong() {
    return wrongMs > MAX_WRONG_MS ? Optional.of(wrong) : Optional.empty();
  }

  @Override
  public void close() throws IOException {
    closed = true;
    try (claims) {
      snowflakes.close();
    }
  }

  private void askForever() {
    HttpRequest ready = HttpRequest.newBuilder(URI.create(server + "/health/ready"))
        .timeout(HEALTH_TIMEOUT)
        .build();
    while (!closed) {
      said(ask(ready));
      LockSupport.parkNanos(PERIOD_NANOS);
    }
  }

  private void askIfLiveForever() {
    while (!closed) {
      if (isLive()) {
        lived();
      }
      LockSupport.parkNanos(PERIOD_NANOS);
    }
  }

  private boolean isLive() {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) URI.create(server + "/health/live").toURL().openConnection();
      connection.setConnectTimeout((int) HEALTH_TIMEOUT.toMillis());
      connection.setReadTimeout((int) HEALTH_TIMEOUT.toMillis());
      connection.setRequestProperty("Connection", "close");
      try {
        return connection.getResponseCode() == OK;
      } finally {
        connection.disconnect();
      }
    } catch (IOException e) {
      return false;
    }
  }

  private int ask(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      return NO_ANSWER;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** A server that has to answer and does not makes no number either. */
  private synchronized void claimed(Answer answer) {
    boolean works = answer == Answer.NUMBER;
    boolean unknown = answer == Answer.NONE && silence.isAllowed();
    if (works != claimsWork && !unknown) {
      claimsWork = works;
      claimsChangedNanos = lost.ranNanos();
    }
  }

  private synchronized void lived() {
    silence.answered(lost.ranNanos());
  }

  private synchronized void said(int status) {
    boolean ready = status == OK;
    if (ready == claimsWork || (status == NO_ANSWER && silence.isAllowed())) {
      agreedNanos = lost.ranNanos();
      return;
    }
    long since = Math.max(agreedNanos, claimsChangedNanos);
    long ms = TimeUnit.NANOSECONDS.toMillis(lost.ranNanos() - since);
    if (ms > wrongMs) {
      wrongMs = ms;
      wrong = "/health/ready said " + (status == NO_ANSWER ? "nothing" : status) + " while claims "
          + (claimsWork ? "were answered" : "failed");
    }
  }
}
