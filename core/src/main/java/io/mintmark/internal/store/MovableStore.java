package io.mintmark.internal.store;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A store whose lines (named counters) an administrator may move to another store while this
 * process claims on them.
 * Every process that makes ids claims through this class, which adds the moving to a store that
 * does not support it.
 *
 * <p><b>A moved line</b> has no positions left: the process that moved it ({@code LinesCopy} in
 * package {@code io.mintmark.moving}) has claimed it to its end, so the store refuses all further
 * claims. This class then throws an exception that names the new store of the line, instead of the
 * exception for an exhausted line.
 *
 * <p><b>The gate.</b> The moving process lists the lines of the store and then moves them. A line
 * that is created after the listing would not be moved, and both stores would hand out its
 * positions. To exclude this, each store has a line called the gate, {@link StoreLines#GATE}. The
 * moving process closes the gate, that is, claims it to its end, before it lists the lines. This
 * class claims one position on the gate after its first write to each line, before the caller gets
 * the result of the write. If the claim on the gate succeeds, the gate was still open. The listing
 * is therefore later than the write, and includes the line. Lines are never deleted, so this also
 * holds for all later writes to the line. If the claim on the gate is refused, the caller gets no
 * range, and the positions that the write took are burned (never used). Lines under {@value
 * SpecLine#PREFIX} need no claim on the gate, because no ids are made from them.
 *
 * <p><b>A line that already exists</b> also needs a claim on the gate, but this claim need not wait
 * for the write. Suppose that this process reads a position above 0, then claims on the gate, and
 * finds it open. The listing is then later than this read, and includes the line, whenever the
 * write takes effect. So the first {@link #compareAndSet} on such a line and the claim on the gate
 * begin together, and either may take effect first. If the compareAndSet reaches the store only
 * after the moving process has claimed the line to its end, it changes nothing. This argument
 * requires that {@code expected} is a position that the caller has read, or 0 if it has read none.
 *
 * <p>Thread-safe.
 */
public final class MovableStore extends ForwardingStore {

  /**
   * The position of a line that an earlier version of Mintmark created before it was used. Position
   * 0 of such a line is never handed out.
   */
  public static final long MADE = 1;

  /**
   * The largest number of lines in {@code listed}. Each write to a line that is not in {@code
   * listed} makes a claim on the gate.
   */
  private static final int MAX_LISTED = 1 << 16;

  /**
   * Lines that the listing of a moving process is known to include, so that writes to them need no
   * claim on the gate.
   */
  private final Set<String> listed = ConcurrentHashMap.newKeySet();

  /**
   * Creates a movable store.
   *
   * @param store the store that holds the lines; {@link #close} closes it
   */
  public MovableStore(LineStore store) {
    super(store);
  }

  /**
   * Claims as {@link LineStore#claim} does.
   *
   * @throws LineMovedException if the line was moved to another store; if a range was claimed, it
   *     is burned
   */
  @Override
  public long claim(String line, long atLeast, long count) {
    return answered(line, () -> store().claim(line, atLeast, count));
  }

  /**
   * Begins a claim. As with {@link #claim}, the claim on the gate follows before the supplier
   * returns a range.
   */
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
   * Advances a line as {@link LineStore#compareAndSet} does.
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
    boolean moved = store().compareAndSet(line, expected, next);
    if (moved) {
      passGate(line);
    }
    return moved;
  }

  @Override
  public List<Boolean> create(List<Line> lines) {
    return store().create(lines); // No ids are made from these lines.
  }

  /**
   * Lowers a line as {@link LineStore#lower} does.
   *
   * @throws LineMovedException if the store's lines were moved to another store, which continues
   *     from their positions; nothing is changed
   */
  @Override
  public boolean lower(String line, long expected, long next) {
    refuseMoved(line, Long.MAX_VALUE);
    return store().lower(line, expected, next);
  }

  /**
   * Reads a position as {@link LineStore#position} does.
   *
   * @throws LineMovedException if the line was moved to another store
   */
  @Override
  public long position(String line) {
    long next = store().position(line);
    refuseMoved(line, next);
    return next;
  }

  /**
   * Reads positions as {@link LineStore#positions} does.
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
   * Reads the engine's life as {@link LineStore#life} does.
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
      passGate(line, () -> store().claim(StoreLines.GATE, 0, 1));
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

  /**
   * Returns the exception for a moved line if the line was moved, otherwise the exception that the
   * store threw.
   */
  private MintmarkException refusal(String line, ExhaustedException refused) {
    return store().position(line) < Long.MAX_VALUE
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
   * Returns the store to which the lines were moved; empty if they were not moved. The moving
   * process writes a note with this store before it closes the gate. So the note counts only if the
   * gate is closed.
   */
  private Optional<String> target() {
    return store().position(StoreLines.GATE) < Long.MAX_VALUE
        ? Optional.empty()
        : line(StoreLines.MOVED_TO).map(Line::note);
  }
}
