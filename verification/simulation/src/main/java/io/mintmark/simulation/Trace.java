package io.mintmark.simulation;

import io.mintmark.simulation.Violation.MadeId;
import io.mintmark.store.engine.Write;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The last events of a run, in the order of their times, for people to read. Claims and ids are
 * included only if they concern the watched id, which shows the violation.
 */
final class Trace {

  /** Used instead of a host's number for the engine, or for all processes. */
  static final int STORE = -1;

  private static final int MOST_LINES = 200;

  private final @Nullable MadeId watched;
  private final Deque<String> lines = new ArrayDeque<>();

  private Trace(@Nullable MadeId watched) {
    this.watched = watched;
  }

  /**
   * Describes a failing run. It finds the smallest run that breaks the same promise and runs it
   * once more.
   *
   * @param violation the violation in the run of the seed
   */
  static String of(long seed, Throwable violation, Seams seams) {
    RunSettings settings = RunSettings.of(seed);
    RunSettings.Parts all = settings.all();
    RunSettings.Parts needed = new Shrinker(settings, violation, seams).shrunk();
    Throwable shown = new Run(settings, needed, seams, null).run().violation();
    Trace trace = new Trace(shown instanceof Violation known ? known.id : null);
    Throwable last = new Run(settings, needed, seams, trace).run().violation();
    StringBuilder text = new StringBuilder();
    text.append("Seed ").append(seed).append(": ").append(violation.getMessage());
    text.append(String.format(
        Locale.ROOT,
        "%n%nneeded: %d of %d processes, %d of %d generators, %d of %d planned faults%n",
        needed.hosts().size(),
        all.hosts().size(),
        needed.subjects().size(),
        all.subjects().size(),
        needed.faults().size(),
        all.faults().size()));
    needed.subjects().forEach(subject -> text.append(subject).append('\n'));
    text.append("the store ").append(settings.forgets() ? "can forget" : "keeps all claims");
    text.append(settings.hasClock() ? "\n\n" : ", and has no clock\n\n");
    trace.lines.forEach(line -> text.append(line).append('\n'));
    text.append('\n').append(last == null ? "the run does not fail again" : last.getMessage());
    if (last != null && !(last instanceof Violation)) {
      for (StackTraceElement element : last.getStackTrace()) {
        text.append("\n    ").append(element);
      }
    } else if (last != null && last.getCause() != null) {
      text.append("\n").append(last.getCause());
    }
    return text.append('\n').toString();
  }

  void add(long atNanos, int host, Supplier<String> text) {
    if (lines.size() == MOST_LINES) {
      lines.removeFirst();
    }
    String who = host == STORE ? "the store" : "process " + host;
    lines.add(String.format(Locale.ROOT, "%9.3f s  %-10s  %s", atNanos / 1e9, who, text.get()));
  }

  /** Adds a write that the store executed or refused, if it concerns the watched id. */
  void wrote(long atNanos, int host, Write write, OptionalLong next) {
    String line = write.line();
    MadeId id = watched;
    boolean watches =
        id == null ? !line.startsWith("spec/") && !line.startsWith("mintmark/") : id.isOn(line);
    if (watches && !(write instanceof Write.Note)) {
      String what = write.getClass().getSimpleName() + " " + line + ": ";
      add(atNanos, host, () -> what + (next.isEmpty() ? "refused" : range(write, next)));
    }
  }

  private String range(Write write, OptionalLong next) {
    long end = next.getAsLong();
    long start = OwnedRanges.start(write, end);
    MadeId id = watched;
    return id == null
        ? start + " to " + end
        : id.subject().place(start) + " to " + id.subject().place(end);
  }

  /** Adds an id that was made, if it is watched. */
  void made(long atNanos, int host, Subject subject, long made) {
    MadeId id = watched;
    if (id != null
        && id.subject().name.equals(subject.name)
        && (made == id.id() || made == id.earlier())) {
      String place = subject.place(subject.positionOf(made));
      add(
          atNanos,
          host,
          () ->
              "makes the id " + subject.text(made) + " of " + subject.lineOf(made) + ", " + place);
    }
  }
}
