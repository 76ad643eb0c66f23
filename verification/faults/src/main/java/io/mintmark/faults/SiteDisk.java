package io.mintmark.faults;

import io.mintmark.faults.Site.Fault;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.FaultyDisk;
import io.mintmark.rigs.SmallDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a store keeps its files: fills up where root can mount it, fails where there is gcc, or
 * whatever else its {@link Fsync} takes.
 */
final class SiteDisk implements AutoCloseable {

  private static final String FULL = "disk full";
  private static final String FAILS = "fsync fails";

  /** Its faults that keep a store from writing. */
  static final Set<String> FAULTS = Set.of(FULL, FAILS);

  private static final long FULL_MS = 12_000;
  private static final long FAILS_MS = 6_000;
  private static final long SLOW_MS = 3_000;
  private static final Duration SLOW = Duration.ofMillis(5);

  private final @Nullable SmallDisk small;
  private @Nullable Fsync fsync;

  /**
   * Makes one that fills up.
   *
   * @param data where; may be missing
   * @param megabytes how much fits in it
   */
  SiteDisk(Path data, int megabytes) throws IOException, InterruptedException {
    Files.createDirectories(data);
    this.small = Programs.isRoot() ? SmallDisk.mount(data, megabytes) : null;
  }

  /**
   * Makes one that fails too, for processes that {@linkplain #preload preload} what that takes.
   *
   * @param data where; may be missing
   * @param megabytes how much fits in it
   * @param library an empty or missing folder for what makes it fail
   */
  SiteDisk(Path data, int megabytes, Path library) throws IOException, InterruptedException {
    this(data, megabytes);
    if (EngineProcess.find("gcc").isPresent()) {
      failBy(Fsync.of(FaultyDisk.compile(library)));
    }
  }

  /** Has it fail by what reaches the processes that use it. */
  void failBy(Fsync how) {
    fsync = how;
  }

  /** Has a process use it that is not yet started. */
  void preload(ProcessBuilder process) {
    if (fsync != null) {
      fsync.preload(process);
    }
  }

  /**
   * What can befall it.
   *
   * @param onceFull makes the store need room soon
   * @param wellAgain lets the store use the disk again
   */
  List<Fault> faults(Runnable onceFull, Runnable wellAgain) {
    List<Fault> all = new ArrayList<>();
    SmallDisk full = small;
    if (full != null) {
      all.add(new Fault(FULL, () -> fill(full, onceFull), () -> free(full, wellAgain), FULL_MS));
    }
    Fsync failing = fsync;
    if (failing != null) {
      all.add(new Fault(FAILS, failing::fail, () -> mend(failing, wellAgain), FAILS_MS));
      all.add(new Fault("fsync takes 5 ms", () -> failing.slowDown(SLOW), failing::work, SLOW_MS));
    }
    return all;
  }

  private static void fill(SmallDisk disk, Runnable onceFull) {
    try {
      disk.fill();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    onceFull.run();
  }

  private static void free(SmallDisk disk, Runnable wellAgain) {
    try {
      disk.free();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    wellAgain.run();
  }

  private static void mend(Fsync disk, Runnable wellAgain) {
    disk.work();
    wellAgain.run();
  }

  @Override
  public void close() {
    try {
      if (small != null) {
        small.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
