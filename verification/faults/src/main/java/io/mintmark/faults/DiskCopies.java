package io.mintmark.faults;

import io.mintmark.testkit.EngineProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Copies the folders of all processes that keep a store, while none of them runs: what a snapshot
 * of a volume has, which every engine has to come up with as after a loss of power.
 */
final class DiskCopies implements Site.Backup {

  private final List<Member> members;
  private final Consumer<Path> tidy;

  private DiskCopies(List<Member> members, Consumer<Path> tidy) {
    this.members = List.copyOf(members);
    this.tidy = tidy;
  }

  /**
   * A process that keeps the store, or a part of it.
   *
   * @param process which can be killed and started again
   * @param folder where all is that it keeps
   */
  private record Member(EngineProcess process, Path folder) {}

  /** Of one process. */
  static DiskCopies of(EngineProcess process, Path folder) {
    return of(process, folder, data -> {});
  }

  /** Of one process, whose folder is tidied up before each copy. */
  static DiskCopies of(EngineProcess process, Path folder, Consumer<Path> tidy) {
    return new DiskCopies(List.of(new Member(process, folder)), tidy);
  }

  /** Of processes that each have a folder of the same name in their own directory. */
  static DiskCopies of(List<EngineProcess> processes, String folder) {
    List<Member> members = processes.stream()
        .map(process -> new Member(process, process.directory().resolve(folder)))
        .toList();
    return new DiskCopies(members, data -> {});
  }

  @Override
  public void make(Path copy) {
    killAll();
    for (int i = 0; i < members.size(); i++) {
      tidy.accept(members.get(i).folder);
      copy(members.get(i).folder, copy.resolve(Integer.toString(i)));
    }
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
    for (int i = 0; i < members.size(); i++) {
      Path folder = members.get(i).folder;
      // The folder itself stays: a disk may be mounted there.
      String unused = Programs.run(List.of("find", folder.toString(), "-mindepth", "1", "-delete"));
      copy(copy.resolve(Integer.toString(i)), folder);
    }
  }

  private void killAll() {
    members.forEach(member -> member.process.kill());
  }

  private void restartAll() {
    members.forEach(member -> member.process.restart());
  }

  private static void copy(Path from, Path to) {
    String unused = Programs.run(List.of("mkdir", "-p", to.toString()));
    String unusedToo = Programs.run(List.of("cp", "-a", from + "/.", to.toString()));
  }
}
