package io.mintmark.peers;

import it.unimi.dsi.fastutil.longs.LongArrays;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Counts how many ids in a folder's files came before, exactly: all are sorted. */
final class IdFiles {

  /** The end of the name of a file of 64-bit ids. */
  static final String NARROW = ".64";

  /** The end of the name of a file of 128-bit ids. */
  static final String WIDE = ".128";

  private IdFiles() {}

  /** How many of the ids in a folder are repeats: all, without the number of different ones. */
  static long duplicates(Path folder) throws IOException {
    return narrow(folder) + wide(folder);
  }

  private static long narrow(Path folder) throws IOException {
    long[] all = read(folder, NARROW);
    Arrays.sort(all);
    long repeated = 0;
    for (int i = 1; i < all.length; i++) {
      if (all[i] == all[i - 1]) {
        repeated++;
      }
    }
    return repeated;
  }

  private static long wide(Path folder) throws IOException {
    long[] all = read(folder, WIDE);
    long[] high = new long[all.length / 2];
    long[] low = new long[all.length / 2];
    for (int i = 0; i < high.length; i++) {
      high[i] = all[2 * i];
      low[i] = all[2 * i + 1];
    }
    LongArrays.radixSort(high, low);
    long repeated = 0;
    for (int i = 1; i < high.length; i++) {
      if (high[i] == high[i - 1] && low[i] == low[i - 1]) {
        repeated++;
      }
    }
    return repeated;
  }

  private static long[] read(Path folder, String end) throws IOException {
    long[] all = new long[0];
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + end)) {
      for (Path file : files) {
        try (FileChannel in = FileChannel.open(file)) {
          int before = all.length;
          all = Arrays.copyOf(all, Math.addExact(before, (int) (in.size() / Long.BYTES)));
          read(in, all, before);
        }
      }
    }
    return all;
  }

  private static void read(FileChannel in, long[] all, int from) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(1 << 20);
    int at = from;
    while (at < all.length) {
      bytes.clear();
      while (bytes.hasRemaining() && in.read(bytes) >= 0) {
        // More of the file.
      }
      bytes.flip();
      int numbers = bytes.remaining() / Long.BYTES;
      bytes.asLongBuffer().get(all, at, numbers);
      at += numbers;
    }
  }
}
