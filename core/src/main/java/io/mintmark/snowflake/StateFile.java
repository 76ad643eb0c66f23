package io.mintmark.snowflake;

import io.mintmark.error.ClosedException;
import io.mintmark.error.Message;
import io.mintmark.error.SpecMismatchException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.disk.LockedFile;
import io.mintmark.internal.disk.PrivateFiles;
import io.mintmark.internal.text.XxHash64;
import io.mintmark.store.ClaimArguments;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Line;
import io.mintmark.store.LineName;
import io.mintmark.store.LinePage;
import io.mintmark.time.ElapsedClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One line in one small file, for a generator without a store. Locked while open; a claim is forced
 * to disk before it answers.
 *
 * <p>The file is a mark, a fingerprint of what positions mean here, and two slots of (next, its
 * hash) written in turn: a write that was torn by a crash leaves the other slot, whose number is
 * lower by one claim that was never answered. A file with neither slot whole, or with another mark,
 * is refused and left as it is.
 *
 * <p><b>One holder.</b> Two locks keep others out: one on the file itself, and one on a file beside
 * it, {@code NAME.lock}. The first is lost without a word when anything in this process opens the
 * file and closes it again, if only to read it; nobody has a reason to open the second. The first
 * in turn holds where a file is reached by two paths, as in two containers that mount it. A file
 * with two names (a hard link) is refused. Should somebody else write to the file all the same, or
 * put another in its place, then this is seen before the next write: the path has to lead to the
 * open file, and both slots have to hold what was written to them last.
 *
 * <p><b>A write that failed</b> may have reached the disk, in whole or in part, so its range is
 * burned, and the next claim starts behind it. It is written to the same slot again. The other slot
 * has the last good claim, and stays as it is until a write has succeeded.
 */
final class StateFile implements ClaimStore {

  private static final long MARK = 0x4d494e544d41524bL; // "MINTMARK"
  private static final int SLOT_BYTES = 16;
  private static final int HEAD_BYTES = 2 * Long.BYTES;
  private static final int FILE_BYTES = HEAD_BYTES + 2 * SLOT_BYTES;

  private final Path path;
  private final String spec;
  private final LockedFile guard;
  private final LockedFile file;
  private @Nullable String line;

  /** The content of the last write that succeeded. */
  private long written;

  /** Where the line stands: behind all that was written, or may have been. */
  private long next;

  /** The slot to write to. */
  private int slot;

  private boolean closed;

  /**
   * Opens or makes a file.
   *
   * @param spec the settings that say what id a position is; the file keeps to its first ones
   * @param clock what passes while another process may look who has the file
   */
  StateFile(Path path, String spec, ElapsedClock clock) {
    this.spec = spec;
    this.path = path.toAbsolutePath();
    boolean opened = false;
    LockedFile first = null;
    LockedFile second = null;
    try {
      Path real = Files.exists(this.path) ? this.path.toRealPath() : this.path;
      Path lock = real.resolveSibling(real.getFileName() + ".lock");
      first = LockedFile.lock(lock, "", clock, holder -> inUse());
      second = LockedFile.lock(real, "", clock, holder -> inUse());
      guard = first;
      file = second;
      PrivateFiles.requireOneName(real);
      load();
      opened = true;
    } catch (IOException e) {
      throw unusable(e);
    } finally {
      if (!opened) {
        closeQuietly(second);
        closeQuietly(first);
      }
    }
  }

  private static void closeQuietly(@Nullable LockedFile opened) {
    try {
      if (opened != null) {
        opened.close();
      }
    } catch (IOException e) {
      return; // It is given back all the same, and what went wrong before is said.
    }
  }

  private StoreUnavailableException unusable(Exception e) {
    return new StoreUnavailableException(
        Message.of("the state file cannot be used: file={}, reason={}; no id issued", path, e), e);
  }

  private StoreUnavailableException inUse() {
    return new StoreUnavailableException(Message.of(
        "the state file is in use by another generator: file={}; no id issued. Give each worker"
            + " number a file of its own, and one generator",
        path));
  }

