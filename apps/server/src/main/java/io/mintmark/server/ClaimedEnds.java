package io.mintmark.server;

import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.LinePositions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Records where this server's claims end on the lines (the store's counters) that it used last:
 * lines of sequences, and of keys without a worker number. Lines of worker numbers are left out,
 * because their positions are times: even after a loss, claims on them start at the present time.
 */
final class ClaimedEnds extends ForwardingStore {

  /**
   * If a store was set back, every line in use has lost claims. So the ends on some of the lines
   * suffice to detect this.
   */
  static final int MAX_LINES = 100;

  private final Map<String, Long> ends = new LinkedHashMap<>(16, 0.75f, true) {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
      return size() > MAX_LINES;
    }
  };

  ClaimedEnds(ClaimStore store) {
    super(store);
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    long start = super.claim(line, atLeast, count);
    note(line, start + count);
    return start;
  }

  @Override
  public LongSupplier beginClaim(String line, long atLeast, long count) {
    LongSupplier begun = store().beginClaim(line, atLeast, count);
    return () -> {
      long start = begun.getAsLong();
      note(line, start + count);
      return start;
    };
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    boolean moved = super.compareAndSet(line, expected, next);
    if (moved) {
      note(line, next);
    }
    return moved;
  }

  @Override
  public BooleanSupplier beginCompareAndSet(String line, long expected, long next) {
    BooleanSupplier begun = store().beginCompareAndSet(line, expected, next);
    return () -> {
      boolean moved = begun.getAsBoolean();
      if (moved) {
        note(line, next);
      }
      return moved;
    };
  }

  @Override
  public LinePositions positions(List<String> lines) {
    return store().positions(lines);
  }

  /**
   * If an administrator has lowered a line for a repair, the next start must not report the
   * difference as a loss.
   */
  @Override
  public boolean lower(String line, long expected, long next) {
    boolean lowered = super.lower(line, expected, next);
    if (lowered && isNoted(line)) {
      synchronized (ends) {
        ends.put(line, next);
      }
    }
    return lowered;
  }

  /** Copies the ends of the lines used last, by line. */
  Map<String, Long> ends() {
    synchronized (ends) {
      return new LinkedHashMap<>(ends);
    }
  }

  private void note(String line, long end) {
    if (isNoted(line)) {
      synchronized (ends) {
        ends.merge(line, end, Math::max);
      }
    }
  }

  private static boolean isNoted(String line) {
    return line.startsWith("seq/") || line.startsWith("key/");
  }
}
