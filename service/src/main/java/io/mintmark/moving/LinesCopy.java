package io.mintmark.moving;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.LineMovedException;
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
import java.util.function.LongConsumer;

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

  private static final int MAX_TRIES = 100;
  private static final long MAX_MARGIN = 1L << 60;

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
   * @param threads how many lines are copied at a time, so that an engine can commit them together
   * @throws IllegalArgumentException if the URL breaks the rule for a line's note
   */
  public LinesCopy(
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
    raise(to, StoreLines.arrivals(source), 0, 1);
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
    raise(to, StoreLines.arrivals(source), 1, LineComparison.ARRIVED);
    List<Line> fingerprints = after.fingerprints();
    each("fingerprints", fingerprints, spec -> copy(spec, source));
    after.origins().forEach(origin -> raise(to, origin.name(), 0, 1));
    raise(to, StoreLines.from(source), 0, 1);
    List<Line> unnoted = from.lines("").stream()
        .filter(line -> line.next() == Long.MAX_VALUE && !line.note().equals(movedNote))
        .toList();
    each("notes", unnoted, line -> from.annotate(line.name(), movedNote));
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
    // Every copy seals the gate before any other line, and this read reflects every earlier write.
    // So if the gate is open, no line was sealed before this read.
    boolean nothingSealed = from.line(StoreLines.GATE).map(Line::next).orElse(0L) < Long.MAX_VALUE;
    List<Line> lines = comparison.claimed().stream()
        .filter(line -> line.next() < Long.MAX_VALUE || nothingSealed)
        .toList();
    each("raising", lines, line -> raise(comparison, line, line.next()));
  }

  private void raise(LineComparison comparison, Line line, long atLeast) {
    Line there = comparison.target(line.name()).orElse(null);
    raise(to, line.name(), there == null ? 0 : there.next(), atLeast);
    if (!line.note().isEmpty() && (there == null || !there.note().equals(line.note()))) {
      to.annotate(line.name(), line.note());
    }
  }

  private void closeGate(long destination) {
    if (!from.compareAndSet(StoreLines.MOVED_TO, 0, destination)
        && from.position(StoreLines.MOVED_TO) != destination) {
      refuse(List.of(
          Message.of("the source is being moved to another store: line={}", StoreLines.MOVED_TO)));
    }
    from.annotate(StoreLines.MOVED_TO, target);
    seal(from, StoreLines.GATE, from.position(StoreLines.GATE), position -> {});
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
          seal(from, line.name(), line.next(), end -> raise(comparison, line, end));
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

  /**
   * Seals a line, unless it is sealed already: claims all positions from a given position to the
   * line's end. In one atomic step, the store grants the claim if the line's next position is not
   * above that position. It refuses the claim if another process has claimed past that position. So
   * once the claim is granted, all claims of other processes are below that position.
   *
   * <p>If other processes claim faster than the line can be sealed, each try starts further ahead
   * of their claims. The skipped positions are a gap, and no position repeats.
   *
   * @param seen the line's last known position
   * @param beforehand receives a position before each try; all other processes' claims are below it
   * @return whether this call sealed it
   */
  static boolean seal(LineStore store, String line, long seen, LongConsumer beforehand) {
    long next = seen;
    long margin = 0;
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      if (next == Long.MAX_VALUE) {
        return false;
      }
      long end = next < Long.MAX_VALUE - margin ? next + margin : Long.MAX_VALUE - 1;
      beforehand.accept(end);
      try {
        long unused = store.claim(line, end, Long.MAX_VALUE - end);
        return true;
      } catch (ExhaustedException | LineMovedException e) {
        long now = store.position(line);
        margin = Math.min(Math.max(1, 2 * Math.max(margin, now - next)), MAX_MARGIN);
        next = now;
      }
    }
    throw changing(line, "it is not sealed; run the copy again when less is claimed");
  }

  /**
   * Raises a line, unless it is at {@code atLeast} or above.
   *
   * @param seen the line's last known position
   */
  static void raise(LineStore store, String line, long seen, long atLeast) {
    long next = seen;
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      if (next >= atLeast || store.compareAndSet(line, next, atLeast)) {
        return;
      }
      next = store.position(line);
    }
    throw changing(line, "it is not raised; nothing may claim on the target yet");
  }

  private static MintmarkException changing(String line, String effect) {
    return new MintmarkException(Message.of(
        "the line changed during every attempt: line={}, tries={}; {}", line, MAX_TRIES, effect));
  }
}
