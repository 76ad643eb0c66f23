package io.mintmark.store.zookeeper;

import static io.mintmark.store.engine.Failures.unavailable;

import io.mintmark.store.Line;
import io.mintmark.store.engine.Write;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The content of the node of a line (a counter): {@code next} in decimal, as text that people can
 * read. With a note, there are two more rows: the time of the last move, and the note.
 *
 * <p>A claim leaves the time empty, because the node's own modification time is the time of the
 * move. A note modifies the node too, so a write of a note stores the time of the line's last move.
 *
 * @param next the line's next position; 0 for a missing node, or for a node without data, whose
 *     children include lines
 * @param note the note, empty if there is none
 * @param movedMs the time of the last move of the position, by the servers' clock
 * @param version the version of the node's data, which wraps at 32 bits
 * @param mzxid the transaction that wrote this content; 0 for a missing node
 */
record LineNode(long next, String note, long movedMs, int version, long mzxid) {

  /** The value for a missing node. */
  static final LineNode ABSENT = new LineNode(0, "", 0, 0, 0);

  private static final Pattern TEXT = Pattern.compile("(\\d{1,19})(?:\n(\\d{0,18})\n(.*))?");
  private static final int SHOWN = 40;

  /** Parses a node's data; null for a missing node. */
  static LineNode read(String path, Handle.@Nullable Data data) {
    if (data == null) {
      return ABSENT;
    }
    Stat stat = data.stat();
    if (data.text().isEmpty()) {
      return new LineNode(0, "", 0, stat.getVersion(), stat.getMzxid());
    }
    String text = data.text();
    Matcher parts = TEXT.matcher(text);
    if (parts.matches()) {
      String note = parts.group(3) == null ? "" : parts.group(3);
      String moved = parts.group(2) == null ? "" : parts.group(2);
      try {
        return new LineNode(
            Long.parseLong(parts.group(1)),
            note,
            moved.isEmpty() ? stat.getMtime() : Long.parseLong(moved),
            stat.getVersion(),
            stat.getMzxid());
      } catch (NumberFormatException e) {
        // The number has nineteen digits but is above 2^63 - 1, so another program wrote it.
      }
    }
    throw unavailable(
        "the line's node holds no number: path={}, data='{}'; nothing was changed",
        path,
        text.substring(0, Math.min(text.length(), SHOWN)).replaceAll("\\p{Cntrl}", "?"));
  }

  boolean isLine() {
    return next > 0;
  }

  Line line(String name) {
    return new Line(name, next, note, Instant.ofEpochMilli(movedMs));
  }

  /** Returns the node's data after a write; empty if the write changes nothing in this state. */
  Optional<String> after(Write write) {
    if (write instanceof Write.Note other) {
      return isLine() ? Optional.of(next + "\n" + movedMs + "\n" + other.text()) : Optional.empty();
    }
    String kept = write.note(note);
    String end = kept.isEmpty() ? "" : "\n\n" + kept;
    return write.target(next).stream().mapToObj(to -> to + end).findFirst();
  }
}