  private void load() throws IOException {
    long size = file.length();
    if (size == 0) {
      ByteBuffer whole = ByteBuffer.allocate(FILE_BYTES);
      whole.putLong(MARK).putLong(XxHash64.hash(spec)).put(encoded(0)).put(encoded(0));
      file.write(0, whole.array());
      file.sync();
      return;
    }
    ByteBuffer whole =
        ByteBuffer.wrap(size == FILE_BYTES ? file.read(0, FILE_BYTES) : new byte[FILE_BYTES]);
    long first = decoded(whole, 0);
    long second = decoded(whole, 1);
    if (whole.getLong(0) != MARK || Math.max(first, second) < 0) {
      throw new StoreUnavailableException(Message.of(
          "the file is no state file, or a damaged one: file={}, bytes={}; it was left as it is,"
              + " no id issued",
          path,
          size));
    }
    if (whole.getLong(Long.BYTES) != XxHash64.hash(spec)) {
      throw new SpecMismatchException(Message.of(
          "the state file was made under other settings: file={}, settings='{}'; it was left as"
              + " it is, no id issued; new settings need a new file",
          path,
          spec));
    }
    written = Math.max(first, second);
    next = written;
    slot = first > second ? 1 : 0;
  }

  private static byte[] encoded(long next) {
    byte[] number = ByteBuffer.allocate(Long.BYTES).putLong(next).array();
    return ByteBuffer.allocate(SLOT_BYTES)
        .put(number)
        .putLong(XxHash64.hash(number))
        .array();
  }

  private static int place(int slot) {
    return HEAD_BYTES + slot * SLOT_BYTES;
  }

  /** Returns a slot's number, or -1 if it is not whole. */
  private static long decoded(ByteBuffer whole, int slot) {
    long next = whole.getLong(place(slot));
    byte[] asRead = new byte[SLOT_BYTES];
    whole.get(place(slot), asRead);
    return next >= 0 && Arrays.equals(asRead, encoded(next)) ? next : -1;
  }

  @Override
  public synchronized long claim(String name, long atLeast, long count) {
    ClaimArguments.checkClaim(name, atLeast, count);
    checkUsable(name);
    long start = Math.max(next, atLeast);
    write(ClaimArguments.end(name, start, count));
    return start;
  }

  @Override
  public synchronized boolean compareAndSet(String name, long expected, long to) {
    ClaimArguments.checkCompareAndSet(name, expected, to);
    checkUsable(name);
    if (next != expected) {
      return false;
    }
    write(to);
    return true;
  }

  private void write(long to) {
    byte[] bytes = encoded(to);
    try {
      checkUntouched();
      next = to;
      file.write(place(slot), bytes);
      file.sync();
    } catch (IOException e) {
      throw unusable(e);
    }
    written = to;
    slot = 1 - slot;
  }

  private void checkUntouched() throws IOException {
    if (!file.isInPlace() || !guard.isInPlace()) {
      throw new StoreUnavailableException(Message.of(
          "the state file or its lock is gone or is another: file={}; no id issued. Stop this"
              + " process, bring the file back as it was, and start again",
          path));
    }
    ByteBuffer whole = ByteBuffer.wrap(file.read(0, FILE_BYTES));
    if (decoded(whole, 1 - slot) != written || decoded(whole, slot) > next) {
      throw new StoreUnavailableException(Message.of(
          "something else has written to the state file: file={}, written={}, found={} and {}; no"
              + " id issued. Stop all that use this file but one",
          path,
          written,
          decoded(whole, 0),
          decoded(whole, 1)));
    }
  }

  private void checkUsable(String name) {
    LineName.check(name);
    if (closed) {
      throw new ClosedException(Message.of("the state file is closed: file={}", path));
    }
    if (line == null) {
      line = name;
    }
    if (!line.equals(name)) {
      throw new IllegalArgumentException(
          Message.of("the state file does not hold this line: line={}, asked={}", line, name));
    }
  }

  @Override
  public synchronized long position(String name) {
    checkUsable(name);
    return next;
  }

  @Override
  public synchronized List<Line> lines(LinePage page) {
    return line != null && page.holds(line)
        ? List.of(new Line(line, next, "", Instant.EPOCH))
        : List.of();
  }

  @Override
  public void annotate(String name, String note) {
    LineName.check(name);
    Line.checkNote(note);
  }

  @Override
  public Optional<Instant> now() {
    return Optional.empty();
  }

  @Override
  public synchronized void close() {
    closed = true;
    try (guard) {
      file.close();
    } catch (IOException e) {
      throw unusable(e);
    }
  }
}
