package io.mintmark.internal.store;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.store.LineName;
import io.mintmark.store.LinePositions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A store whose lines may be moved to another while this process claims on them. A process that
 * makes ids claims through this; the store below knows nothing of moving.
 *
 * <p><b>A moved line</b> was claimed to its end by the copy that moved it ({@code LinesCopy} in
 * package {@code io.mintmark.moving}), so that every store refuses all further claims. This says
 * then where the lines went, instead of saying that they have come to their end.
 *
 * <p><b>The gate.</b> Who moves the lines of a store lists them, and a line that is made after that
 * would be missed: both stores would hand out its positions. So this claims one position on {@link
 * StoreLines#GATE} after its first write to each line, before the caller gets the answer; and who
 * moves claims the gate to its end before he lists. If the claim on the gate is answered, the gate
 * was open then, so the listing comes later than the write and has the line; and as no line is ever
 * deleted, that holds for all later writes to it. If it is refused the caller gets nothing, and
 * what the write took is burned. Lines under {@value SpecLine#PREFIX} need no gate, as nothing is
 * made from them.
 *
 * <p><b>A line that was there before</b> needs no claim on the gate that waits for the write: if it
 * was seen to stand above 0 before the gate was claimed, and the gate was open then, the listing
 * comes later and has the line, whenever the write is done. So the first {@link #compareAndSet} of
 * such a line and the claim on the gate are begun together, and either may take effect first. Who
 * moves claims the line to its end, so that a compareAndSet which comes after that changes nothing.
 * This rests on callers who compare with a position that they have seen, and with 0 otherwise.
 *
 * <p>Thread-safe.
 */
public final class MovableStore extends ForwardingStore {

  /** Where a line stands that was made, and not used yet: its position 0 is nobody's. */
  public static final long MADE = 1;

  /** How many lines are remembered; for others the gate is asked at each write. */
  private static final int MAX_LISTED = 1 << 16;

  /** Lines that are in every listing to come of the process that moves them. */
  private final Set<String> listed = ConcurrentHashMap.newKeySet();

  /**
   * Stands before a store.
   *
   * @param store what holds the lines; closed by {@link #close}
   */
  public MovableStore(ClaimStore store) {
    super(store);
  }

  /**
   * Claims as {@link ClaimStore#claim} says.
   *
   * @throws LineMovedException if the line was moved to another store; what was claimed, if
   *     anything, is burned
   */
  @Override
  public long claim(String line, long atLeast, long count) {
    return answered(line, () -> super.claim(line, atLeast, count));
  }

  /** Begins a claim; its answer has come through the gate as that of {@link #claim} has. */
  @Override
  public LongSupplier beginClaim(String line, long atLeast, long count) {
    LongSupplier begun = store().beginClaim(line, atLeast, count);
    return () -> answered(line, begun);
  }

  private long answered(String line, LongSupplier claim) {
    long start;
    try {
      start = claim.getAsLong();
    } catch (ExhaustedException e) {
      throw refusal(line, e);
    }
    passGate(line);
    return start;
  }

  /**
   * Moves a line as {@link ClaimStore#compareAndSet} says.
   *
   * @throws LineMovedException if the store's lines were moved to another; the range is burned
   */
  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    if (expected > 0 && !isListed(line)) {
      BooleanSupplier move = store().beginCompareAndSet(line, expected, next);
      LongSupplier gate = store().beginClaim(StoreLines.GATE, 0, 1);
      boolean moved = move.getAsBoolean();
      passGate(line, gate);
      return moved;
    }
    boolean moved = super.compareAndSet(line, expected, next);
    if (moved) {
      passGate(line);
    }
    return moved;
  }

  /** Begins to move a line; its answer has come through the gate. */
  @Override
  public BooleanSupplier beginCompareAndSet(String line, long expected, long next) {
    BooleanSupplier begun = store().beginCompareAndSet(line, expected, next);
    return () -> {
      boolean moved = begun.getAsBoolean();
      if (moved) {
        passGate(line);
      }
      return moved;
    };
  }

  /**
   * Begins to make a line, if it is not there, to be used later. That needs no way through the
   * gate, as nobody gets anything by it.
   *
   * @param line the line's name
   * @return waits until the line is there; what it throws is what {@link ClaimStore#compareAndSet}
   *     throws
   */
  public Runnable beginMaking(String line) {
    BooleanSupplier begun = store().beginCompareAndSet(line, 0, MADE);
    return () -> {
      boolean unused = begun.getAsBoolean();
    };
  }

  /**
   * Lowers a line as {@link ClaimStore#lower} says.
   *
   * @throws LineMovedException if the store's lines were moved to another, which goes on from where
   *     they stood; nothing is changed
   */
  @Override
  public boolean lower(String line, long expected, long next) {
    target().ifPresent(target -> {
      throw moved(line, target);
    });
    return super.lower(line, expected, next);
  }

  /**
   * Reads as {@link ClaimStore#position} says.
   *
   * @throws LineMovedException if the line was moved to another store
   */
  @Override
  public long position(String line) {
    long next = super.position(line);
    refuseMoved(line, next);
    return next;
  }

  /**
   * Reads as {@link ClaimStore#positions} says.
   *
   * @throws LineMovedException if one of the lines was moved to another store
   */
  @Override
  public LinePositions positions(List<String> lines) {
    LinePositions read = store().positions(lines);
    refuseMoved(lines, read.next());
    return read;
  }

  /**
   * Reads as {@link ClaimStore#life} says.
   *
   * @throws LineMovedException if one of the lines was moved to another store
   */
  @Override
  public Optional<EngineLife> life(List<String> lines) {
    Optional<EngineLife> life = store().life(lines);
    life.ifPresent(read -> refuseMoved(lines, read.next()));
    return life;
  }

  private void refuseMoved(List<String> lines, List<Long> next) {
    for (int i = 0; i < lines.size(); i++) {
      refuseMoved(lines.get(i), next.get(i));
    }
  }

  private void refuseMoved(String line, long next) {
    if (next == Long.MAX_VALUE) {
      target().ifPresent(target -> {
        throw moved(line, target);
      });
    }
  }

  private boolean isListed(String line) {
    return listed.contains(line) || line.startsWith(SpecLine.PREFIX);
  }

  private void passGate(String line) {
    if (!isListed(line)) {
      passGate(line, () -> super.claim(StoreLines.GATE, 0, 1));
    }
  }

  private void passGate(String line, LongSupplier gate) {
    try {
      long unused = gate.getAsLong();
    } catch (ExhaustedException e) {
      throw moved(line, target().orElse("another store"));
    }
    if (listed.size() < MAX_LISTED) {
      listed.add(line);
    }
  }

  /** That the line was moved, if that is why, else what the store said. */
  private MintmarkException refusal(String line, ExhaustedException refused) {
    return super.position(line) < Long.MAX_VALUE
        ? refused
        : target().<MintmarkException>map(target -> moved(line, target)).orElse(refused);
  }

  private static LineMovedException moved(String line, String target) {
    return new LineMovedException(
        Message.of(
            "the line was moved to another store: line={}, movedTo={}; no id issued; point this"
                + " process at that store",
            line,
            target),
        target);
  }

  /** Where the store's lines went, if they did: the note is written before the gate is closed. */
  private Optional<String> target() {
    List<Line> own = lines(LineName.RESERVED);
    boolean closed = own.stream()
        .anyMatch(line -> line.name().equals(StoreLines.GATE) && line.next() == Long.MAX_VALUE);
    return own.stream()
        .filter(line -> closed && line.name().equals(StoreLines.MOVED_TO))
        .map(Line::note)
        .findFirst();
  }
}
