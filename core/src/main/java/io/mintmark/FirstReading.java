package io.mintmark;

import io.mintmark.internal.line.Context;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.internal.store.LineStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A store for one generator. When the generator was created, the positions of its lines were read
 * together with the fingerprints of its settings. The first claim uses these positions if they were
 * read recently, which saves a round trip. Thread-safe.
 *
 * <p>An outdated position does no harm. A process takes a worker number with a compareAndSet that
 * expects the position that was read. The compareAndSet fails if the line has moved meanwhile. A
 * fingerprint that was absent is written with a compareAndSet from 0, which fails likewise. The
 * engine's time was read together with the positions, and the time that has elapsed since then is
 * added to it. The positions are recent if the wall clock and the elapsed clock both show that they
 * were read at most a second ago. Otherwise, for example after a step of the wall clock or a sleep
 * of the machine, the store is read again.
 */
final class FirstReading extends ForwardingStore {

  private static final Duration MAX_AGE = Duration.ofSeconds(1);

  private final Context context;
  private final AtomicReference<@Nullable Reading> kept;

  private record Reading(
      List<String> lines, LinePositions stand, Instant wall, long elapsedNanos) {}

  FirstReading(LineStore store, List<String> lines, LinePositions stand, Context context) {
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
