package io.mintmark.store.zookeeper;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The content of a line's node, if there is one: text for people, {@code next} in decimal, and
 * where there is a note, the time of the last move and the note on lines of their own.
 *
 * <p>A claim leaves the time out, as the node's own time of change says it. A note changes the node
 * too, and so writes down when the line had moved.
 *
 * @param place what there is
 * @param next the line's next position, 0 if there is no line
 * @param note what was written beside it, empty if nothing was
 * @param movedMs when the number last moved, by the servers' clock
 * @param version the version of the node's data, which wraps at 32 bits
 * @param mzxid the transaction that wrote this
 */
record LineNode(Place place, long next, String note, long movedMs, int version, long mzxid) {

  /** The state of the place where a line has its node. */
  enum Place {
    /** No node. */
    NOTHING,
    /** A node without data, above those of other lines. */
    PARENT,
    /** The line. */
    LINE
  }

  /** There is no node. */
  static final LineNode ABSENT = new LineNode(Place.NOTHING, 0, "", 0, 0, 0);

  private static final Pattern TEXT = Pattern.compile("(\\d{1,19})(?:\n(\\d{0,18})\n(.*))?");
  private static final int SHOWN = 40;

  /** Reads a node's data, null for a node that is not there. */
  static LineNode read(String path, Handle.@Nullable Data data) {
    if (data == null) {
      return ABSENT;
    }
    Stat stat = data.stat();
    if (data.text().isEmpty()) {
      return new LineNode(Place.PARENT, 0, "", 0, stat.getVersion(), stat.getMzxid());
    }
    String text = data.text();
    Matcher parts = TEXT.matcher(text);
    if (parts.matches()) {
      String note = parts.group(3) == null ? "" : parts.group(3);
      String moved = parts.group(2) == null ? "" : parts.group(2);
      try {
        return new LineNode(
            Place.LINE,
            Long.parseLong(parts.group(1)),
            note,
            moved.isEmpty() ? stat.getMtime() : Long.parseLong(moved),
            stat.getVersion(),
            stat.getMzxid());
      } catch (NumberFormatException e) {
        // Nineteen digits that are above 2^63 - 1: not ours.
      }
    }
    throw new StoreUnavailableException(Message.of(
        "the line's node holds no number: path={}, data='{}'; nothing was changed",
        path,
        text.substring(0, Math.min(text.length(), SHOWN)).replaceAll("\\p{Cntrl}", "?")));
  }

  boolean isLine() {
    return place == Place.LINE;
  }

  /** The data of this node when its line moves. */
  byte[] moved(long to) {
    return (note.isEmpty() ? Long.toString(to) : to + "\n\n" + note)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** What stands in the node then. */
  LineNode moved(long to, Stat stat) {
    return new LineNode(Place.LINE, to, note, stat.getMtime(), stat.getVersion(), stat.getMzxid());
  }

  /** The data of this node with another note. */
  byte[] noted(String other) {
    return (next + "\n" + movedMs + "\n" + other).getBytes(StandardCharsets.UTF_8);
  }

  /** What stands in the node then. */
  LineNode noted(String other, Stat stat) {
    return new LineNode(Place.LINE, next, other, movedMs, stat.getVersion(), stat.getMzxid());
  }
}
