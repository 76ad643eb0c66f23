package io.mintmark.key;

import io.mintmark.internal.text.Alphabet;
import io.mintmark.internal.text.TextBytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes keys. Each thread keeps the key that it wrote last: in the next one of the same tick the
 * format's own text and the time stand already, and its worker and shard if they are the same. The
 * only garbage is the text.
 */
final class KeyWriter {

  /** No worker number and no shard. */
  private static final long NOT_WRITTEN = -1;

  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

  private final KeyFormat format;
  private final long capacity;
  private final int length;
  private final int tables;
  private final byte[] template;
  private final int timeAt;

  private final Slot worker;
  private final Slot database;
  private final Slot table;
  private final Slot seq;
  private final @Nullable HiddenNumbers hiding;

  /** Variables and checks, in the format's order: a check covers what is before it. */
  private final Text[] texts;

  /** The place of a number in a key. */
  private record Slot(int at, int width, String alphabet) {

    /** For a number that the format does not have: nothing is written. */
    static final Slot NONE = new Slot(0, 0, Alphabet.DECIMAL);

    void write(long value, byte[] out) {
      Digits.write(value, width, alphabet, out, at);
    }
  }

  private record Text(Field field, int at) {}

  /** The key that a thread wrote last. */
  private static final class Scratch {
    private final byte[] bytes = new byte[KeyFormat.MAX_KEY_LENGTH];
    private @Nullable KeyWriter writer;
    private long tickStart;
    private long tickEnd;
    private long worker;
    private long shard;
  }

  /**
   * Makes a writer.
   *
   * @param version what a version field says
   * @param tables in each database; the shard of {@link #write} is {@code database * tables +
   *     table}
   * @param hiding hides the numbers of opaque keys
   */
  KeyWriter(KeyFormat format, int version, int tables, Optional<HiddenNumbers> hiding) {
    this.format = format;
    this.hiding = hiding.orElse(null);
    this.capacity = format.capacity();
    this.length = format.length();
    this.tables = tables;
    this.template = new byte[length];
    Map<String, Slot> slots = new HashMap<>();
    List<Text> found = new ArrayList<>();
    int place = -1;
    int at = 0;
    for (Field field : format.parts()) {
      if (field instanceof Field.Literal literal) {
        put(literal.text(), template, at);
      } else if (field instanceof Field.Numeral number && number.part() == Field.Part.VERSION) {
        Digits.write(version, number.width(), template, at);
      } else if (field instanceof Field.Time) {
        place = at;
      } else if (field instanceof Field.Numeral || field instanceof Field.Seq) {
        slots.put(field.kind(), new Slot(at, field.width(), field.alphabet()));
      } else {
        found.add(new Text(field, at));
      }
      at += field.width();
    }
    this.timeAt = place;
    this.worker = slots.getOrDefault("worker", Slot.NONE);
    this.database = slots.getOrDefault("db", Slot.NONE);
    this.table = slots.getOrDefault("table", Slot.NONE);
    this.seq = slots.getOrDefault("seq", Slot.NONE);
    this.texts = found.toArray(Text[]::new);
  }

  /** Writes the key of a position as text. */
  String write(long worker, long position, long shard, Map<String, String> variables) {
    byte[] bytes = bytes(worker, position, shard, variables);
    return TextBytes.text(bytes, length);
  }

  /** Writes the key of a position among others. */
  void write(
      long worker, long position, long shard, Map<String, String> variables, byte[] into, int at) {
    System.arraycopy(bytes(worker, position, shard, variables), 0, into, at, length);
  }

  /** Returns the key, ASCII, at the beginning of an array that stays this thread's. */
  private byte[] bytes(long worker, long position, long shard, Map<String, String> variables) {
    Scratch scratch = SCRATCH.get();
    if (scratch.writer != this || position < scratch.tickStart || position >= scratch.tickEnd) {
      begin(scratch, position);
    }
    byte[] bytes = scratch.bytes;
    // What is half written, as for want of stack, may not be taken for the last key's.
    if (worker != scratch.worker) {
      scratch.worker = NOT_WRITTEN;
      this.worker.write(worker, bytes);
      scratch.worker = worker;
    }
    if (shard != scratch.shard) {
      scratch.shard = NOT_WRITTEN;
      writeShard((int) shard, bytes);
      scratch.shard = shard;
    }
    long inTick = position - scratch.tickStart;
    long shown = hiding == null ? inTick : hiding.hide(worker, position / capacity, inTick);
    seq.write(shown, bytes);
    for (Text text : texts) {
      put(text(text, bytes, variables), bytes, text.at);
    }
    return bytes;
  }

  private void writeShard(int number, byte[] bytes) {
    int inDatabase = number % tables;
    database.write(number / tables, bytes);
    table.write(inDatabase, bytes);
  }

  private static String text(Text text, byte[] bytes, Map<String, String> variables) {
    if (text.field instanceof Field.Checked checked) {
      String before = TextBytes.text(bytes, text.at);
      return checked.compute(before);
    }
    return variables.getOrDefault(text.field.name(), "");
  }

  private void begin(Scratch scratch, long position) {
    scratch.writer = null;
    System.arraycopy(template, 0, scratch.bytes, 0, length);
    long tick = position / capacity;
    TimePattern time = format.time();
    if (time != null) {
      time.write(tick, scratch.bytes, timeAt);
    }
    scratch.tickStart = tick * capacity;
    scratch.tickEnd = scratch.tickStart + capacity;
    scratch.worker = NOT_WRITTEN;
    scratch.shard = NOT_WRITTEN;
    scratch.writer = this;
  }

  private static void put(String text, byte[] bytes, int at) {
    for (int i = 0; i < text.length(); i++) {
      bytes[at + i] = (byte) text.charAt(i);
    }
  }
}
