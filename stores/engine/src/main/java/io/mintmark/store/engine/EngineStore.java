package io.mintmark.store.engine;

import static io.mintmark.store.engine.Failures.misconfigured;
import static io.mintmark.store.engine.Failures.unavailable;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.ClaimArguments;
import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.StackRoom;
import io.mintmark.internal.store.StoreLog;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A store that keeps its lines (named, durable counters) in an engine: checks arguments, lets the
 * claims of many threads share round trips and commits ({@link GroupCommit}), gives each call its
 * deadline, and names the store in errors.
 *
 * <p>Every call returns or throws within the store's timeout. This also holds in an interrupted
 * thread, whose interrupt flag is kept. If a call throws, its effect is unknown, and the range that
 * it may have claimed is burned: no caller gets it.
 *
 * <p>A read-only store refuses every write. It also refuses {@link #life}, because that method may
 * have to write to the engine. Thread-safe.
 */
public abstract class EngineStore implements LineStore {

  /** The default time limit of every call. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

  private final OpenSettings settings;
  private final StoreEngine engine;
  private final Durability durability;
  private final NotedLife notedLife = new NotedLife();

  /**
   * The only lane of an engine with one server. If there are several servers, this lane also serves
   * the lines whose server is unknown.
   */
  private final GroupCommit firstLane;

  private final Map<String, GroupCommit> lanes = new ConcurrentHashMap<>();
  private final AtomicInteger openLanes = new AtomicInteger();
  private volatile boolean closed;

  /**
   * Makes a store over an engine.
   *
   * @param settings the settings for opening
   * @param engine holds the lines; {@link #close} closes it, but it stays open if this throws
   * @param durability the engine's own settings for durability
   * @throws ConfigurationException if the store is strict and the engine may lose claims
   * @throws StoreUnavailableException if the system cannot start more threads
   */
  protected EngineStore(OpenSettings settings, StoreEngine engine, Durability durability) {
    this.settings = settings;
    this.engine = engine;
    this.durability = durability;
    if (durability.isRisky()) {
      refuseOrWarn();
    }
    this.firstLane = addLane("");
  }

  /** Refuses a risky engine if the store is strict, or logs a warning of one line. */
  private void refuseOrWarn() {
    if (settings.strict()) {
      throw new ConfigurationException(
          "store " + settings.name(),
          "strict=true, and the engine may lose what it acknowledges: " + durability.risks());
    }
    StoreLog.warn(
        "the engine may lose claims that it acknowledged: {0}; store={1}",
        durability.risks(), settings.name());
  }

  @Override
  public final long claim(String line, long atLeast, long count) {
    ClaimArguments.checkClaim(line, atLeast, count);
    return laneOf(line).submit(new Write.Claim(line, atLeast, count));
  }

  @Override
  public final LongSupplier beginClaim(String line, long atLeast, long count) {
    return begun(line, () -> {
      ClaimArguments.checkClaim(line, atLeast, count);
      return laneOf(line).begin(new Write.Claim(line, atLeast, count));
    });
  }

  @Override
  public final boolean compareAndSet(String line, long expected, long next) {
    ClaimArguments.checkCompareAndSet(line, expected, next);
    return laneOf(line).submit(new Write.CompareAndSet(line, expected, next, "")) == 1;
  }

  @Override
  public final BooleanSupplier beginCompareAndSet(String line, long expected, long next) {
    LongSupplier moves = begun(line, () -> {
      ClaimArguments.checkCompareAndSet(line, expected, next);
      return laneOf(line).begin(new Write.CompareAndSet(line, expected, next, ""));
    });
    return () -> moves.getAsLong() == 1;
  }

  @Override
  public final List<Boolean> create(List<Line> lines) {
    refuseReadOnly();
    List<Write> moves = new ArrayList<>();
    for (Line line : lines) {
      Write.CompareAndSet move = new Write.CompareAndSet(line.name(), 0, line.next(), line.note());
      ClaimArguments.checkCompareAndSet(move.line, 0, move.next);
      ClaimArguments.checkNote(move.note);
      moves.add(move);
    }
    List<Boolean> created = new ArrayList<>();
    for (long moved : firstLane.submitAll(moves)) {
      created.add(moved == 1);
    }
    if (!engine.notesNewLines()) {
      note(lines, created);
    }
    return created;
  }

  /** Writes the notes of the lines that were created. */
  private void note(List<Line> lines, List<Boolean> created) {
    List<Write> notes = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (created.get(i)) {
        notes.add(new Write.Note(lines.get(i).name(), lines.get(i).note()));
      }
    }
    try {
      List<Long> unused = firstLane.submitAll(notes);
    } catch (MintmarkException e) {
      // Notes are for people. Whoever looks for one of these finds none.
    }
  }

  /** Begins a call. If it cannot begin, the returned supplier throws the exception. */
  private static LongSupplier begun(String line, Supplier<LongSupplier> begin) {
    Objects.requireNonNull(line, "line");
    try {
      return begin.get();
    } catch (RuntimeException e) {
      return () -> {
        throw e;
      };
    }
  }

  /** {@inheritDoc} The engine treats this as any other move. */
  @Override
  public final boolean lower(String line, long expected, long next) {
    ClaimArguments.checkLower(line, expected, next);
    return laneOf(line).submit(new Write.CompareAndSet(line, expected, next, "")) == 1;
  }

  @Override
  public final void annotate(String line, String note) {
    LineName.check(line);
    ClaimArguments.checkNote(note);
    laneOf(line).submit(new Write.Note(line, note));
  }

  @Override
  public final long position(String line) {
    LineName.check(line);
    return ask(() -> engine.isEmpty() ? 0 : engine.position(line, settings.deadline()));
  }

  @Override
  public final LinePositions positions(List<String> lines) {
    List<String> asked = List.copyOf(lines);
    asked.forEach(LineName::check);
    if (asked.isEmpty() || engine.isEmpty()) {
      return new LinePositions(Collections.nCopies(asked.size(), 0L), now());
    }
    return ask(() -> engine.positions(asked, settings.deadline()));
  }

  @Override
  public final List<Line> lines(LinePage page) {
    return ask(() -> engine.isEmpty() ? List.of() : engine.lines(page, settings.deadline()));
  }

  @Override
  public final Optional<Instant> now() {
    return ask(() -> engine.now(settings.deadline()));
  }

  @Override
  public final boolean canLoseAcknowledgedWrites() {
    return engine.canLoseAcknowledgedWrites();
  }

  @Override
  public final Optional<EngineLife> life(List<String> lines) {
    List<String> asked = List.copyOf(lines);
    asked.forEach(LineName::check);
    if (asked.isEmpty()) {
      throw new IllegalArgumentException("a life is read for one or more lines: lines=0");
    }
    if (!canLoseAcknowledgedWrites()) {
      return Optional.empty();
    }
    refuseReadOnly();
    return Optional.of(
        engine.noticesDeletedLines()
            ? ask(() -> engine.life(asked, settings.deadline()))
            : notedLife.read(this, asked, all -> ask(() -> engine.life(all, settings.deadline()))));
  }

  /** {@inheritDoc} A read-only store only checks whether the engine could be declared new. */
  @Override
  public final void declareNew() {
    if (!canLoseAcknowledgedWrites()) {
      return;
    }
    Optional<Instant> used = engine.noticesDeletedLines()
        ? Optional.empty()
        : notedLife.declareNew(this, settings.readOnly());
    used.or(() -> ask(() -> engine.declareNew(settings.readOnly(), settings.deadline())))
        .ifPresent(since -> {
          throw misconfigured(
              settings.name(),
              "the store is not new: inUseSince={}, {}; nothing was changed; remove new=true"
                  + " (declareNew, --init), as worker numbers would be taken too early once the"
                  + " store has forgotten its lines",
              since.equals(Instant.EPOCH) ? "declared new before" : since,
              settings.subject());
        });
  }

  @Override
  public final Durability durability() {
    return durability;
  }

  /**
   * Answers the waiting claims, then closes the engine: resources that the store opened are closed,
   * and resources that the caller passed to it stay open. Idempotent.
   *
   * @throws StoreUnavailableException if the engine does not answer before the deadline; in that
   *     case the engine is closed after its answer
   */
  @Override
  public final void close() {
    synchronized (lanes) {
      closed = true;
    }
    StoreUnavailableException late = null;
    for (GroupCommit lane : lanes.values()) {
      try {
        lane.close();
      } catch (StoreUnavailableException e) {
        late = e;
      }
    }
    if (late != null) {
      throw late;
    }
  }

  /**
   * Refuses a call after {@link #close}.
   *
   * @throws ClosedException if this is closed
   */
  protected final void checkOpen() {
    if (closed) {
      throw new ClosedException(Message.of("the store is closed: {}", settings.subject()));
    }
  }

  private void refuseReadOnly() {
    if (settings.readOnly()) {
      checkOpen();
      throw unavailable(
          "the store is open for reading only: {}; nothing was changed", settings.subject());
    }
  }

  private GroupCommit laneOf(String line) {
    refuseReadOnly();
    String name = engine.lane(line);
    if (name.isEmpty()) {
      return firstLane;
    }
    GroupCommit lane = lanes.get(name);
    return lane == null ? addLane(name) : lane;
  }

  private GroupCommit addLane(String name) {
    synchronized (lanes) {
      checkOpen();
      return lanes.computeIfAbsent(name, each -> {
        GroupCommit lane = new GroupCommit(settings, engine, this::release);
        // The lane is counted only now, because its constructor may throw, and a lane without a
        // thread would never release the engine.
        openLanes.incrementAndGet();
        return lane;
      });
    }
  }

  /**
   * Closes the engine after the last lane has ended. The first lane ends only in {@link #close}.
   */
  private void release() {
    if (openLanes.decrementAndGet() == 0) {
      engine.close();
    }
  }

  private <T> T ask(Attempt.Work<T, Exception> question) {
    checkOpen();
    StackRoom.forLibrary();
    try {
      return Attempt.uninterrupted(question);
    } catch (StoreRefusedException e) {
      throw new StoreRefusedException(
          Message.of(
              "the store refuses to be read: reason={}, {}", e.getMessage(), settings.subject()),
          e);
    } catch (Exception e) {
      checkOpen(); // The store may have been closed meanwhile.
      throw unavailable(
          e, "the store could not be read: reason={}, {}", e.getMessage(), settings.subject());
    }
  }
}
