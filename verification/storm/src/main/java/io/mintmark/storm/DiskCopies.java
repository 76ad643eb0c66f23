package io.mintmark.storm;

import io.mintmark.rigs.EngineProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Copies the folder of all processes that keep a store, while none of them runs. Such a copy equals
 * a snapshot of a volume. Every engine must be able to start from it, as after a power failure.
 *
 * @param processes all processes that keep the store
 * @param folder the folder with all of their data
 * @param tidy cleans up the folder before each copy
 */
record DiskCopies(List<EngineProcess> processes, Path folder, Consumer<Path> tidy)
    implements Engine.Backup {

  @Override
  public void make(Path copy) {
    processes.forEach(EngineProcess::kill);
    tidy.accept(folder);
    copy(folder, copy);
    processes.forEach(EngineProcess::restart);
  }

  @Override
  public void restore(Path copy) {
    putBack(copy);
    processes.forEach(EngineProcess::restart);
  }

  /** Restores a copy, and leaves the processes down. */
  void putBack(Path copy) {
    processes.forEach(EngineProcess::kill);
    // The folder itself remains, because a disk may be mounted there.
    Programs.run("find", folder, "-mindepth", "1", "-delete");
    copy(copy, folder);
  }

  private static void copy(Path from, Path to) {
    Programs.run("cp", "-aT", from, to);
  }
}
