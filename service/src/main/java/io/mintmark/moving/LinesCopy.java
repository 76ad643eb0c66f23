package io.mintmark.moving;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.ClaimArguments;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.service.StoreIdentity;
import io.mintmark.store.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Moves all lines (named, durable counters) of one store to another while processes claim on them.
 * No position is claimed twice, and no claim is lost: the source answers claims on a line until the
 * line is sealed, that is, until the copy has claimed the whole rest of it. After that, a claim
 * fails with the name of the new store ({@link io.mintmark.error.LineMovedException}).
 *
 * <p>The copy consists of these steps. Each step can be repeated after a crash at any point:
 *
 * <ol>
 *   <li>refuse a copy that cannot work, before anything is changed;
 *   <li>put a placeholder in the target for each fingerprint of the source (a line that identifies
 *       the settings of a generator), so that no generator starts there under a name whose lines
 *       have not arrived;
 *   <li>raise the target's lines to the positions of the source's lines, so that the later steps
 *       have little to do;
 *   <li>record in the source which store its lines move to, and seal the source's gate, the line on
 *       which every process claims a position after its first write to a line. So no process uses a
 *       line that is created after this;
 *   <li>list the source again. For each line, raise the target's line to the position of the
 *       source's line. Then seal the source's line if no process has claimed on it since; otherwise
 *       repeat these two steps. So when a line is sealed, the target's line is past every position
 *       that was ever claimed on it;
 *   <li>replace the placeholders by the fingerprints, so that generators can start in the target;
 *   <li>seal the source's fingerprints, and record the new store in the notes of the source's
 *       lines.
 * </ol>
 *
 * <p>A sealed line is never opened again. Several copies between the same two stores may run at the
 * same time without harm.
 */
public final class LinesCopy {

  /** How many lines are copied at a time. */
  private static final int THREADS = 8;

  private final LineStore from;
  private final LineStore to;
  private final String target;
  private final String movedNote;
  private final BiConsumer<String, Integer> listener;
  private final int threads;

  /**
   * Makes a copy; nothing is read or written yet.
   *
   * @param from the store whose lines are moved; the caller closes it
   * @param to the store that receives the lines; the caller closes it
   * @param target the target's URL without secrets, for the errors of refused callers
   * @param listener follows the progress: the step, for example {@code sealing}, and the number of
   *     lines for which it is done. Called by the thread of the copy
   * @throws IllegalArgumentException if the URL breaks the rule for a line's note
   */
  public LinesCopy(
      LineStore from, LineStore to, String target, BiConsumer<String, Integer> listener) {
    this(from, to, target, listener, THREADS);
  }

  LinesCopy(
      LineStore from,
      LineStore to,
      String target,
      BiConsumer<String, Integer> listener,
      int threads) {
    this.from = from;
    this.to = to;
    this.target = target;
    this.movedNote = "moved to " + target;
    this.listener = listener;
    this.threads = threads;
    ClaimArguments.checkNote(movedNote);
  }

  /**
   * Plans a copy. Only reads.
   *
   * @return the lines and the faults
   * @throws StoreUnavailableException if a store did not answer
   */
  public CopyPlan plan() {
    LineComparison comparison = new LineComparison(from, to);
    return new CopyPlan(comparison.pending(), refusals(comparison));
  }

  /**
   * Returns the reasons to refuse the copy. A clash is a name that is in use in the target before
   * its line has arrived. Once the source's gate is sealed, a clash is not a reason to refuse,
   * because callers already wait for their lines.
   */
  private static List<String> refusals(LineComparison comparison) {
    List<String> faults = new ArrayList<>(comparison.faults());
    if (!comparison.isGateClosed()) {
      faults.addAll(comparison.clashes());
    }
    return faults;
  }

  /**
   * Moves the lines, or continues an earlier run.
   *
   * @return the lines that are in the target now
   * @throws ConfigurationException with every reason why the lines cannot be moved; then no line is
   *     sealed, unless an earlier run sealed it
   * @throws StoreUnavailableException if a store did not answer; call this method
   *     again
   * @throws MintmarkException if claims on a line are too fast for the line to be sealed; call this
   *     method again
   */
  public CopyReport run() {
    LineComparison before = new LineComparison(from, to);
    refuse(refusals(before));
    long source = StoreIdentity.of(from);
    long destination = StoreIdentity.of(to);
    if (source == destination) {
      refuse(List.of(Message.of("the source and the target are one store: identity={}", source)));
    }
    Sealing.raise(to, StoreLines.arrivals(source), 0, 1);
    plant(before, source);
    if (!before.isGateClosed()) {
      LineComparison planted = new LineComparison(from, to);
      refuse(refusals(planted));
      raise(planted);
      closeGate(destination);
    }
    LineComparison after = new LineComparison(from, to);
    plant(after, source);
    int sealed = seal(after);
    List<String> clashes = new LineComparison(from, to).clashes();
    Sealing.raise(to, StoreLines.arrivals(source), 1, LineComparison.ARRIVED);
    List<Line> fingerprints = after.fingerprints();
    each("fingerprints", fingerprints, spec -> copy(spec, source));
    after.origins().forEach(origin -> arrived(origin.name()));
    arrived(StoreLines.from(source));
    noteWhereTheyWent();
    return new CopyReport(after.claimed().size(), sealed, fingerprints.size(), clashes);
  }

