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
 * The lines of a generator, of which some were read when its settings were compared. Its first
 * claim gets that reading, if it follows soon, and so needs none of its own. Thread-safe.
 *
 * <p>A line that has moved since makes no harm: a number is taken by a compareAndSet from where its
 * line was seen. The reading of the engine's clock is moved on by the time that has passed. Where
 * the two clocks of this process do not agree that little has passed, as after a step of the wall
 * clock or a sleep of the machine, all is read anew.
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
