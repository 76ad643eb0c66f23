package io.mintmark.cli;

import io.mintmark.config.GeneratorSettings;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.disk.LockedFile;
import io.mintmark.internal.text.WholeNumber;
import io.mintmark.internal.text.XxHash64;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.time.ElapsedClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

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
final class SnowflakeStateFile implements AutoCloseable {

  private static final long MARK = 0x4d494e544d41524bL; // "MINTMARK"
  private static final long SEALED = 0x41444f5054454421L; // "ADOPTED!"
  private static final int BYTES = 48;
  private static final int FIRST_SLOT = 16;
  private static final int SECOND_SLOT = 32;

  private final Path path;
  private final LockedFile lock;

  /** Empty until {@link #check} has read the file. */
  private ByteBuffer bytes = ByteBuffer.allocate(0);

  private SnowflakeStateFile(Path path, LockedFile lock) {
    this.path = path;
    this.lock = lock;
  }

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

  /** Locks a file that no generator uses. Closing releases the lock. */
  static SnowflakeStateFile open(Path file, ElapsedClock clock) throws IOException {
    Path path = file.toRealPath();
    LockedFile lock = LockedFile.lock(
        path.resolveSibling(path.getFileName() + ".lock"), "", clock, holder -> inUse(path));
    return new SnowflakeStateFile(path, lock);
  }

  private static StoreUnavailableException inUse(Path path) {
    return new StoreUnavailableException(
        Message.of("the state file is in use: file={}; end the process that uses it", path));
  }

  /** Returns the settings in the form that the generator with a state file hashed. */
  private static String form(SnowflakeLayout layout) {
    return "snowflake layout=" + layout.split() + (layout.numberFirst() ? " number-first" : "")
        + " unitMs=" + layout.unitMs() + " epoch=" + layout.epoch();
  }

  /**
   * Reads the file. Checks that it is complete, that it is not in use, and that it was made with
   * these settings.
   */
  void check(GeneratorSettings settings) throws IOException {
    if (LockedFile.holder(path).isPresent()) {
      throw inUse(path);
    }
    bytes = ByteBuffer.wrap(Files.readAllBytes(path));
    String form = form(settings.snowflakeLayout().orElseThrow());
    if (bytes.capacity() != BYTES
        || (bytes.getLong(0) != MARK && bytes.getLong(0) != SEALED)
        || next() < 0) {
      throw new IllegalArgumentException(Message.of(
          "the file is not a state file, or is damaged: file={}, bytes={}; nothing was changed",
          path,
          bytes.capacity()));
    }
    if (bytes.getLong(Long.BYTES) != XxHash64.hash(form)) {
      throw new SettingsMismatchException(Message.of(
          "the state file was made with other settings: file={}, settings='{}'; nothing was"
              + " changed",
          path,
          form));
    }
  }

  /** Returns the position below which all ids were made; -1 if both slots are damaged. */
  long next() {
    return Math.max(slot(FIRST_SLOT), slot(SECOND_SLOT));
  }

  private long slot(int at) {
    byte[] number = new byte[Long.BYTES];
    bytes.get(at, number);
    return bytes.getLong(at + Long.BYTES) == XxHash64.hash(number) ? bytes.getLong(at) : -1;
  }

  /** Makes earlier versions refuse the file. */
  void seal() throws IOException {
    byte[] sealed = bytes.putLong(0, SEALED).array();
    Path unused = Files.write(path, sealed, StandardOpenOption.WRITE, StandardOpenOption.DSYNC);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
