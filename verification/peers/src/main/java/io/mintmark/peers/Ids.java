package io.mintmark.peers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The ids that one thread was given, in its order, all in memory so that a disk slows nobody down.
 * An id is one {@code long}, or two for more than 64 bits; one library gives one sort.
 */
final class Ids {

  private static final int CHUNK = 1 << 20;

  private final int maxChunks;
  private final List<long[]> full = new ArrayList<>();
  private long[] chunk = new long[CHUNK];
  private int size;
  private long count;
  private long broken;
  private boolean wide;
  private long lastHigh;
  private long last;

  /**
   * Makes an empty list.
   *
   * @param maxChunks how many times {@link #CHUNK} numbers there is room for
   */
  Ids(int maxChunks) {
    this.maxChunks = maxChunks;
  }

  /** Takes an id of 64 bits. */
  void add(long id) {
    if (count > 0 && id <= last) {
      broken++;
    }
    last = id;
    count++;
    put(id);
  }

  /** Takes an id of up to 128 bits, whose order is that of its bytes. */
  void add(long high, long low) {
    wide = true;
    int order = Long.compareUnsigned(high, lastHigh);
    if (count > 0 && (order < 0 || (order == 0 && Long.compareUnsigned(low, last) <= 0))) {
      broken++;
    }
    lastHigh = high;
    last = low;
    count++;
    put(high);
    put(low);
  }

  private void put(long number) {
    if (size == CHUNK) {
      full.add(chunk);
      chunk = new long[CHUNK];
      size = 0;
    }
    chunk[size++] = number;
  }

  long count() {
    return count;
  }

  /** How many ids were not greater than the one before. */
  long broken() {
    return broken;
  }

  boolean isFull() {
    return full.size() >= maxChunks;
  }

  /** Writes all to a new file, whose name says how long an id is. */
  void save(Path folder, String name) throws IOException {
    Path file = folder.resolve(name + (wide ? IdFiles.WIDE : IdFiles.NARROW));
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.allocate(CHUNK * Long.BYTES);
      for (long[] each : full) {
        write(out, bytes, each, CHUNK);
      }
      write(out, bytes, chunk, size);
    }
  }

  private static void write(FileChannel out, ByteBuffer bytes, long[] numbers, int length)
      throws IOException {
    bytes.clear();
    bytes.asLongBuffer().put(numbers, 0, length);
    bytes.limit(length * Long.BYTES);
    while (bytes.hasRemaining()) {
      int unused = out.write(bytes);
    }
  }
}
