package io.mintmark.rigs;

import io.mintmark.error.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Ports for servers that take seconds to listen. Tests in several JVMs run at the same time, so
 * each port belongs to one JVM until this JVM ends: it holds a lock on the port's byte of a file
 * that all JVMs of a user share.
 */
final class FreePorts {

  /**
   * Low enough that no port is among those that systems assign by themselves, even after 10,000 is
   * added, as Redis does for the second port of a cluster's server.
   */
  private static final int FIRST = 11_000;

  private static final int COUNT = 10_000;

  private static final Path SHARED = Path.of(
      System.getProperty("java.io.tmpdir"),
      "mintmark-test-ports-" + System.getProperty("user.name"));

  /** The JVM discards a lock without references. Closing the file would end all locks. */
  private static final List<FileLock> HELD = new ArrayList<>();

  /** JVMs with consecutive pids begin their search 61 ports apart. */
  private static int tried = (int) (61 * ProcessHandle.current().pid() % COUNT);

  private FreePorts() {}

  static synchronized int next() {
    try {
      FileChannel file = HELD.isEmpty()
          ? FileChannel.open(SHARED, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
          : HELD.get(0).channel();
      for (int tries = 0; tries < COUNT; tries++) {
        int index = tried++ % COUNT;
        FileLock lock = file.tryLock(index, 1, false);
        if (lock != null && HELD.add(lock) && EngineProcess.isFree(FIRST + index)) {
          return FIRST + index;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new AssertionError(Message.of("no port is free: first={}, count={}", FIRST, COUNT));
  }
}
