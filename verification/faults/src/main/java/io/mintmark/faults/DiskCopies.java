package io.mintmark.faults;

import io.mintmark.rigs.EngineProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Copies the folder of all processes that keep a store, while none of them runs: what a snapshot of
 * a volume has, which every engine has to come up with as after a loss of power.
 */
final class DiskCopies implements Site.Backup {

  private final List<EngineProcess> processes;
  private final Path folder;
  private final Consumer<Path> tidy;

  /**
   * Makes none yet.
   *
   * @param processes those that keep the store, which can be killed and started again
   * @param folder where all is that they keep
   * @param tidy tidies up the folder before each copy
   */
  DiskCopies(List<EngineProcess> processes, Path folder, Consumer<Path> tidy) {
    this.processes = List.copyOf(processes);
    this.folder = folder;
    this.tidy = tidy;
  }

  @Override
  public void make(Path copy) {
    killAll();
    tidy.accept(folder);
    copy(folder, copy);
    restartAll();
  }

  @Override
  public void restore(Path copy) {
    putBack(copy);
    restartAll();
  }

  /** Restores a copy, and leaves the processes down. */
  void putBack(Path copy) {
    killAll();
    // The folder itself stays: a disk may be mounted there.
    String unused = Programs.run(List.of("find", folder.toString(), "-mindepth", "1", "-delete"));
    copy(copy, folder);
  }

  private void killAll() {
    processes.forEach(EngineProcess::kill);
  }

  private void restartAll() {
    processes.forEach(EngineProcess::restart);
  }

  private static void copy(Path from, Path to) {
    String unused = Programs.run(List.of("mkdir", "-p", to.toString()));
    String unusedToo = Programs.run(List.of("cp", "-a", from + "/.", to.toString()));
  }
}
