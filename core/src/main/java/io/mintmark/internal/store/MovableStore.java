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
 * A store whose lines may be moved to another store while this process claims on them. A process
 * that makes ids claims through this class. The store behind it does not support moving.
 *
 * <p><b>A moved line</b> was claimed to its end by the copy that moved it ({@code LinesCopy} in
 * package {@code io.mintmark.moving}), so that every store refuses all further claims. The
 * exception of this class then names the new store of the line, instead of stating that the line is
 * exhausted.
 *
 * <p><b>The gate.</b> A process that moves a store's lines lists them. A line that is made after
 * the listing would be missed, and both stores would hand out its positions. So this class claims
 * one position on {@link StoreLines#GATE} after its first write to each line, before the caller
 * gets the result. The moving process claims the gate to its end before it lists the lines. If the
 * claim on the gate succeeds, the gate was still open. The listing is therefore later than the
 * write, and includes the line. Lines are never deleted, so this holds for all later writes to the
 * line too. If the claim on the gate is refused, the caller gets no range, and the positions that
 * the write took are burned. Lines under {@value SpecLine#PREFIX} need no gate, because no ids are
 * made from them.
 *
 * <p><b>A line that existed before</b> also needs a claim on the gate, but this claim need not wait
 * for the write. Suppose that this process reads a position above 0, then claims the gate, and
 * finds it open. The listing is then later than the reading, and includes the line, whenever the
 * write is done. So the first {@link #compareAndSet} of such a line and the claim on the gate begin
 * together, and either may take effect first. The moving process claims the line to its end, so
 * that a later compareAndSet changes nothing. This relies on the callers: {@code expected} must be
 * a position that they have read, or 0 if they have read none.
 *
 * <p>Thread-safe.
 */
public final class MovableStore extends ForwardingStore {

  /**
   * The position of a line that was made and is not used yet. Its position 0 is never handed out.
   */
  public static final long MADE = 1;

  /** How many lines are remembered. Each write to any other line claims on the gate. */
  private static final int MAX_LISTED = 1 << 16;

  /** Lines that every later listing of a moving process includes. */
  private final Set<String> listed = ConcurrentHashMap.newKeySet();

  /**
   * Makes a movable store from a store.
   *
   * @param store holds the lines; closed by {@link #close}
   */
  public MovableStore(ClaimStore store) {
    super(store);
  }

  /**
   * Claims as {@link ClaimStore#claim} does.
   *
   * @throws LineMovedException if the line was moved to another store; a claimed range is burned
   */
  @Override
  public long claim(String line, long atLeast, long count) {
    return answered(line, () -> super.claim(line, atLeast, count));
  }

  /** Begins a claim. Its result has passed the gate, like the result of {@link #claim}. */
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
   * Moves a line as {@link ClaimStore#compareAndSet} does.
   *
   * @throws LineMovedException if the store's lines were moved to another store; the range is
   *     burned
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

  /** Begins to move a line. The result has passed the gate. */
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
   * Begins to make a line for later use, if it does not exist. This need not pass the gate, because
   * it hands out no position.
   *
   * @param line the line's name
   * @return waits until the line exists; throws the exceptions of {@link ClaimStore#compareAndSet}
   */
  public Runnable beginMaking(String line) {
    BooleanSupplier begun = store().beginCompareAndSet(line, 0, MADE);
    return () -> {
      boolean unused = begun.getAsBoolean();
    };
  }

  /**
   * Lowers a line as {@link ClaimStore#lower} does.
   *
   * @throws LineMovedException if the store's lines were moved to another store, which continues
   *     from their positions; nothing is changed
   */
  @Override
  public boolean lower(String line, long expected, long next) {
    target().ifPresent(target -> {
      throw moved(line, target);
    });
    return super.lower(line, expected, next);
  }

  /**
   * Reads as {@link ClaimStore#position} does.
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
   * Reads as {@link ClaimStore#positions} does.
   *
   * @throws LineMovedException if any of the lines was moved to another store
   */
  @Override
  public LinePositions positions(List<String> lines) {
    LinePositions read = store().positions(lines);
    refuseMoved(lines, read.next());
    return read;
  }

  /**
   * Reads as {@link ClaimStore#life} does.
   *
   * @throws LineMovedException if any of the lines was moved to another store
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

  /** Returns the exception for a moved line if the line was moved, otherwise the store's own. */
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

  /**
   * The store to which the lines were moved, if they were. The note is written before the gate is
   * closed.
   */
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
