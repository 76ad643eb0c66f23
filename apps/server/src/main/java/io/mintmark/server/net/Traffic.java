package io.mintmark.server.net;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The counters of the connections of one port. Thread-safe.
 *
 * <p>Requests are counted by their calls and the kinds of their generators. Both come from the
 * tables of the server, and not from clients: so there is a fixed number of them, however strange
 * the requests are.
 */
public final class Traffic {

  /** By calls, then by kinds of generators. */
  private final Map<String, Map<String, CallTimes>> times = new ConcurrentHashMap<>();

  private final LongAdder refusedBytes = new LongAdder();

  /** Starts from 0. */
  public Traffic() {}

  /** Looks at the requests of one call for one kind of generator. */
  @FunctionalInterface
  public interface Visitor {

    /** Looks at them. */
    void visit(String call, String kind, CallTimes times);
  }

  /** Has all requests that came so far looked at. */
  public void visit(Visitor visitor) {
    times.forEach((call, byKind) -> byKind.forEach((kind, of) -> visitor.visit(call, kind, of)));
  }

  /** How many answers of an outcome were given. */
  public long answers(RequestOutcome outcome) {
    return times.values().stream()
        .flatMap(byKind -> byKind.values().stream())
        .mapToLong(of -> of.count(outcome))
        .sum();
  }

  /** How many bytes came that nothing was made of: for want of memory, or after the last answer. */
  public long refusedBytes() {
    return refusedBytes.sum();
  }

  /**
   * Finds what records the requests of a call for a kind of generator.
   *
   * @param call a route or a command of the server's tables, never a client's text
   * @param kind of generators, as they call it themselves
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

  void refused(int bytes) {
    refusedBytes.add(bytes);
  }
}
