package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.snowflake.StateFileHolder;
import io.mintmark.testkit.ChildJvm;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Locks of state files that drop. The files are real, and so is the operating system's lock on
 * them, so this is no world: a process with the mistake holds a file, and another one, with the
 * product as it is, wants it.
 */
@Tag("fault")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "its locks do not drop")
class PlantedLockTest {

  private static final String STATE = "core/src/main/java/io/mintmark/snowflake/StateFile.java";

  /** Where another descriptor of a file is closed, the system drops the lock without a word. */
  private static final PlantedBug DROPS = new PlantedBug(
      "a state file is read once more after it was locked, and its lock drops",
      "core/src/main/java/io/mintmark/internal/disk/LockedFile.java",
      "        locked = true;\n        return",
      "        locked = true;\n        byte[] read = Files.readAllBytes(path);\n        return");

  private static final PlantedBug DROPS_ONE = new PlantedBug(
      "a state file is read before each claim, and its own lock drops",
      STATE,
      "ByteBuffer.wrap(file.read(0, FILE_BYTES));\n    if",
      "ByteBuffer.wrap(Files.readAllBytes(path));\n    if");

  @TempDir
  Path folder;

  @Test
  void product_asItIs_letsNobodyElseIn() throws Exception {
    Path file = folder.resolve("state");
    try (StateFileHolder holder = new StateFileHolder(file)) {
      assertThat(seen(holder, file)).isEmpty();
    }
  }

  @Test
  void lockThatDrops_anotherProcess_isSeenToComeIn() throws Exception {
    assertThat(seen(DROPS)).isEqualTo("two processes hold the file");
  }

  @Test
  void lockThatDrops_writesOfOthersNotSeenEither_aPositionComesTwice() throws Exception {
    PlantedBug bug = DROPS.and(
        STATE,
        "if (decoded(whole, 1 - slot) != written || decoded(whole, slot) > next) {",
        "if (decoded(whole, 1 - slot) < 0 && decoded(whole, slot) < 0) {");

    assertThat(seen(bug)).isEqualTo("a position came twice: 10");
  }

  @Test
  void lockThatDrops_lockOfTheFileBesideIt_keepsOthersOut() throws Exception {
    assertThat(seen(DROPS_ONE)).isEmpty();
  }

  @Test
  void lockThatDrops_noFileBesideIt_isSeen() throws Exception {
    PlantedBug bug = DROPS_ONE.and(
        STATE,
        "Path lock = real.resolveSibling(real.getFileName() + \".lock\");",
        "Path lock = real.resolveSibling(real.getFileName() + \".lock\" + System.nanoTime());");

    assertThat(seen(bug)).isEqualTo("two processes hold the file");
  }

  private String seen(PlantedBug bug) throws Exception {
    Path file = folder.resolve("state");
    Class<?> mistaken = bug.classes().loadClass(StateFileHolder.class.getName());
    Object holder = mistaken.getConstructor(Path.class).newInstance(file);
    try (AutoCloseable closed = (AutoCloseable) holder) {
      return seen((LongSupplier) closed, file);
    }
  }

  /** What should not be seen when another process comes to a file that is held; else nothing. */
  private static String seen(LongSupplier holder, Path file) throws Exception {
    assertThat(holder.getAsLong()).isZero();
    assertThat(holder.getAsLong()).isEqualTo(StateFileHolder.POSITIONS);
    try (ChildJvm other = ChildJvm.of(StateFileHolder.class, file.toString()).start()) {
      String answer = other.hear();
      if (answer.contains("in use")) {
        return "";
      }
      assertThat(answer).isEqualTo("open");
      other.tell("claim");
      long others = Long.parseLong(other.hear());
      try {
        return holder.getAsLong() == others
            ? "a position came twice: " + others
            : "two processes hold the file, and both claim";
      } catch (RuntimeException e) {
        assertThat(e).hasMessageContaining("something else has written");
        return "two processes hold the file";
      }
    }
  }
}
