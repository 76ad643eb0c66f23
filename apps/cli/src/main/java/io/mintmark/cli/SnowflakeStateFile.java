package io.mintmark.cli;

import io.mintmark.config.GeneratorSettings;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.text.WholeNumber;
import io.mintmark.internal.text.XxHash64;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.store.file.internal.LockedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongFunction;

/**
 * The state file of a Snowflake with a fixed worker number, as versions before the embedded store
 * wrote it: a mark, a hash of the settings, and two slots of a position and its hash.
 *
 * <p>Every id of that generator has a position below the higher slot, which was on the disk before
 * the id was made. This class holds the file's lock, which shows that the generator has ended. The
 * worker's line (its counter in the store) is then raised to the position in the higher slot, and
 * the file's mark is replaced. Because of the new mark, an earlier version refuses the file. So no
 * position below the line is used again. The hash of the settings shows that the old and the new
 * generator make an id from worker and position in the same way.
 */
final class SnowflakeStateFile {

  private static final long MARK = 0x4d494e544d41524bL; // "MINTMARK"
  private static final long SEALED = 0x41444f5054454421L; // "ADOPTED!"
  private static final int BYTES = 48;
  private static final int FIRST_SLOT = 16;
  private static final int SECOND_SLOT = 32;

  private SnowflakeStateFile() {}

  /** Returns the line of the one worker number that the settings allow. */
  static String line(String name, GeneratorSettings settings) {
    String[] ends = settings.texts().getOrDefault("workers", "").split("\\.\\.", -1);
    if (settings.snowflakeLayout().isEmpty()
        || settings.isOpaque()
        || ends.length != 2
        || !ends[0].equals(ends[1])) {
      throw new ConfigurationException(
          "generator '" + name + "'",
          "only a Snowflake that is not opaque and has one worker number, such as workers: 7..7,"
              + " can continue a state file: use the number that the file was written for");
    }
    return "worker/" + settings.texts().getOrDefault("worker-pool", name) + "/"
        + WholeNumber.parse(ends[0].strip());
  }

  /**
   * Passes on the position below which all ids were made, then makes earlier versions refuse the
   * file. If the process ends in between, the file can be adopted again.
   *
   * @param raise raises the line to the position; its result is returned
   */
  static <T> T adopt(
      Path file, GeneratorSettings settings, ElapsedClock clock, LongFunction<T> raise)
      throws IOException {
    Path path = file.toRealPath();
    Path lock = path.resolveSibling(path.getFileName() + ".lock");
    try (LockedFile held = LockedFile.lock(lock, "", clock, holder -> inUse(path))) {
      if (!held.isInPlace() || LockedFile.holder(path).isPresent()) {
        throw inUse(path);
      }
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path));
      T raised = raise.apply(next(path, bytes, settings));
      Path unused = Files.write(
          path,
          bytes.putLong(0, SEALED).array(),
          StandardOpenOption.WRITE,
          StandardOpenOption.DSYNC);
      return raised;
    }
  }

  private static StoreUnavailableException inUse(Path path) {
    return new StoreUnavailableException(
        Message.of("the state file is in use: file={}; end the process that uses it", path));
  }

  /** Returns the higher position. Checks the file, and that it was made with these settings. */
  private static long next(Path path, ByteBuffer bytes, GeneratorSettings settings) {
    boolean isWhole =
        bytes.capacity() == BYTES && (bytes.getLong(0) == MARK || bytes.getLong(0) == SEALED);
    long next = isWhole ? Math.max(slot(bytes, FIRST_SLOT), slot(bytes, SECOND_SLOT)) : -1;
    if (next < 0) {
      throw new IllegalArgumentException(Message.of(
          "the file is not a state file, or is damaged: file={}, bytes={}; nothing was changed",
          path,
          bytes.capacity()));
    }
    SnowflakeLayout layout = settings.snowflakeLayout().orElseThrow();
    String form = "snowflake layout=" + layout.split()
        + (layout.numberFirst() ? " number-first" : "") + " unitMs=" + layout.unitMs() + " epoch="
        + layout.epoch();
    if (bytes.getLong(Long.BYTES) != XxHash64.hash(form)) {
      throw new SettingsMismatchException(Message.of(
          "the state file was made with other settings: file={}, settings='{}'; nothing was"
              + " changed",
          path,
          form));
    }
    return next;
  }

  private static long slot(ByteBuffer bytes, int at) {
    byte[] number = new byte[Long.BYTES];
    bytes.get(at, number);
    return bytes.getLong(at + Long.BYTES) == XxHash64.hash(number) ? bytes.getLong(at) : -1;
  }
}
