package io.mintmark.server.net;

import io.mintmark.error.Message;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.service.LogThrottle;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of connections, of all protocols together. Thread-safe.
 *
 * <p>A connection counts as a client's once it has sent a request that not every caller may make.
 * On a server with tokens, this is once it has shown a token. Clients beyond the bound get an error
 * and are closed. Connections that have sent nothing yet, or only requests for the server's health,
 * do not count as clients. {@value #RESERVE} of them are accepted beyond the bound. If there are
 * more, the oldest of them is closed. So idle connections cannot keep others out, and an
 * administrator can always connect, however many clients there are.
 */
public final class ConnectionLimit {

  /** How many connections beyond the bound are accepted for health requests. */
  static final int RESERVE = 16;

  private static final Logger LOG = System.getLogger(ConnectionLimit.class.getName());

  /** The reasons for closing a connection against its client's will. */
  public enum Refusal {
    /** The number of clients has reached its limit. */
    LIMIT,
    /** It did not count as a client's, and was closed to make room for a later connection. */
    DISPLACED,
    /** It has shown no token in time. */
    NO_TOKEN,
    /** The process has no file descriptor left for it. It waits, and is accepted later. */
    NO_FILE,
    /** Client and server did not agree on TLS: a wrong certificate or authority, or no TLS. */
    TLS,
    /** The server failed to handle its data, because of a fault of the server. */
    FAULT
  }

  /** Counts connections that were refused for one reason, and limits their log lines. */
  private record Refused(LongAdder times, LogThrottle log) {
    Refused() {
      this(new LongAdder(), new LogThrottle(ElapsedClock.system()));
    }
  }

  private final int most;

  /** The time in which a connection must show a token, if tokens are required. */
  final Duration tokenWithin;

  /** Whether clients must show a token. */
  final BooleanSupplier asksForTokens;

  private final Map<Refusal, Refused> refused = Arrays.stream(Refusal.values())
      .collect(Collectors.toUnmodifiableMap(reason -> reason, reason -> new Refused()));
  /** The number of the last new connection. */
  final AtomicLong lastId = new AtomicLong();

  /**
   * The connections that do not count as clients, in the order of their arrival; guarded by this.
   */
  private final Set<Connection> strangers = new LinkedHashSet<>();

  /** The number of clients, by the name of the port; guarded by this. */
  private final Map<String, Integer> clients = new HashMap<>();

  /**
   * Makes a limit for ports whose clients are counted together.
   *
   * @param most the most clients over all protocols
   * @param tokenWithin the time in which a connection must show a token, if tokens are required
   * @param asksForTokens whether clients must show a token
   */
  public ConnectionLimit(int most, Duration tokenWithin, BooleanSupplier asksForTokens) {
    this.most = most;
    this.tokenWithin = tokenWithin;
    this.asksForTokens = asksForTokens;
  }

  /** How many clients may be connected at a time. */
  public int most() {
    return most;
  }

  /** How many connections are open. */
  public synchronized int open() {
    return clients() + strangers.size();
  }

  /** How many clients of a port are connected. */
  public synchronized int clients(String port) {
    return clients.getOrDefault(port, 0);
  }

  private synchronized int clients() {
    return clients.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Accepts a new connection, and closes another if necessary. Returns whether it is accepted. */
  boolean admit(Connection connection) {
    @Nullable Connection displaced = null;
    synchronized (this) {
      if (open() >= most + RESERVE) {
        Iterator<Connection> oldest = strangers.iterator();
        if (!oldest.hasNext()) {
          return false;
        }
        displaced = oldest.next();
        oldest.remove();
      }
      strangers.add(connection);
    }
    if (displaced != null) {
      displaced.refuse(Refusal.DISPLACED);
    }
    return true;
  }

  /** Counts a connection as a client's. Returns false if there are too many clients. */
  synchronized boolean becomesClient(Connection connection) {
    if (clients() >= most || !strangers.remove(connection)) {
      return false;
    }
    clients.merge(connection.port, 1, Integer::sum);
    return true;
  }

  synchronized void left(Connection connection, boolean wasClient) {
    if (wasClient) {
      clients.merge(connection.port, -1, Integer::sum);
    } else {
      strangers.remove(connection);
    }
  }

  /** How many connections were refused for a reason. */
  public long refused(Refusal reason) {
    return of(reason).times.sum();
  }

  /**
   * Counts a refused connection, and logs at most one for each reason in ten seconds, with the
   * fault of the server if it is one.
   */
  void refused(Refusal reason, String from, @Nullable Throwable fault) {
    Refused all = of(reason);
    all.times.increment();
    all.log
        .admit()
        .ifPresent(leftOut -> LOG.log(
            fault == null ? Logger.Level.WARNING : Logger.Level.ERROR,
            Message.of(
                "a connection was refused: reason={}, from={}, open={}, max-connections={};"
                    + " similar messages suppressed: {}",
                reason,
                from,
                open(),
                most,
                leftOut),
            fault));
  }

  private Refused of(Refusal reason) {
    return Objects.requireNonNull(refused.get(reason));
  }
}
