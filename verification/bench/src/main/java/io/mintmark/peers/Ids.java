package io.mintmark.peers;

import it.unimi.dsi.fastutil.longs.LongArrays;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * The ids that one thread received, in order. They stay in memory until {@link #save}, so that the
 * disk does not slow down the calls. Each id takes one {@code long}, or two above 64 bits.
 *
 * <p>{@link #duplicates} counts exactly: it sorts all ids that were saved in a folder.
 */
final class Ids {

  private static final int CHUNK = 1 << 20;

  /** Limits the memory to 320 MB for each thread. */
  private static final int MAX_CHUNKS = 40;

  private static final String NARROW = ".64";
  private static final String WIDE = ".128";

  private final List<long[]> full = new ArrayList<>();
  private long[] chunk = new long[CHUNK];
  private int size;
  private long count;
  private long broken;
  private boolean wide;
  private long lastHigh;
  private long last;

  void add(long id) {
    if (count > 0 && id <= last) {
      broken++;
    }
    last = id;
    count++;
    put(id);
  }

  void add(UUID id) {
    add(id.getMostSignificantBits(), id.getLeastSignificantBits());
  }

  /** Adds an ObjectId: the first four of its twelve bytes, then the other eight. */
  void add(byte[] objectId) {
    ByteBuffer bytes = ByteBuffer.wrap(objectId);
    add(bytes.getInt() & 0xFFFF_FFFFL, bytes.getLong());
  }

  /** Adds an id of up to 128 bits, which is compared as an unsigned number. */
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

  /** Returns how many ids were not greater than the previous id. */
  long broken() {
    return broken;
  }

  boolean isFull() {
    return full.size() >= MAX_CHUNKS;
  }

  /** Writes all ids to a new file. No id may be added afterwards. */
  void save(Path folder, String name) throws IOException {
    full.add(Arrays.copyOf(chunk, size));
    Path file = folder.resolve(name + (wide ? WIDE : NARROW));
    try (DataOutputStream out = new DataOutputStream(
        new BufferedOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)))) {
      for (long[] each : full) {
        for (long number : each) {
          out.writeLong(number);
        }
      }
    }
  }

  /** Returns the number of ids in a folder's files minus the number of different ids. */
  static long duplicates(Path folder) throws IOException {
    long[] narrow = read(folder, NARROW);
    Arrays.sort(narrow);
    long[] both = read(folder, WIDE);
    long[] high = new long[both.length / 2];
    long[] low = new long[both.length / 2];
    for (int i = 0; i < high.length; i++) {
      high[i] = both[2 * i];
      low[i] = both[2 * i + 1];
    }
    LongArrays.radixSort(high, low);
    return repeats(narrow, narrow) + repeats(high, low);
  }

  private static long repeats(long[] high, long[] low) {
    long repeats = 0;
    for (int i = 1; i < high.length; i++) {
      if (high[i] == high[i - 1] && low[i] == low[i - 1]) {
        repeats++;
      }
    }
    return repeats;
  }

  private static long[] read(Path folder, String suffix) throws IOException {
    long[] all = new long[0];
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + suffix)) {
      for (Path file : files) {
        try (FileChannel in = FileChannel.open(file)) {
          int before = all.length;
          int more = Math.toIntExact(in.size() / Long.BYTES);
          all = Arrays.copyOf(all, Math.addExact(before, more));
          in.map(FileChannel.MapMode.READ_ONLY, 0, in.size()).asLongBuffer().get(all, before, more);
        }
      }
    }
    return all;
  }
}
