package io.mintmark.faults;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks a server all the time whether it is ready and whether it can make the next number of a
 * strict sequence, and notes for how long the two have contradicted each other. A server that does
 * not answer at all, as it was killed or stopped, contradicts nothing.
 */
final class HealthWatch implements AutoCloseable {

  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final Duration LIVE_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(10);
  private static final int OK = 200;
  private static final int NO_ANSWER = 0;

  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
  private final String server;
  private final CallFile calls;
  private final LostTime lost;
  private final Thread asker = new Thread(this::askForever, "health-watch");
  private final Thread claimer = new Thread(this::claimForever, "claim-watch");
  private volatile boolean closed;

  /** All below is guarded by this. */
  private boolean claimsWork = true;

  private long claimsChangedNanos;
  private long agreedNanos;
  private long wrongMs;
  private String wrong = "never";
  private int notLive;
  private long slowestLiveMs;

  /**
   * Begins to watch.
   *
   * @param server its address
   * @param files where the answers to its claims are kept, as a process of {@link Drawing} does
   * @param name of their file, which no process and no other watch has
   * @param lost a time in which this process could not run does not count
   */
  HealthWatch(String server, Path files, String name, LostTime lost) throws IOException {
    this.server = server;
    this.lost = lost;
    this.claimsChangedNanos = lost.ranNanos();
    this.agreedNanos = claimsChangedNanos;
    this.calls = CallFile.create(files, Kind.STRICT, name);
    asker.setDaemon(true);
    claimer.setDaemon(true);
    asker.start();
    claimer.start();
  }

  /** The longest time for which health said the opposite of what claims did, in ms. */
  synchronized long wrongMs() {
    return wrongMs;
  }

  /** What it said then. */
  synchronized String wrong() {
    return wrong;
  }

  /** How often a running server did not say within five seconds that it lives. */
  synchronized int notLive() {
    return notLive;
  }

  /** The slowest answer that it lives, in ms. */
  synchronized long slowestLiveMs() {
    return slowestLiveMs;
  }

  /** Whether the last claim was answered. */
  synchronized boolean claimsWork() {
    return claimsWork;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    try {
      claimer.join(CLAIM_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    calls.close();
  }

  private void claimForever() {
    HttpRequest next = HttpRequest.newBuilder(
            URI.create(server + "/v1/generators/" + ServerProcess.PROBE + "/next"))
        .POST(HttpRequest.BodyPublishers.noBody())
        .header("Accept", "text/plain")
        .timeout(CLAIM_TIMEOUT)
        .build();
    while (!closed) {
      long start = System.nanoTime();
      try {
        HttpResponse<String> answer = client.send(next, BodyHandlers.ofString());
        long end = System.nanoTime();
        if (answer.statusCode() == OK) {
          calls.add(start, end, Long.parseLong(answer.body().strip()), 0);
        }
        claimed(answer.statusCode() == OK);
      } catch (IOException e) {
        // No answer, as the server is killed or stopped.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
      LockSupport.parkNanos(PERIOD_NANOS);
    }
  }

  private void askForever() {
    HttpRequest live = get("/health/live");
    HttpRequest ready = get("/health/ready");
    while (!closed) {
      long start = System.nanoTime();
      lived(ask(live), TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
      said(ask(ready));
      LockSupport.parkNanos(PERIOD_NANOS);
    }
  }

  private HttpRequest get(String path) {
    return HttpRequest.newBuilder(URI.create(server + path))
        .timeout(LIVE_TIMEOUT)
        .build();
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

  private synchronized void claimed(boolean works) {
    if (works != claimsWork) {
      claimsWork = works;
      claimsChangedNanos = lost.ranNanos();
    }
  }

  private synchronized void lived(int status, long ms) {
    if (status == OK) {
      slowestLiveMs = Math.max(slowestLiveMs, ms);
    } else if (ms >= LIVE_TIMEOUT.toMillis()) {
      notLive++;
    }
  }

  private synchronized void said(int status) {
    boolean ready = status == OK;
    if (status == NO_ANSWER || ready == claimsWork) {
      agreedNanos = lost.ranNanos();
      return;
    }
    long since = Math.max(agreedNanos, claimsChangedNanos);
    long ms = TimeUnit.NANOSECONDS.toMillis(lost.ranNanos() - since);
    if (ms > wrongMs) {
      wrongMs = ms;
      wrong = "/health/ready said " + status + " while claims "
          + (claimsWork ? "were answered" : "failed");
    }
  }
}
