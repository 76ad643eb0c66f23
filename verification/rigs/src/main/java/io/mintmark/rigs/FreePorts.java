package io.mintmark.rigs;

import io.mintmark.error.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ports for servers that take seconds to listen. Tests of several JVMs run at the same time, so
 * each port is this JVM's until it ends: it holds a lock on the port's byte of a file that all JVMs
 * of a user share.
 */
final class FreePorts {

  /** Below the ports that systems give out by themselves, also when 10,000 is added. */
  private static final int FIRST = 11_000;

  private static final int COUNT = 10_000;

  /** How far apart two JVMs begin whose pids follow each other. */
  private static final int APART = 61;

  private static final AtomicLong NEXT =
      new AtomicLong(APART * ProcessHandle.current().pid());

  private static final FileChannel SHARED = open();

  /** A lock that nobody refers to is forgotten by the JVM, which would take it once more. */
  private static final Queue<FileLock> HELD = new ConcurrentLinkedQueue<>();

  private FreePorts() {}

  private static FileChannel open() {
    String name = "mintmark-test-ports-" + System.getProperty("user.name");
    try {
      return FileChannel.open(
          Path.of(System.getProperty("java.io.tmpdir"), name),
          StandardOpenOption.CREATE,
          StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static int next() {
    for (int tries = 0; tries < COUNT; tries++) {
      int index = (int) (NEXT.getAndIncrement() % COUNT);
      if (take(index) && EngineProcess.isFree(FIRST + index)) {
        return FIRST + index;
      }
    }
    throw new AssertionError(Message.of("no port is free: first={}, count={}", FIRST, COUNT));
  }

  private static boolean take(int index) {
    try {
      FileLock lock = SHARED.tryLock(index, 1, false);
      return lock != null && HELD.add(lock);
    } catch (OverlappingFileLockException e) {
      return false; // Another test of this JVM has it.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
