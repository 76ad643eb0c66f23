package io.mintmark.key;

import io.mintmark.internal.line.Positions.Encoder;
import io.mintmark.internal.text.TextBytes;
import io.mintmark.key.Field.Kind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes keys. Each thread caches the last key that it wrote. If the next key has the same tick
 * (the unit of time in keys, see {@link KeyFormat}), the thread reuses the constant text and the
 * time of the cached key, and also the worker and the shard if they are unchanged. Writing a key
 * allocates only the text of the key.
 */
final class KeyWriter implements Encoder<String> {

  /** The value that marks the worker or the shard of a cached key as not written. */
  private static final long NOT_WRITTEN = -1;

  // Offsets in a thread's array. After the cached key, the array holds the values from which the
  // key was made.
  private static final int WRITER = (KeyFormat.MAX_KEY_LENGTH / Long.BYTES + 1) * Long.BYTES;
  private static final int TICK_START = WRITER + Long.BYTES;
  private static final int TICK_END = TICK_START + Long.BYTES;
  private static final int WORKER = TICK_END + Long.BYTES;
  private static final int SHARD = WORKER + Long.BYTES;
  private static final int LAST_KEY_BYTES = SHARD + Long.BYTES;

  /**
   * The last key of each thread. It is a primitive array, because in an application server a thread
   * lives longer than an application. Such an array refers to no class of the application, so the
   * application can be unloaded after it is undeployed.
   */
  private static final ThreadLocal<byte[]> LAST_KEYS =
      ThreadLocal.withInitial(() -> new byte[LAST_KEY_BYTES]);

  private static final VarHandle NUMBER =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final AtomicLong SERIALS = new AtomicLong(1);

  /**
   * The number that identifies this writer. In a cached key, 0 means that no writer has written it.
   */
  private final long serial = SERIALS.getAndIncrement();

  private final KeyFormat format;
  private final long capacity;
  private final int length;
  private final int tables;
  private final byte[] template;
  private final int timeAt;

  private final Field worker;
  private final Field database;
  private final Field table;
  private final Field seq;
  private final LongSupplier start;
  private final @Nullable HiddenNumbers hiding;

  /**
   * The variables and checks. They are written last, in the order of the format, because a check
   * covers the fields before it.
   */
  private final Field[] texts;

  /**
   * Creates a writer.
   *
   * @param version the value of a version field
   * @param tables the number of tables in each database. A shard that is passed to {@link #write}
   *     is {@code database * tables + table}
   * @param start the lowest number in keys; no key is made from positions with a lower number
   * @param hiding hides the numbers; empty if keys are not opaque
   */
  KeyWriter(
      KeyFormat format,
      int version,
      int tables,
      LongSupplier start,
      Optional<HiddenNumbers> hiding) {
    this.format = format;
    this.start = start;
    this.hiding = hiding.orElse(null);
    this.capacity = format.capacity();
    this.length = format.length();
    this.tables = tables;
    this.template = new byte[length];
    for (Field field : format.parts()) {
      if (field.kind() == Kind.TEXT) {
        put(field.alphabet(), template, field.at());
      } else if (field.kind() == Kind.VERSION) {
        field.write(version, template);
      }
    }
    this.timeAt = format.field(Kind.TIME).orElse(Field.NONE).at();
    this.worker = format.field(Kind.WORKER).orElse(Field.NONE);
    this.database = format.field(Kind.DB).orElse(Field.NONE);
    this.table = format.field(Kind.TABLE).orElse(Field.NONE);
    this.seq = format.field(Kind.SEQ).orElse(Field.NONE);
    this.texts = format.parts().stream()
        .filter(field -> field.kind() == Kind.VAR || field.kind() == Kind.CHECK)
        .toArray(Field[]::new);
  }

  /** Writes a key without variables. Allocates only the key. */
  @Override
  public @Nullable String encode(long worker, long position, long shard) {
    return write(worker, position, shard, Map.of());
  }

  /** Returns the key of a position as text; null if no key is made from the position. */
  @Nullable
  String write(long worker, long position, long shard, Map<String, String> variables) {
    byte[] key = LAST_KEYS.get();
    if (number(key, WRITER) != serial
        || position < number(key, TICK_START)
        || position >= number(key, TICK_END)) {
      begin(key, position);
    }
    long inTick = position - number(key, TICK_START);
    if (inTick < start.getAsLong()) {
      return null;
    }
    // If writing fails halfway, for example with a stack overflow, NOT_WRITTEN prevents that a
    // later key reuses the incomplete field.
    if (worker != number(key, WORKER)) {
      set(key, WORKER, NOT_WRITTEN);
      this.worker.write(worker, key);
      set(key, WORKER, worker);
    }
    if (shard != number(key, SHARD)) {
      set(key, SHARD, NOT_WRITTEN);
      int number = (int) shard;
      database.write(number / tables, key);
      table.write(number % tables, key);
      set(key, SHARD, shard);
    }
    long shown = hiding == null ? inTick : hiding.hide(worker, position / capacity, inTick);
    seq.write(shown, key);
    for (Field text : texts) {
      put(text(text, key, variables), key, text.at());
    }
    return TextBytes.text(key, length);
  }

  private static long number(byte[] key, int which) {
    return (long) NUMBER.get(key, which);
  }

  private static void set(byte[] key, int which, long value) {
    NUMBER.set(key, which, value);
  }

  private static String text(Field field, byte[] bytes, Map<String, String> variables) {
    return field.kind() == Kind.CHECK
        ? field.computeCheck(TextBytes.text(bytes, field.at()))
        : variables.getOrDefault(field.name(), "");
  }

  private void begin(byte[] key, long position) {
    set(key, WRITER, 0);
    System.arraycopy(template, 0, key, 0, length);
    long tick = position / capacity;
    TimePattern time = format.time();
    if (time != null) {
      time.write(tick, key, timeAt);
    }
    set(key, TICK_START, tick * capacity);
    set(key, TICK_END, tick * capacity + capacity);
    set(key, WORKER, NOT_WRITTEN);
    set(key, SHARD, NOT_WRITTEN);
    set(key, WRITER, serial);
  }

  private static void put(String text, byte[] bytes, int at) {
    for (int i = 0; i < text.length(); i++) {
      bytes[at + i] = (byte) text.charAt(i);
    }
  }
}
