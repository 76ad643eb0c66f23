package io.mintmark.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads what all processes of a site have drawn. */
final class IdFiles {

  private IdFiles() {}

  /**
   * All ids of a kind, in order and counted.
   *
   * @param made how many
   * @param repeated how many of them came before
   */
  record Count(long made, long repeated) {}

  static Count count(Path folder, Kind kind) {
    long[] all = read(folder, kind);
    Arrays.sort(all);
    long repeated = 0;
    for (int i = 1; i < all.length; i++) {
      if (all[i] == all[i - 1]) {
        repeated++;
      }
    }
    return new Count(all.length, repeated);
  }

  private static long[] read(Path folder, Kind kind) {
    long[] all = new long[0];
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, kind + "-*.ids")) {
      for (Path file : files) {
        // The last id of a killed process may be cut.
        LongBuffer ids = ByteBuffer.wrap(Files.readAllBytes(file)).asLongBuffer();
        int before = all.length;
        all = Arrays.copyOf(all, before + ids.remaining());
        ids.get(all, before, ids.remaining());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }
}
