package io.mintmark;

import io.mintmark.internal.line.Context;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.LinePositions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a generator, with the reading that was made when its settings were compared. The
 * first claim uses that reading if it is recent, and saves a round trip. Thread-safe.
 *
 * <p>A line that has moved since the reading does no harm, because a worker number is taken by a
 * compareAndSet from the position that was read. The reading of the engine's clock is advanced by
 * the elapsed time. If the wall clock and the elapsed clock do not both show a short time, as after
 * a step of the wall clock or a sleep of the machine, the store is read again.
 */
final class FirstReading extends ForwardingStore {

  private static final Duration MAX_AGE = Duration.ofSeconds(1);

  private final Context context;
  private final AtomicReference<@Nullable Reading> kept;

  private record Reading(
      List<String> lines, LinePositions stand, Instant wall, long elapsedNanos) {}

  FirstReading(ClaimStore store, List<String> lines, LinePositions stand, Context context) {
    super(store);
    this.context = context;
    this.kept = new AtomicReference<>(
        new Reading(lines, stand, context.wall().instant(), context.elapsed().nanos()));
  }

  @Override
  public LinePositions positions(List<String> lines) {
    Reading first = kept.getAndSet(null);
    if (first == null || !first.lines.containsAll(lines)) {
      return store().positions(lines);
    }
    Duration age = Duration.ofNanos(context.elapsed().nanos() - first.elapsedNanos);
    Duration byWall = Duration.between(first.wall, context.wall().instant());
    if (byWall.isNegative() || byWall.compareTo(MAX_AGE) > 0 || age.compareTo(MAX_AGE) > 0) {
      return store().positions(lines);
    }
    List<Long> next = lines.stream()
        .map(line -> first.stand.next().get(first.lines.indexOf(line)))
        .toList();
    Optional<Instant> now = first.stand.now().map(instant -> instant.plus(age));
    return new LinePositions(next, now);
  }
}
