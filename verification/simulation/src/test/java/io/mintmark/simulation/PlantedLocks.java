package io.mintmark.simulation;

import io.mintmark.rigs.ChildJvm;
import io.mintmark.snowflake.StateFileHolder;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Mistakes by which the lock of a state file drops. The files are real, and so is the operating
 * system's lock on them, so this is no world: a process with the mistake holds a file, and another
 * one, with the product as it is, wants it.
 */
final class PlantedLocks {

  private static final String STATE = "core/src/main/java/io/mintmark/snowflake/StateFile.java";

  /** Where another descriptor of a file is closed, the system drops the lock without a word. */
  static final PlantedBug DROPS = new PlantedBug(
      "a state file is read once more after it was locked, and its lock drops",
      "core/src/main/java/io/mintmark/internal/disk/LockedFile.java",
      "        locked = true;\n        return",
      "        locked = true;\n        byte[] read = Files.readAllBytes(path);\n        return");

  /** Nobody comes in: the lock of the file beside it holds. */
  static final PlantedBug DROPS_ONE = new PlantedBug(
      "a state file is read before each claim, and its own lock drops",
      STATE,
      "ByteBuffer.wrap(file.read(0, FILE_BYTES));\n    if",
      "ByteBuffer.wrap(Files.readAllBytes(path));\n    if");

  static final PlantedBug DROPS_UNSEEN = DROPS
      .named("a state file's lock drops, and writes of others are not looked for")
      .and(
          STATE,
          "if (decoded(whole, 1 - slot) != written || decoded(whole, slot) > next) {",
          "if (decoded(whole, 1 - slot) < 0 && decoded(whole, slot) < 0) {");

  static final PlantedBug DROPS_ALONE = DROPS_ONE
      .named("a state file's own lock drops, and each holder locks another file beside it")
      .and(
          STATE,
          "Path lock = real.resolveSibling(real.getFileName() + \".lock\");",
          "Path lock = real.resolveSibling(real.getFileName() + \".lock\" + System.nanoTime());");

  /** Those that let another process in. */
  static final List<PlantedBug> ALL = List.of(DROPS, DROPS_UNSEEN, DROPS_ALONE);

  private PlantedLocks() {}

  /**
   * What should not be seen when another process comes to a file that is held with a mistake.
   *
   * @param file where the file is to be
   * @return empty if nothing is
   */
  static String seen(PlantedBug bug, Path file) throws Exception {
    Class<?> mistaken = bug.classes().loadClass(StateFileHolder.class.getName());
    Object holder = mistaken.getConstructor(Path.class).newInstance(file);
    try (AutoCloseable closed = (AutoCloseable) holder) {
      return seen((LongSupplier) closed, file);
    }
  }

  /** The same of a file that somebody holds. */
  static String seen(LongSupplier holder, Path file) throws Exception {
    check(holder, 0);
    check(holder, StateFileHolder.POSITIONS);
    try (ChildJvm other = ChildJvm.of(StateFileHolder.class, file.toString()).start()) {
      String answer = other.hear();
      if (answer.contains("in use")) {
        return "";
      }
      if (!answer.equals("open")) {
        throw new IllegalStateException("the other process cannot start: " + answer);
      }
      other.tell("claim");
      long others = Long.parseLong(other.hear());
      try {
        return holder.getAsLong() == others
            ? "a position came twice: " + others
            : "two processes hold the file, and both claim";
      } catch (RuntimeException e) {
        if (!String.valueOf(e.getMessage()).contains("something else has written")) {
          throw e;
        }
        return "two processes hold the file";
      }
    }
  }

  private static void check(LongSupplier holder, long expected) {
    long start = holder.getAsLong();
    if (start != expected) {
      throw new IllegalStateException(
          "the file is not a new one: start=" + start + ", expected=" + expected);
    }
  }
}
