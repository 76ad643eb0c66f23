package io.mintmark.storm;

import io.mintmark.storm.Caller.Outcome;
import io.mintmark.storm.Caller.Reply;
import io.mintmark.storm.Fault.Trait;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * Checks continuously whether a server is live and ready, and requests numbers of a strict sequence
 * and Snowflakes from it. Measures for how long the server was not live, and for how long readiness
 * and claims contradicted each other. A server that was killed or paused may be silent.
 *
 * <p>Each check of liveness uses a new connection, as Kubernetes does. So it reaches each of the
 * server's threads that accept connections. The clock for these times stops while this process
 * cannot run.
 */
final class HealthWatch implements Watch {

  /**
   * How long a running server may be silent. Kubernetes waits for longer. The time is less than the
   * shortest pause of an engine or cut of a network in a storm, because neither is a reason for
   * silence.
   */
  long maxSilentMs = 2_500;

  /**
   * How long readiness may contradict claims. This includes the 15 s after an engine's start in
   * which numbers are made but Snowflakes may not be.
   */
  long maxWrongMs = 25_000;

  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final int TIMEOUT_MS = 5_000;
  private static final int OK = 200;
  private static final int NO_ANSWER = 0;

  private final String server;
  private final LostTime lost;
  private final boolean needsNumbers;
  private final Caller numbers;
  private final Caller snowflakes;
  private volatile boolean closed;

  /** Guarded by this, like all fields below. */
  private State state = State.STARTING;

  private long answeredNanos;
  private long silentNanos;

  /** Whether the last claim succeeded. Claims that were allowed to fail do not count. */
  private boolean claimsWork = true;

  private long claimsChangedNanos;
  private long agreedNanos;
  private long wrongNanos;
  private String wrong = "";
  private long markedNumbers;
  private long markedSnowflakes;

  private enum State {
    DOWN,

    /** The server must answer, and has not answered yet. */
    STARTING,

    LIVE
  }

  /**
   * Begins to watch a running server.
   *
   * @param files the folder for the replies
   * @param name the name of their files, different from all processes and other watches
   * @param needsNumbers whether the server must make numbers of the strict sequence
   */
  HealthWatch(String server, Path files, String name, LostTime lost, boolean needsNumbers)
      throws IOException {
    this.server = server;
    this.lost = lost;
    this.needsNumbers = needsNumbers;
    this.claimsChangedNanos = lost.ranNanos();
    this.agreedNanos = claimsChangedNanos;
    HttpClient client =
        HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    numbers = new Caller(
        ServerProcess.PROBE,
        Caller.http(client, List.of(server), ServerProcess.PROBE, request -> request),
        new CallFile(files, Kind.STRICT, name),
        this::claimed);
    snowflakes = new Caller(
        Kind.SNOWFLAKES,
        Caller.http(client, List.of(server), Kind.SNOWFLAKES, request -> request),
        new CallFile(files, Kind.SNOWFLAKE, name),
        reply -> {});
    start("/health/ready", this::ready);
    start("/health/live", this::live);
  }

  private void start(String path, IntConsumer listener) {
    Thread thread = new Thread(
        () -> {
          while (!closed) {
            listener.accept(status(path));
            LockSupport.parkNanos(PERIOD_NANOS);
          }
        },
        path);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public synchronized void changed(Fault fault, boolean begins) {
    if (fault.is(Trait.SERVER_DOWN)) {
      countSilence();
      agreedNanos = lost.ranNanos();
      state = begins ? State.DOWN : State.STARTING;
    }
  }

  @Override
  public synchronized void mark() {
    markedNumbers = numbers.made();
    markedSnowflakes = snowflakes.made();
  }

  @Override
  public synchronized List<String> unrecovered() {
    List<String> missing = new ArrayList<>();
    if (state != State.LIVE) {
      missing.add("the server is not live");
    }
    if (needsNumbers && numbers.made() <= markedNumbers) {
      missing.add("the server makes no strict numbers");
    }
    if (snowflakes.made() <= markedSnowflakes) {
      missing.add("the server makes no Snowflakes");
    }
    return missing;
  }

  @Override
  public synchronized List<String> takeFindings() {
    countSilence();
    List<String> findings = new ArrayList<>();
    if (ms(silentNanos) > maxSilentMs) {
      findings.add("the server runs and was not live for " + ms(silentNanos) + " ms");
    }
    silentNanos = 0;
    if (ms(wrongNanos) > maxWrongMs) {
      findings.add(wrong);
      wrongNanos = 0;
    }
    return findings;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    try (numbers) {
      snowflakes.close();
    }
  }

  private void countSilence() {
    if (state == State.LIVE) {
      silentNanos = Math.max(silentNanos, lost.ranNanos() - answeredNanos);
    }
  }

  private synchronized void live(int status) {
    if (status == OK) {
      countSilence();
      answeredNanos = lost.ranNanos();
      state = state == State.DOWN ? State.DOWN : State.LIVE;
    }
  }

  /** Returns the status, or {@link #NO_ANSWER}. */
  private int status(String path) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) URI.create(server + path).toURL().openConnection();
      connection.setConnectTimeout(TIMEOUT_MS);
      connection.setReadTimeout(TIMEOUT_MS);
      connection.setRequestProperty("Connection", "close");
      try {
        return connection.getResponseCode();
      } finally {
        connection.disconnect();
      }
    } catch (IOException e) {
      return NO_ANSWER;
    }
  }

  /** Updates whether claims work. A running server that does not answer makes no numbers either. */
  private synchronized void claimed(Reply reply) {
    boolean works = reply.outcome() == Outcome.NUMBER;
    boolean unknown = state == State.DOWN && !works && reply.outcome() != Outcome.REFUSED;
    if (works != claimsWork && !unknown) {
      claimsWork = works;
      claimsChangedNanos = lost.ranNanos();
    }
  }

  private synchronized void ready(int status) {
    boolean ready = status == OK;
    if (ready == claimsWork || (status == NO_ANSWER && state == State.DOWN)) {
      agreedNanos = lost.ranNanos();
      return;
    }
    long nanos = lost.ranNanos() - Math.max(agreedNanos, claimsChangedNanos);
    if (nanos > wrongNanos) {
      wrongNanos = nanos;
      wrong = "/health/ready said " + (status == NO_ANSWER ? "nothing" : status)
          + " while claims " + (claimsWork ? "were answered" : "failed") + ", for " + ms(nanos)
          + " ms";
    }
  }

  private static long ms(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }
}
