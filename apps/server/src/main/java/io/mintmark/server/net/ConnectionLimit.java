package io.mintmark.server.net;

import io.mintmark.error.Message;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.service.LogThrottle;
import java.lang.System.Logger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

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

  private volatile ConnectionBounds bounds;
  private final BooleanSupplier asksForTokens;
  private final Map<Refusal, Refused> refused;

  /**
   * The connections that do not count as clients, in the order of their arrival; guarded by this.
   */
  private final Set<Connection> strangers = new LinkedHashSet<>();

  private int clients;

  /** By the name of the port; guarded by this. */
  private final Map<String, Integer> clientsOf = new HashMap<>();

  private final AtomicLong lastId;

  /**
   * Makes a limit for all ports of a server.
   *
   * @param bounds the bounds of clients
   * @param asksForTokens whether clients must show a token
   */
  public ConnectionLimit(ConnectionBounds bounds, BooleanSupplier asksForTokens) {
    this(
        bounds,
        asksForTokens,
        Arrays.stream(Refusal.values())
            .collect(Collectors.toUnmodifiableMap(reason -> reason, reason -> new Refused())),
        new AtomicLong());
  }

  private ConnectionLimit(
      ConnectionBounds bounds,
      BooleanSupplier asksForTokens,
      Map<Refusal, Refused> refused,
      AtomicLong lastId) {
    this.bounds = bounds;
    this.asksForTokens = asksForTokens;
    this.refused = refused;
    this.lastId = lastId;
  }

  /**
   * Makes a limit for a port of the same server whose clients are counted separately. Its
   * connections have numbers of the same series, and refused connections are counted together with
   * this limit's.
   *
   * @param apart the bounds of clients of that port
   */
  public ConnectionLimit forPortOfItsOwn(ConnectionBounds apart) {
    return new ConnectionLimit(apart, asksForTokens, refused, lastId);
  }

  /** Sets other bounds. Open connections are kept, even beyond the bounds. */
  void bound(ConnectionBounds others) {
    bounds = others;
  }

  int most() {
    return bounds.most();
  }

  /** The time in which a connection must show a token. */
  long tokenWithinMs() {
    return bounds.tokenWithin().toMillis();
  }

  /** Returns a number for a new connection. */
  long newId() {
    return lastId.incrementAndGet();
  }

  /** How many clients of a port are connected. */
  synchronized int clients(String port) {
    return clientsOf.getOrDefault(port, 0);
  }

  /**
   * The most clients of a port that may be connected, if the clients of other ports leave room for
   * them.
   */
  int mostClients(String port) {
    return Math.min(bounds.most(), mostOf(port));
  }

  /**
   * The bound that the clients of a port have reached, as the name and the value of its setting.
   */
  synchronized String bound(String port) {
    return clients(port) >= mostOf(port)
        ? Message.of("{}-max-connections={}", port, mostOf(port))
        : Message.of("max-connections={}", bounds.most());
  }

  private int mostOf(String port) {
    return bounds.mostOf().getOrDefault(port, Integer.MAX_VALUE);
  }

  /** How many connections are open. */
  synchronized int open() {
    return clients + strangers.size();
  }

  boolean asksForTokens() {
    return asksForTokens.getAsBoolean();
  }

  /** How many connections were refused for a reason. */
  public long refused(Refusal reason) {
    return of(reason).times.sum();
  }

  /** Accepts a new connection, and closes another if necessary. Returns whether it is accepted. */
  boolean admit(Connection connection) {
    Optional<Connection> first = Optional.empty();
    synchronized (this) {
      if (clients + strangers.size() >= bounds.most() + RESERVE) {
        Iterator<Connection> each = strangers.iterator();
        if (!each.hasNext()) {
          return false;
        }
        first = Optional.of(each.next());
        each.remove();
      }
      strangers.add(connection);
    }
    first.ifPresent(gone -> gone.refuse(Refusal.DISPLACED));
    return true;
  }

  /** Counts a connection as a client's. Returns false if there are too many clients. */
  synchronized boolean becomesClient(Connection connection) {
    if (clients >= bounds.most()
        || clients(connection.port()) >= mostOf(connection.port())
        || !strangers.remove(connection)) {
      return false;
    }
    clients++;
    clientsOf.merge(connection.port(), 1, Integer::sum);
    return true;
  }

  synchronized void left(Connection connection, boolean wasClient) {
    if (wasClient) {
      clients--;
      clientsOf.merge(connection.port(), -1, Integer::sum);
    } else {
      strangers.remove(connection);
    }
  }

  /** Counts a refused connection, and logs at most one for each reason in ten seconds. */
  void refused(Refusal reason, String from) {
    of(reason).times.increment();
    of(reason)
        .log
        .admit()
        .ifPresent(leftOut -> LOG.log(
            Logger.Level.WARNING,
            "a connection was refused: reason={0}, from={1}, open={2}, max-connections={3}; similar"
                + " messages suppressed: {4}",
            reason,
            from,
            Integer.toString(open()),
            Integer.toString(bounds.most()),
            Long.toString(leftOut)));
  }

  /**
   * Counts a connection that was closed because of a fault of the server, and logs at most one in
   * ten seconds.
   */
  void failed(Throwable cause) {
    of(Refusal.FAULT).times.increment();
    of(Refusal.FAULT)
        .log
        .admit()
        .ifPresent(leftOut -> LOG.log(
            Logger.Level.ERROR,
            "a connection was closed by a fault of the server; similar messages suppressed: "
                + leftOut,
            cause));
  }

  private Refused of(Refusal reason) {
    return Objects.requireNonNull(refused.get(reason));
  }
}
