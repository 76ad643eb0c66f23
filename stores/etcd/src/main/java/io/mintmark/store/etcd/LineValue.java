package io.mintmark.store.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.mintmark.error.Message;
import io.mintmark.store.Line;
import io.mintmark.store.engine.Write;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The value of the key of a line (a counter): {@code NEXT UPDATED NOTE}, as text with a space
 * between the parts. NEXT is the next position in decimal. UPDATED is the time of the line's last
 * move, in milliseconds since 1970. NOTE is the remaining text, possibly empty.
 *
 * @param text the key's value, empty for a missing key
 * @param next the next position
 * @param updatedMs the time of the last move
 * @param note the line's note
 */
record LineValue(String text, long next, long updatedMs, String note) {

  static final LineValue ABSENT = new LineValue("", 0, 0, "");

  static LineValue of(long next, long updatedMs, String note) {
    return new LineValue(next + " " + updatedMs + " " + note, next, updatedMs, note);
  }

  /** Parses the result of a read: the line's key, or an empty list. */
  static LineValue of(String line, List<KeyValue> found) {
    return found.isEmpty() ? ABSENT : parse(line, found.get(0).getValue());
  }

  static LineValue parse(String line, ByteSequence value) {
    String text = value.toString(StandardCharsets.UTF_8);
    String[] parts = text.split(" ", 3);
    if (parts.length == 3) {
      try {
        long next = Long.parseLong(parts[0]);
        if (next >= 0) {
          return new LineValue(text, next, Long.parseLong(parts[1]), parts[2]);
        }
      } catch (NumberFormatException e) {
        // The exception is thrown below, with the line's name.
      }
    }
    throw new IllegalStateException(Message.of(
        "not a value of a line, which is 'NEXT UPDATED NOTE' in text: line={}, length={}",
        line,
        text.length()));
  }

  boolean isAbsent() {
    return text.isEmpty();
  }

  /** Returns the value after a write; empty if the write must not change this value. */
  Optional<LineValue> after(Write write, long nowMs) {
    if (write instanceof Write.Note other) {
      return isAbsent() ? Optional.empty() : Optional.of(of(next, updatedMs, other.text()));
    }
    return write.target(next).stream()
        .mapToObj(to -> of(to, nowMs, write.note(note)))
        .findFirst();
  }

  static Line line(String name, ByteSequence value) {
    LineValue read = parse(name, value);
    return new Line(name, read.next, read.note, Instant.ofEpochMilli(read.updatedMs));
  }
}
