package io.mintmark.faults;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the threads of a process write each answered call before they make the next. There is no
 * buffer, so that a call that was written stays so when its process is killed, and no channel,
 * which an interrupt would close.
 */
final class CallFile implements AutoCloseable {

  private final FileOutputStream file;

  private CallFile(FileOutputStream file) {
    this.file = file;
  }

  /**
   * Makes one.
   *
   * @param folder of all processes
   * @param kind what is drawn
   * @param process tells it from the other files of this kind
   */
  static CallFile create(Path folder, Kind kind, String process) throws IOException {
    return new CallFile(new FileOutputStream(folder.resolve(name(kind, process)).toFile()));
  }

  static String name(Kind kind, String process) {
    return kind + "-" + process + ".calls";
  }

  /** Adds a call. */
  synchronized void add(long startNanos, long endNanos, int thread, long... words)
      throws IOException {
    ByteBuffer call = ByteBuffer.allocate(words.length / Kind.WORDS * Call.BYTES);
    for (int i = 0; i < words.length; i += Kind.WORDS) {
      call.putLong(startNanos).putLong(endNanos).putLong(thread);
      call.putLong(words[i]).putLong(words[i + 1]);
    }
    file.write(call.array());
  }

  /** Is told each id of a file; those of a batch follow one another. */
  @FunctionalInterface
  interface Visitor {

    void visit(long startNanos, long endNanos, long thread, long high, long low);
  }

  /**
   * Reads a file that nobody writes to any more.
   *
   * @return how many ids it has
   */
  static long read(Path file, Visitor visitor) {
    try (DataInputStream calls =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      // The last call of a killed process may be cut.
      long count = Files.size(file) / Call.BYTES;
      for (long i = 0; i < count; i++) {
        visitor.visit(
            calls.readLong(),
            calls.readLong(),
            calls.readLong(),
            calls.readLong(),
            calls.readLong());
      }
      return count;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
