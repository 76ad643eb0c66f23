package io.mintmark.storm;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file to which the threads of a process write each answered call before they make the next
 * one. The file is unbuffered, so that it has the calls of a killed process. It is not a channel,
 * because an interrupt would close one.
 */
final class CallFile implements AutoCloseable {

  private static final int BYTES = 4 * Long.BYTES;

  private final FileOutputStream file;

  /**
   * Creates a file.
   *
   * @param folder the folder of all processes' files
   * @param process distinguishes it from the other files of this kind
   */
  CallFile(Path folder, Kind kind, String process) throws IOException {
    this.file = new FileOutputStream(folder.resolve(name(kind, process)).toFile());
  }

  static String name(Kind kind, String process) {
    return kind + "-" + process + ".calls";
  }

  /**
   * One id of an answered call, as its caller saw it.
   *
   * @param startNanos when the call began, in {@link System#nanoTime}
   * @param endNanos when it was answered, in {@link System#nanoTime}
   * @param thread the caller, within its process
   * @param value the id, or its {@link Kind#position}
   */
  record Call(long startNanos, long endNanos, long thread, long value) {

    /** Whether another id belongs to the same call. */
    boolean isSameCall(Call other) {
      return other.startNanos == startNanos && other.endNanos == endNanos && other.thread == thread;
    }

    Call with(long otherValue) {
      return new Call(startNanos, endNanos, thread, otherValue);
    }
  }

  /** Receives each id of a file. */
  @FunctionalInterface
  interface Visitor {
    void visit(Call call) throws IOException;
  }

  /** Adds a call. */
  synchronized void add(long startNanos, long endNanos, int thread, long... ids)
      throws IOException {
    ByteBuffer call = ByteBuffer.allocate(ids.length * BYTES);
    for (long id : ids) {
      call.putLong(startNanos).putLong(endNanos).putLong(thread).putLong(id);
    }
    file.write(call.array());
  }

  /**
   * Reads a file after its last write. The ids of one call are next to each other in the file, so
   * the visitor gets them one directly after another.
   *
   * @return how many ids it contains
   */
  static long read(Path file, Visitor visitor) {
    try (DataInputStream calls =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      // The last call of a killed process may be incomplete.
      long count = Files.size(file) / BYTES;
      for (long i = 0; i < count; i++) {
        visitor.visit(
            new Call(calls.readLong(), calls.readLong(), calls.readLong(), calls.readLong()));
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
