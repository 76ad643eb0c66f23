package io.mintmark.cli.ids;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Ids and their lines in a temporary file: written once, then read in the same order. If the system
 * can delete an open file, no file is left even if the process is killed.
 */
final class Partition implements Closeable {

  private final FileChannel file;
  private final DataOutputStream out;
  private long count;

  Partition(Path directory) throws IOException {
    file = FileChannel.open(
        Files.createTempFile(directory, "mintmark-verify-", null),
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.DELETE_ON_CLOSE);
    out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(file)));
  }

  void write(String id, long line) throws IOException {
    out.writeLong(line);
    out.writeUTF(id);
    count++;
  }

  void readInto(DuplicateFinder finder) throws IOException {
    out.flush();
    DataInputStream in =
        new DataInputStream(new BufferedInputStream(Channels.newInputStream(file.position(0))));
    for (long i = 0; i < count; i++) {
      long line = in.readLong();
      finder.add(in.readUTF(), line);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
