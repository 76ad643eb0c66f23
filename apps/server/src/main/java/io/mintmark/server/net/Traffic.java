package io.mintmark.server.net;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The counters of the connections of one port. Thread-safe.
 *
 * <p>Requests are counted by call and kind of generator. Both names come from the server's tables
 * and not from clients, so clients cannot create more counters.
 */
public final class Traffic {

  /** By call, then by kind of generator. */
  private final Map<String, Map<String, CallTimes>> times = new ConcurrentHashMap<>();

  /** Starts from 0. */
  public Traffic() {}

  /** Visits the requests of one call for one kind of generator. */
  @FunctionalInterface
  public interface Visitor {

    /** Visits the requests of one call for one kind of generator. */
    void visit(String call, String kind, CallTimes times);
  }

  /** Visits all requests so far. */
  public void visit(Visitor visitor) {
    times.forEach((call, byKind) -> byKind.forEach((kind, of) -> visitor.visit(call, kind, of)));
  }

  /** How many replies had an outcome. */
  public long answers(RequestOutcome outcome) {
    return times.values().stream()
        .flatMap(byKind -> byKind.values().stream())
        .mapToLong(of -> of.count(outcome))
        .sum();
  }

  /**
   * Returns the recorder of a call for a kind of generator.
   *
   * @param call a route or a command of the server's tables, never a client's text
   * @param kind the kind that the generators report
   */
  public CallTimes of(String call, String kind) {
    @Nullable Map<String, CallTimes> byKind = times.get(call);
    @Nullable CallTimes known = byKind == null ? null : byKind.get(kind);
    return known != null // The usual case takes no lock.
        ? known
        : times
            .computeIfAbsent(call, unused -> new ConcurrentHashMap<>())
            .computeIfAbsent(kind, unused -> new CallTimes());
  }
}
