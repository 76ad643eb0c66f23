package io.mintmark.cli.verify;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keys and their lines in a temporary file: written once, then read back in the same order. The
 * file goes with the process, also with one that is killed, where the system lets an open file be
 * deleted.
 */
final class Partition implements Closeable {

  /** Bytes of buffer a partition has; also the most that one record takes. */
  static final int BUFFER = 1 << 14;

  private static final int HEAD = Long.BYTES + Short.BYTES;

  private final FileChannel file;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
  private long line;

  Partition(Path directory) throws IOException {
    file = FileChannel.open(
        Files.createTempFile(directory, "mintmark-verify-", null),
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.DELETE_ON_CLOSE);
  }

  void write(IdKey key, long keyLine) throws IOException {
    if (buffer.remaining() < HEAD + key.length()) {
      flush();
    }
    buffer.putLong(keyLine).putShort((short) key.length()).put(key.bytes(), 0, key.length());
  }

  /** Writes what is buffered. */
  private void flush() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      file.write(buffer);
    }
    buffer.clear();
  }

  /** Goes back to the first record, to read. */
  void rewind() throws IOException {
    flush();
    file.position(0);
    buffer.limit(0);
  }

  /**
   * Reads the next record into a key.
   *
   * @return whether there was one
   */
  boolean read(IdKey key) throws IOException {
    if (!has(HEAD)) {
      return false;
    }
    line = buffer.getLong();
    int length = buffer.getShort();
    if (!has(length)) {
      throw new EOFException("a temporary file ended within a record");
    }
    key.copy(buffer.array(), buffer.position(), length);
    buffer.position(buffer.position() + length);
    return true;
  }

  /** The line of the record that was read last. */
  long line() {
    return line;
  }

  private boolean has(int bytes) throws IOException {
    if (buffer.remaining() >= bytes) {
      return true;
    }
    buffer.compact();
    boolean more = true;
    while (more && buffer.position() < bytes) {
      more = file.read(buffer) > 0;
    }
    buffer.flip();
    return buffer.remaining() >= bytes;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
