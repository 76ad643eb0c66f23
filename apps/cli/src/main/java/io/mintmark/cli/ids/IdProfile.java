package io.mintmark.cli.ids;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The order, the times and the length of all ids of one kind. Its size is bounded. */
public sealed class IdProfile permits NumberProfile {

  private final ParsedId first;
  private final long firstLine;
  private final Instant newest;
  private final TimeTrack times;
  private ParsedId previous;
  private long count;
  private long outOfOrder;
  private long firstOutOfOrder;
  private int longest;
  private boolean digitsOnly = true;
  private boolean severalPrefixes;

  /**
   * Makes an empty profile.
   *
   * @param first the first id, which is added after this
   * @param newest the latest time at which the newest id can have been made
   */
  IdProfile(ParsedId first, long firstLine, Instant newest) {
    this.first = first;
    this.firstLine = firstLine;
    this.newest = newest;
    this.times = new TimeTrack(first.kind().since, newest);
    this.previous = first;
  }

  /** Adds an id of this kind. Line numbers must rise. */
  void add(ParsedId id, long line) {
    count++;
    if (id.isBelow(previous) && outOfOrder++ == 0) {
      firstOutOfOrder = line;
    }
    previous = id;
    longest = Math.max(longest, id.text().length());
    // A UUID that consists of digits and hyphens is not a number.
    digitsOnly = digitsOnly && id.text().chars().allMatch(c -> c <= '9' && c != '-');
    severalPrefixes |= id.kind() == IdKind.TYPEID && !prefix(id).equals(prefix(first));
    if (id.kind().hasTime()) {
      times.add(id.epochMs(), id.host(), line);
    }
  }

  private static String prefix(ParsedId typeId) {
    return typeId.text().substring(0, Math.max(typeId.text().lastIndexOf('_'), 0));
  }

  /**
   * Returns the kind. Returns {@code TEXT} if the ids have the form of their kind only by chance.
   * Most ids of a kind with letters contain a letter: if no id does, the ids are numbers with many
   * digits.
   */
  final IdKind kind() {
    return first.kind() != IdKind.NUMBER && digitsOnly ? IdKind.TEXT : first.kind();
  }

  /** Returns a sentence about these ids, for an input in which most ids have a different form. */
  final String asOther() {
    return Remark.grouped(count) + " of another form (" + kind().title + "), the first at line "
        + firstLine + ": " + IdLines.shown(first.text());
  }

  final Instant newest() {
    return newest;
  }

  /** Returns the name of the kind for programs. */
  public final String label() {
    return kind().label();
  }

  /** Returns how many ids of this kind there are. */
  public final long count() {
    return count;
  }

  /** Returns how many ids are below the preceding id of this kind. */
  public final long outOfOrder() {
    return outOfOrder;
  }

  /** Returns the line of the first of these; 0 if there is none. */
  public final long firstOutOfOrder() {
    return firstOutOfOrder;
  }

  /** Returns the times of the ids; empty if they have none, or if these are not plausible. */
  public Optional<TimeTrack> times() {
    return Optional.of(times).filter(track -> track.isPlausible() && kind() != IdKind.TEXT);
  }

  /**
   * Judges which generator made the ids. No id may be added after this call.
   *
   * @param inOrder whether the ids are in the order in which they were made
   * @param duplicates how many ids of the input repeat an earlier id
   */
  Verdict verdict(boolean inOrder, long duplicates) {
    IdKind kind = kind();
    if (kind.hasTime() && times().isEmpty()) {
      kind = IdKind.TEXT;
    }
    List<Remark> remarks = new ArrayList<>();
    if (kind == IdKind.TEXT) {
      String length = "up to " + longest + " characters";
      remarks.add(Remark.of("looks-like", Severity.WARN, "text of unknown form: " + length));
    } else {
      remarks.add(Remark.of("looks-like", Severity.OK, kind.title));
    }
    if (kind.hasTime()) {
      remarks.add(times.clock(inOrder));
      remarks.add(Remark.timeEnds(kind.end, newest));
    }
    remarks.add(Remark.of("javascript", Severity.OK, "text: JavaScript does not change it"));
    remarks.add(Remark.of("column", Severity.OK, "needs CHAR(" + longest + ")"));
    return new Verdict(kind.label(), remarks, settings(kind));
  }

  private String settings(IdKind kind) {
    return switch (kind) {
      case OBJECTID -> "type: objectid";
      case UUID_V1, UUID_V4, UUID_V6, UUID_V7 ->
        "type: uuid, version: " + kind.label().charAt(kind.label().length() - 1);
      case TYPEID -> severalPrefixes ? "" : "type: typeid, prefix: " + prefix(first);
      default -> "";
    };
  }
}
