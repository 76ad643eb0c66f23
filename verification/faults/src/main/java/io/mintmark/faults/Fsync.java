package io.mintmark.faults;

import io.mintmark.rigs.FaultyDisk;
import java.time.Duration;

/** What becomes of {@code fsync} and {@code fdatasync} in the processes that use a disk. */
interface Fsync {

  /** From now on nothing reaches the disk: they get EIO. */
  void fail();

  /** Each call from now on takes so much longer, in whole milliseconds. */
  void slowDown(Duration delay);

  /** From now on all is well. */
  void work();

  /** Has a process that is not yet started be reached, if that takes anything. */
  default void preload(ProcessBuilder process) {}

  /** By a library that processes load before the C library. */
  static Fsync of(FaultyDisk disk) {
    return new Fsync() {
      @Override
      public void fail() {
        disk.fail();
      }

      @Override
      public void slowDown(Duration delay) {
        disk.slowDown(delay);
      }

      @Override
      public void work() {
        disk.work();
      }

      @Override
      public void preload(ProcessBuilder process) {
        disk.preload(process);
      }
    };
  }
}
