package io.mintmark.storm;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.FaultyDisk;
import io.mintmark.rigs.SmallDisk;
import io.mintmark.rigs.ToolRun;
import io.mintmark.storm.Fault.Action;
import io.mintmark.storm.Fault.Trait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The disk of a store's files. It can become full if root runs this program, and its {@code fsync}
 * can fail.
 */
final class Disk implements AutoCloseable {

  /** How much longer each call of a slow {@code fsync} takes. */
  private static final Duration SLOW = Duration.ofMillis(5);

  private static final long FULL_MS = 12_000;
  private static final long FAILS_MS = 6_000;
  private static final long SLOW_MS = 3_000;

  private final @Nullable SmallDisk small;
  private @Nullable FaultyDisk library;

  /**
   * Makes a disk.
   *
   * @param data its folder; may be missing
   * @param megabytes its size
   */
  Disk(Path data, int megabytes) throws IOException, InterruptedException {
    Files.createDirectories(data);
    this.small = ToolRun.isRoot() ? SmallDisk.mount(data, megabytes) : null;
  }

  /**
   * Compiles the library that makes {@code fsync} fail in processes that {@linkplain #preload
   * preload} it.
   */
  void compile(Path folder) throws IOException, InterruptedException {
    if (EngineProcess.find("gcc").isPresent()) {
      library = FaultyDisk.compile(folder);
    }
  }

  /** Prepares a process that is not started yet. */
  void preload(ProcessBuilder process) {
    if (library != null) {
      library.preload(process);
    }
  }

  /**
   * Returns its faults.
   *
   * @param onceFull makes the store need more space soon
   * @param repaired lets the store use the disk again
   */
  List<Fault> faults(Action onceFull, Action repaired) {
    List<Fault> all = new ArrayList<>();
    SmallDisk full = small;
    if (full != null) {
      Action end = both(full::free, repaired);
      all.add(new Fault("disk full", both(full::fill, onceFull), end, FULL_MS, Trait.ALWAYS));
    }
    FaultyDisk failing = library;
    if (failing != null) {
      Action end = both(failing::work, repaired);
      all.add(new Fault("fsync fails", failing::fail, end, FAILS_MS, Trait.ALWAYS));
      all.add(new Fault("fsync takes 5 ms", () -> failing.slowDown(SLOW), failing::work, SLOW_MS));
    }
    return all;
  }

  private static Action both(Action first, Action second) {
    return () -> {
      first.run();
      second.run();
    };
  }

  @Override
  public void close() throws IOException {
    if (small != null) {
      small.close();
    }
  }
}
