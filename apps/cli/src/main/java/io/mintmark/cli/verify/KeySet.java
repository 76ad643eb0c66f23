package io.mintmark.cli.verify;

import io.mintmark.error.Message;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Different keys, each with the line where it came first, in memory that does not grow: half of it
 * an open-addressing table, half of it the records that the table points at.
 */
final class KeySet {

  /** The least memory, in bytes: enough that any one key fits. */
  static final int MIN_BYTES = 1 << 14;

  /** The most memory, in bytes: what one array can hold, twice. */
  static final int MAX_BYTES = 1 << 30;

  private static final int HEAD = Long.BYTES + Short.BYTES;
  private static final long OFFSET_MASK = 0xFFFF_FFFFL;

  /** The upper half of a key's hash above the offset of its record, plus 1; 0 where free. */
  private final long[] table;

  private final ByteBuffer records;
  private final int maxSize;
  private int size;

  KeySet(int bytes) {
    if (bytes < MIN_BYTES || bytes > MAX_BYTES) {
      throw new IllegalArgumentException(Message.of(
          "the memory for ids is not {} to {} bytes: bytes={}", MIN_BYTES, MAX_BYTES, bytes));
    }
    table = new long[Integer.highestOneBit(bytes / 2 / Long.BYTES)];
    records = ByteBuffer.allocate(bytes / 2);
    maxSize = table.length / 4 * 3;
  }

  /** Returns the line where this key came first, 0 if it is new. */
  long firstLine(IdKey key, long hash) {
    for (int i = slot(hash); table[i] != 0; i = (i + 1) & (table.length - 1)) {
      if ((table[i] ^ hash) >>> Integer.SIZE == 0) {
        int at = (int) (table[i] & OFFSET_MASK) - 1;
        int from = at + HEAD;
        int to = from + records.getShort(at + Long.BYTES);
        if (Arrays.equals(records.array(), from, to, key.bytes(), 0, key.length())) {
          return records.getLong(at);
        }
      }
    }
    return 0;
  }

  /** Adds a key that is new, if there is room for it. */
  boolean add(IdKey key, long hash, long line) {
    if (size == maxSize || records.remaining() < HEAD + key.length()) {
      return false;
    }
    int i = slot(hash);
    while (table[i] != 0) {
      i = (i + 1) & (table.length - 1);
    }
    table[i] = (hash & ~OFFSET_MASK) | (records.position() + 1);
    records.putLong(line).putShort((short) key.length()).put(key.bytes(), 0, key.length());
    size++;
    return true;
  }

  /** A consumer of keys and lines. */
  interface Sink<E extends Exception> {
    void accept(IdKey key, long line) throws E;
  }

  /** Hands every key over, in the order in which they were added, and forgets them. */
  <E extends Exception> void drain(IdKey key, Sink<E> sink) throws E {
    records.flip();
    while (records.hasRemaining()) {
      long line = records.getLong();
      int length = records.getShort();
      key.copy(records.array(), records.position(), length);
      records.position(records.position() + length);
      sink.accept(key, line);
    }
    clear();
  }

  void clear() {
    records.clear();
    Arrays.fill(table, 0);
    size = 0;
  }

  private int slot(long hash) {
    return (int) hash & (table.length - 1);
  }
}
