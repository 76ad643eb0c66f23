package io.mintmark.key;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes keys. Each thread keeps the key that it wrote last: in the next one of the same tick the
 * format's own text and the time stand already. The only garbage is the text.
 */
final class KeyWriter {

  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

  private final KeyFormat format;
  private final long capacity;
  private final int length;
  private final int tables;
  private final byte[] template;
  private final int timeAt;

  /** What changes from key to key, in the format's order. */
  private final Changing[] changing;

  private record Changing(Field field, int at) {}

  /** What a thread wrote last. */
  private static final class Scratch {
    private final byte[] bytes = new byte[KeyFormat.MAX_KEY_LENGTH];
    private @Nullable KeyWriter writer;
    private long tickStart;
    private long tickEnd;
  }

  /**
   * Makes a writer.
   *
   * @param version what a version field says
   * @param tables in each database; the shard of {@link #write} is {@code database * tables +
   *     table}
   */
  KeyWriter(KeyFormat format, int version, int tables) {
    this.format = format;
    this.capacity = format.capacity();
    this.length = format.length();
    this.tables = tables;
    this.template = new byte[length];
    List<Changing> found = new ArrayList<>();
    int place = -1;
    int at = 0;
    for (Field field : format.parts()) {
      if (field instanceof Field.Literal literal) {
        byte[] text = literal.text().getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(text, 0, template, at, text.length);
      } else if (field instanceof Field.Numeral number && number.part() == Field.Part.VERSION) {
        Digits.write(version, number.width(), template, at);
      } else if (field instanceof Field.Time) {
        place = at;
      } else {
        found.add(new Changing(field, at));
      }
      at += field.width();
    }
    this.timeAt = place;
    this.changing = found.toArray(Changing[]::new);
  }

  /** Writes the key of a position. */
  String write(long worker, long position, long shard, Map<String, String> variables) {
    Scratch scratch = SCRATCH.get();
    if (scratch.writer != this || position < scratch.tickStart || position >= scratch.tickEnd) {
      begin(scratch, position);
    }
    byte[] bytes = scratch.bytes;
    long number = position - scratch.tickStart;
    for (Changing each : changing) {
      Field field = each.field;
      if (field instanceof Field.Seq seq) {
        Digits.write(number, seq.width(), seq.alphabet(), bytes, each.at);
      } else if (field instanceof Field.Numeral numeral) {
        long value = switch (numeral.part()) {
          case WORKER -> worker;
          case DB -> shard / tables;
          case TABLE, VERSION -> shard % tables;
        };
        Digits.write(value, numeral.width(), bytes, each.at);
      } else if (field instanceof Field.Var variable) {
        put(variables.getOrDefault(variable.name(), ""), bytes, each.at);
      } else if (field instanceof Field.Checked checked) {
        String before = new String(bytes, 0, each.at, StandardCharsets.ISO_8859_1);
        put(checked.check().compute(before), bytes, each.at);
      }
    }
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }

  private void begin(Scratch scratch, long position) {
    System.arraycopy(template, 0, scratch.bytes, 0, length);
    long tick = position / capacity;
    TimePattern time = format.time();
    if (time != null) {
      time.write(tick, scratch.bytes, timeAt);
    }
    scratch.writer = this;
    scratch.tickStart = tick * capacity;
    scratch.tickEnd = scratch.tickStart + capacity;
  }

  private static void put(String text, byte[] bytes, int at) {
    for (int i = 0; i < text.length(); i++) {
      bytes[at + i] = (byte) text.charAt(i);
    }
  }
}
