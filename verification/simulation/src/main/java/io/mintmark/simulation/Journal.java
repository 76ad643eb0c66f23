package io.mintmark.simulation;

import io.mintmark.internal.store.MovableStore;
import io.mintmark.simulation.Violation.MadeId;
import io.mintmark.store.engine.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Notes what happens in a world, in the order of its time, where a story is to be told of it; else
 * it notes nothing. Of all claims and ids it notes those that bear on one id.
 */
final class Journal {

  /** Notes nothing. */
  static final Journal NONE = new Journal(false, null, List.of());

  /** What an event is that belongs to no host. */
  static final int STORE = -1;

  private final boolean notes;
  private final @Nullable MadeId watched;
  private final List<Subject> subjects;
  private final List<Entry> entries = new ArrayList<>();

  private Journal(boolean notes, @Nullable MadeId watched, List<Subject> subjects) {
    this.notes = notes;
    this.watched = watched;
    this.subjects = subjects;
  }

  /**
   * Makes one that notes what happens.
   *
   * @param watched the id that the story is about; if there is none all claims are noted
   * @param subjects the generators of the world
   */
  static Journal of(@Nullable MadeId watched, List<Subject> subjects) {
    return new Journal(true, watched, subjects);
  }

  /**
   * Something that happened.
   *
   * @param atNanos when, from the world's beginning
   * @param host to whom, or {@link #STORE}
   * @param text what, as the end of a sentence about the host; or a whole one
   * @param kind what it is one of many of, which need not all be told; empty for none
   */
  record Entry(long atNanos, int host, String text, String kind) {}

  List<Entry> entries() {
    return entries;
  }

  void tell(long atNanos, int host, Supplier<String> text) {
    if (notes) {
      entries.add(new Entry(atNanos, host, text.get(), ""));
    }
  }

  /** Notes that a call failed, once for each reason. */
  void failed(long atNanos, int host, Throwable failure) {
    if (notes && watched == null) {
      String text = "has a call refused: " + failure.getMessage();
      entries.add(new Entry(atNanos, host, text, host + failure.getClass().getSimpleName()));
    }
  }

  /** Notes what the store did with a claim that a host had sent. */
  void claimed(long atNanos, int host, Write write, long stood, OptionalLong next) {
    String line = write.line();
    if (!notes || write instanceof Write.Note || !isTold(line)) {
      return;
    }
    boolean takes = write instanceof Write.CompareAndSet;
    String text;
    if (next.isEmpty()) {
      text = "asks for " + line + " as it stood before; the store refuses, as it has moved on";
    } else if (takes && next.getAsLong() == MovableStore.MADE) {
      text = "makes the line " + line;
    } else if (takes && OwnedRanges.start(write, next.getAsLong()) == 0) {
      text = "takes " + line + ", which is new, up to " + place(line, next.getAsLong());
    } else {
      long start = OwnedRanges.start(write, next.getAsLong());
      text = (takes ? "takes " : "claims more of ") + line + ", from " + place(line, start)
          + " up to " + place(line, next.getAsLong());
    }
    boolean tells = line.startsWith("worker/") && (takes || next.isEmpty());
    entries.add(new Entry(atNanos, host, text, tells ? "" : host + line));
  }

  private boolean isTold(String line) {
    MadeId id = watched;
    return id == null ? !line.startsWith("spec/") && !line.startsWith("mintmark/") : id.isOn(line);
  }

  private String place(String line, long position) {
    return position == Long.MAX_VALUE
        ? "the end of all positions"
        : subjects.stream()
            .filter(each -> isOf(each, line))
            .findFirst()
            .map(each -> each.place(position))
            .orElse("position " + position);
  }

  /** The lines of one generator differ in their worker number alone. */
  private static boolean isOf(Subject subject, String line) {
    String own = subject.lineOf(0);
    return line.startsWith("worker/")
        ? own.startsWith(line.substring(0, line.lastIndexOf('/') + 1))
        : own.equals(line);
  }

  /** Notes that an id was made, if it is one that the story is about. */
  void made(long atNanos, int host, Subject subject, long made) {
    MadeId id = watched;
    if (notes && id != null && (made == id.id() || made == id.earlier())) {
      String place = subject.place(subject.positionOf(made)) + " of " + subject.lineOf(made);
      entries.add(
          new Entry(atNanos, host, "makes the id " + subject.text(made) + ", from " + place, ""));
    }
  }
}