  private static void refuse(List<String> faults) {
    if (!faults.isEmpty()) {
      throw new ConfigurationException("lines copy", faults);
    }
  }

  /** Keeps generators from starting in the target under names whose lines have not arrived yet. */
  private void plant(LineComparison comparison, long source) {
    long placeholder = SpecLine.placeholder(source);
    List<Line> absent = comparison.fingerprints().stream()
        .filter(spec -> spec.next() < Long.MAX_VALUE)
        .filter(spec -> comparison.target(spec.name()).isEmpty())
        .toList();
    // If a process has taken a name in the target, it keeps the name. The next comparison shows
    // whether this is a clash.
    each("placeholders", absent, spec -> to.compareAndSet(spec.name(), 0, placeholder));
  }

  private void raise(LineComparison comparison) {
    boolean nothingSealed = !isGateClosed();
    List<Line> lines = comparison.claimed().stream()
        .filter(line -> line.next() < Long.MAX_VALUE || nothingSealed)
        .toList();
    each("raising", lines, line -> raise(comparison, line, line.next()));
  }

  private void raise(LineComparison comparison, Line line, long atLeast) {
    Line there = comparison.target(line.name()).orElse(null);
    Sealing.raise(to, line.name(), there == null ? 0 : there.next(), atLeast);
    if (!line.note().isEmpty() && (there == null || !there.note().equals(line.note()))) {
      to.annotate(line.name(), line.note());
    }
  }

  /**
   * Returns whether the source's gate is sealed. Every copy seals the gate before any other line,
   * and this read reflects every earlier write. So this method returns true if any line was sealed
   * before this call.
   */
  private boolean isGateClosed() {
    return from.line(StoreLines.GATE).map(Line::next).orElse(0L) == Long.MAX_VALUE;
  }

  private void closeGate(long destination) {
    if (!from.compareAndSet(StoreLines.MOVED_TO, 0, destination)
        && from.position(StoreLines.MOVED_TO) != destination) {
      refuse(List.of(
          Message.of("the source is being moved to another store: line={}", StoreLines.MOVED_TO)));
    }
    from.annotate(StoreLines.MOVED_TO, target);
    Sealing.seal(from, StoreLines.GATE, from.position(StoreLines.GATE), position -> {});
  }

  private int seal(LineComparison comparison) {
    AtomicInteger sealed = new AtomicInteger();
    each("sealing", comparison.claimed(), line -> {
      if (line.next() == Long.MAX_VALUE && comparison.target(line.name()).isEmpty()) {
        // No copy sealed this line, because then the target would contain it. So all of its
        // positions were claimed.
        to.compareAndSet(line.name(), 0, Long.MAX_VALUE);
      }
      boolean sealedHere =
          Sealing.seal(from, line.name(), line.next(), end -> raise(comparison, line, end));
      sealed.addAndGet(sealedHere ? 1 : 0);
    });
    return sealed.get();
  }

  private void copy(Line spec, long source) {
    if (spec.next() == Long.MAX_VALUE || SpecLine.isPlaceholder(spec.next())) {
      return;
    }
    boolean arrived = to.compareAndSet(spec.name(), SpecLine.placeholder(source), spec.next())
        || to.compareAndSet(spec.name(), 0, spec.next())
        || to.position(spec.name()) == spec.next();
    if (arrived) {
      to.annotate(spec.name(), spec.note());
    }
    from.compareAndSet(spec.name(), spec.next(), Long.MAX_VALUE);
  }

  private void arrived(String origin) {
    Sealing.raise(to, origin, 0, 1);
  }

  private void noteWhereTheyWent() {
    List<Line> unnoted = from.lines("").stream()
        .filter(line -> line.next() == Long.MAX_VALUE && !line.note().equals(movedNote))
        .toList();
    each("notes", unnoted, line -> from.annotate(line.name(), movedNote));
  }

  /**
   * Runs a step for each line, several at a time, so that an engine can commit them together. After
   * a failure no further line is started.
   *
   * @throws MintmarkException the first failure
   */
  private void each(String step, List<Line> lines, Consumer<Line> action) {
    if (threads == 1) {
      for (int i = 0; i < lines.size(); i++) {
        action.accept(lines.get(i));
        listener.accept(step, i + 1);
      }
      return;
    }
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      CompletionService<Boolean> steps = new ExecutorCompletionService<>(executor);
      lines.forEach(line -> steps.submit(() -> action.accept(line), true));
      for (int done = 1; done <= lines.size(); done++) {
        boolean unused = steps.take().get();
        listener.accept(step, done);
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof MintmarkException known
          ? known
          : new MintmarkException("lines copy failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException("lines copy was interrupted; run it again", e);
    } finally {
      executor.shutdownNow();
    }
  }
}
