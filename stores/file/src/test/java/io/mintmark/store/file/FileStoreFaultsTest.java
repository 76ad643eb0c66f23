package io.mintmark.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.rigs.ChildJvm;
import io.mintmark.rigs.FaultyDisk;
import io.mintmark.rigs.SmallDisk;
import io.mintmark.rigs.ToolRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The store on failing disks, with files that users move, and with interrupted threads. */
@Tag("fault")
class FileStoreFaultsTest {

  private static final String LINE = "seq/a";
  private static final int MAX_CLAIMS = 100_000;
  private static final int MAX_DEPTH = 1_000_000;

  @TempDir
  Path parent;

  @AfterEach
  void notInterrupted() {
    Thread.interrupted();
  }

  @Test
  void claim_diskFullForAWhile_throwsAndRecovers() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(parent.resolve("disk"), 3);
        FileStore store = FileStore.open(disk.directory().resolve("data"))) {
      for (int round = 0; round < 3; round++) {
        long before = store.claim(LINE, 0, 1);
        disk.fill();
        long answered = claimUntilRefused(store);
        assertThat(store.position(LINE)).isGreaterThan(before);
        assertThat(store.lines("")).isNotEmpty();
        disk.free();
        assertThat(store.claim(LINE, 0, 1)).isGreaterThan(Math.max(before, answered));
      }
    }
  }

  private static long claimUntilRefused(FileStore store) {
    long highest = -1;
    try {
      for (int i = 0; i < MAX_CLAIMS; i++) {
        highest = store.claim(LINE, 0, 1);
      }
    } catch (StoreUnavailableException e) {
      assertThat(e).hasMessageContaining("could not write").hasMessageContaining("FULL");
      return highest;
    }
    throw new AssertionError("the disk was never full");
  }

  @Test
  @Tag("long")
  void claim_fsyncFailsForAWhile_throwsRecoversAndSurvivesKill() throws Exception {
    FaultyDisk disk = FaultyDisk.compile(parent.resolve("rig"));
    Path data = parent.resolve("data");
    List<Long> answered = new ArrayList<>();
    try (ChildJvm child = ChildJvm.of(CommandedStoreProcess.class, data.toString())
        .with(disk::preload)
        .start()) {
      assertThat(child.hear()).isEqualTo("open");
      for (int round = 0; round < 3; round++) {
        answered.add(Long.parseLong(CommandedStoreProcess.ask(child, "claim")));
        disk.fail();
        assertThat(CommandedStoreProcess.ask(child, "claim"))
            .contains("could not write", "disk I/O error");
        assertThat(CommandedStoreProcess.ask(child, "claim"))
            .contains("could not write", "disk I/O error");
        assertThat(Long.parseLong(CommandedStoreProcess.ask(child, "next")))
            .isGreaterThan(answered.get(round));
        disk.slowDown(Duration.ofMillis(5));
        answered.add(Long.parseLong(CommandedStoreProcess.ask(child, "claim")));
        disk.work();
        answered.add(Long.parseLong(CommandedStoreProcess.ask(child, "claim")));
      }
    }
    assertThat(answered).isSorted().doesNotHaveDuplicates();
    try (FileStore store = FileStore.open(data)) {
      assertThat(store.claim(LINE, 0, 1)).isGreaterThan(answered.get(answered.size() - 1));
    }
  }

  @Test
  @Tag("long")
  void claim_memoryExhaustedForAWhile_allThreadsRecover() {
    try (ChildJvm child = ChildJvm.of(CommandedStoreProcess.class, parent.toString())
        .options("-Xmx64m")
        .start()) {
      assertThat(child.hear()).isEqualTo("open");
      assertThat(CommandedStoreProcess.ask(child, "memory")).isEqualTo("went on: 64, twice: 0");
    }
  }

  @Test
  void claim_callersStackOverflows_nextClaimSucceeds() throws Exception {
    try (FileStore store = FileStore.open(parent)) {
      Thread deep = new Thread(null, () -> claimAtEveryDepth(store, MAX_DEPTH), "deep", 512 << 10);
      deep.start();
      deep.join(60_000);
      assertThat(deep.isAlive()).isFalse();

      long start = store.claim(LINE, 0, 1);
      assertThat(store.claim(LINE, 0, 1)).isEqualTo(start + 1);
      assertThat(store.position(LINE)).isEqualTo(start + 2);
    }
  }

  private static int claimAtEveryDepth(FileStore store, int maxDepth) {
    int deeper = 0;
    try {
      deeper = maxDepth == 0 ? 0 : 1 + claimAtEveryDepth(store, maxDepth - 1);
    } catch (StackOverflowError e) {
      deeper = 0;
    }
    if (deeper < 300) {
      try {
        store.claim(LINE, 0, 1);
      } catch (StoreUnavailableException e) {
        return deeper;
      }
    }
    return deeper;
  }

  @Test
  @Tag("long")
  void publish_interruptedThread_keepsTheLock() {
    try (FileStore store = FileStore.open(parent)) {
      Thread.currentThread().interrupt();
      store.publish("http://127.0.0.1:7600/");
      assertThat(store.claim(LINE, 0, 1)).isZero();
      assertThat(store.position(LINE)).isEqualTo(1);
      assertThat(Thread.interrupted()).isTrue();
      assertRefusedElsewhere(parent);
    }
  }

  @Test
  void open_interruptedThread_isOpened() {
    Thread.currentThread().interrupt();
    try (FileStore store = FileStore.open(parent.resolve("new/one"))) {
      assertThat(store.claim(LINE, 0, 1)).isZero();
    }
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void openReadOnly_inTheOwnersProcess_leavesSqliteItsLocks() throws Exception {
    ToolRun.assumeAreThere("sqlite3");
    try (FileStore store = FileStore.open(parent)) {
      assertThat(store.claim(LINE, 0, 5)).isZero();
      FileStore.openReadOnly(parent).close();
      Path log = parent.resolve("mintmark.db-wal");
      Object before = Files.readAttributes(log, BasicFileAttributes.class).fileKey();
      List<String> tool = List.of("sqlite3", database().toString(), "SELECT next FROM line");
      assertThat(ToolRun.in(parent, tool, "").output()).isEqualTo("5\n");
      assertThat(Files.readAttributes(log, BasicFileAttributes.class).fileKey()).isEqualTo(before);
      assertThat(store.claim(LINE, 0, 5)).isEqualTo(5);
    }
  }

  @Test
  void open_hardLinkedFile_throwsForBothNames() throws IOException {
    Path other = Files.createDirectory(parent.resolve("other"));
    try (FileStore store = FileStore.open(parent)) {
      store.claim(LINE, 0, 5);
    }
    Files.createLink(other.resolve("mintmark.db"), database());

    for (Path each : List.of(parent, other)) {
      assertThatThrownBy(() -> FileStore.open(each))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("hard links");
    }
    Files.delete(other.resolve("mintmark.db"));
    try (FileStore store = FileStore.open(parent)) {
      assertThat(store.claim(LINE, 0, 1)).isEqualTo(5);
    }
  }

  @Test
  @Tag("long")
  void open_directoryMountedTwice_isRefusedAndTheFirstKeepsItsLock() throws Exception {
    Path data = parent.resolve("data");
    Path second = Files.createDirectory(parent.resolve("second"));
    try (FileStore store = FileStore.open(data)) {
      ToolRun.assumeAreThere("mount", "umount");
      List<String> mount = List.of("mount", "--bind", data.toString(), second.toString());
      assumeTrue(ToolRun.in(parent, mount, "").exitValue() == 0, "needs root, to mount");
      try {
        assertThatThrownBy(() -> FileStore.open(second))
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("this process has the store open already");
        assertRefusedElsewhere(data);
        assertRefusedElsewhere(second);
        assertThat(store.claim(LINE, 0, 5)).isZero();
      } finally {
        assertThat(ToolRun.in(parent, List.of("umount", second.toString()), "").exitValue())
            .isZero();
      }
    }
  }

  @Test
  void open_twiceInOneProcess_failsNamingThisProcess() {
    try (FileStore store = FileStore.open(parent)) {
      assertThatThrownBy(() -> FileStore.open(parent))
          .hasMessageStartingWith("this process has the store open already: ownerPid=")
          .hasMessageContaining("close it first");
      assertThat(store.claim(LINE, 0, 1)).isZero();
    }
  }

  @Test
  void claim_directoryReplaced_throwsAndKeepsTheNewOne() throws IOException {
    Path data = parent.resolve("data");
    FileStore first = FileStore.open(data);
    assertThat(first.claim(LINE, 0, 5)).isZero();
    removeAll(data);
    assertThatThrownBy(() -> first.claim(LINE, 0, 5)).hasMessageContaining("gone or was replaced");

    try (FileStore second = FileStore.open(data)) {
      assertThat(second.claim(LINE, 0, 5)).isZero();
      assertThatThrownBy(() -> first.claim(LINE, 0, 5))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("gone or was replaced");
      first.close();
      assertThat(second.claim(LINE, 0, 5)).isEqualTo(5);
    }
  }

  @Test
  void claim_lockFileRemoved_isRefused() throws IOException {
    try (FileStore store = FileStore.open(parent)) {
      Files.delete(parent.resolve("mintmark.lock"));
      assertThatThrownBy(() -> store.claim(LINE, 0, 5)).hasMessageContaining("mintmark.lock");
    }
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs POSIX rights")
  void open_newDirectory_isAccessibleToItsOwnerOnly() throws IOException {
    Path data = parent.resolve("new/data");
    try (FileStore store = FileStore.open(data)) {
      store.claim(LINE, 0, 5);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
          .isEqualTo("rwx------");
      try (Stream<Path> files = Files.list(data)) {
        assertThat(files.toList())
            .hasSize(4)
            .allSatisfy(file -> assertThat(
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------"));
      }
    }
  }

  @Test
  @Tag("long")
  void open_noTemporaryDirectory_unpacksSqliteIntoTheStore() {
    Path data = parent.resolve("data");
    try (ChildJvm child = ChildJvm.of(CommandedStoreProcess.class, data.toString())
        .options("-Djava.io.tmpdir=" + parent.resolve("none"))
        .start()) {
      assertThat(child.hear()).isEqualTo("open");
      assertThat(CommandedStoreProcess.ask(child, "claim")).isEqualTo("0");
    }
  }

  @Test
  @Tag("long")
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "keeps files that are in use")
  void open_sqliteLoaded_leavesNothingInTheTemporaryDirectory() throws IOException {
    Path temporary = Files.createDirectory(parent.resolve("temporary"));
    try (ChildJvm child = ChildJvm.of(
            CommandedStoreProcess.class, parent.resolve("data").toString())
        .options("-Djava.io.tmpdir=" + temporary, "-XX:-UsePerfData")
        .start()) {
      assertThat(child.hear()).isEqualTo("open");
      assertThat(temporary).isEmptyDirectory();
      assertThat(CommandedStoreProcess.ask(child, "claim")).isEqualTo("0");
    }
  }

  @Test
  @Tag("long")
  void open_temporaryDirectoryNoexec_usesAnotherOrFailsWithMessage() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(parent.resolve("disk"), 8)) {
      Path temporary = disk.directory();
      List<String> remount = List.of("mount", "-o", "remount,noexec", temporary.toString());
      assertThat(ToolRun.in(parent, remount, "").exitValue()).isZero();
      String option = "-Djava.io.tmpdir=" + temporary;
      String data = parent.resolve("data").toString();
      try (ChildJvm child =
          ChildJvm.of(CommandedStoreProcess.class, data).options(option).start()) {
        assertThat(child.hear()).isEqualTo("open");
      }
      data = temporary.resolve("data").toString();
      try (ChildJvm child =
          ChildJvm.of(CommandedStoreProcess.class, data).options(option).start()) {
        assertThat(child.hear())
            .startsWith("SQLite's library cannot be unpacked and loaded: directory=" + temporary)
            .contains("start Java with -Dorg.sqlite.tmpdir=DIR");
      }
    }
  }

  private static void assertRefusedElsewhere(Path directory) {
    try (ChildJvm other =
        ChildJvm.of(CommandedStoreProcess.class, directory.toString()).start()) {
      assertThat(other.hear())
          .contains("another process has the store open: ownerPid="
              + ProcessHandle.current().pid());
    }
  }

  private static void removeAll(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  private Path database() {
    return parent.resolve("mintmark.db");
  }
}
