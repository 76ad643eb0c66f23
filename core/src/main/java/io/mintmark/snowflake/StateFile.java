package io.mintmark.snowflake;

import io.mintmark.ClosedException;
import io.mintmark.MintmarkException;
import io.mintmark.SpecMismatchException;
import io.mintmark.StoreUnavailableException;
import io.mintmark.store.ClaimArguments;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Line;
import io.mintmark.store.LineName;
import io.mintmark.store.LinePage;
import io.mintmark.text.XxHash64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
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
 */
final class StateFile implements ClaimStore {

  private static final long MARK = 0x4d494e544d41524bL; // "MINTMARK"
  private static final int SLOT_BYTES = 16;
  private static final int HEAD_BYTES = 2 * Long.BYTES;
  private static final int FILE_BYTES = HEAD_BYTES + 2 * SLOT_BYTES;

  private final Path path;
  private final String spec;
  private final FileChannel file;
  private @Nullable String line;
  private long next;
  private int slot;
  private boolean failed;

  /**
   * Opens or makes a file.
   *
   * @param spec the settings that say what id a position is; the file keeps to its first ones
   */
  StateFile(Path path, String spec) {
    this.spec = spec;
    this.path = path.toAbsolutePath();
    FileChannel opened = null;
    try {
      opened = FileChannel.open(
          this.path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      file = opened;
      lock();
      load();
    } catch (IOException | RuntimeException e) {
      closeQuietly(opened, e);
      throw e instanceof MintmarkException refused ? refused : unusable(e);
    }
  }

  private static void closeQuietly(@Nullable FileChannel opened, Exception reason) {
    if (opened != null) {
      try {
        opened.close();
      } catch (IOException e) {
        reason.addSuppressed(e);
      }
    }
  }

  private StoreUnavailableException unusable(Exception e) {
    return new StoreUnavailableException(
        "the state file cannot be used: file=" + path + ", reason=" + e + "; no id issued", e);
  }

  private void lock() throws IOException {
    FileLock lock;
    try {
      lock = file.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      throw new StoreUnavailableException(
          "the state file is in use by another generator: file=" + path + "; no id issued");
    }
  }

  private void load() throws IOException {
    long size = file.size();
    if (size == 0) {
      ByteBuffer whole = ByteBuffer.allocate(FILE_BYTES);
      whole.putLong(MARK).putLong(XxHash64.hash(spec));
      whole.put(encoded(0)).put(encoded(0)).flip();
      writeFully(whole, 0);
      return;
    }
    ByteBuffer whole = ByteBuffer.allocate(FILE_BYTES);
    int read;
    do {
      read = file.read(whole, whole.position());
    } while (read > 0 && whole.hasRemaining());
    long first = whole.hasRemaining() ? -1 : decoded(whole, HEAD_BYTES);
    long second = whole.hasRemaining() ? -1 : decoded(whole, HEAD_BYTES + SLOT_BYTES);
    if (size != FILE_BYTES || whole.getLong(0) != MARK || Math.max(first, second) < 0) {
      throw new StoreUnavailableException("the file is no state file, or a damaged one: file="
          + path
          + ", bytes="
          + size
          + "; it was left as it is, no id issued");
    }
    if (whole.getLong(Long.BYTES) != XxHash64.hash(spec)) {
      throw new SpecMismatchException("the state file was made under other settings: file="
          + path
          + ", settings='"
          + spec
          + "'; it was left as it is, no id issued; new settings need a new file");
    }
    next = Math.max(first, second);
    slot = first > second ? 1 : 0;
  }

  private static ByteBuffer encoded(long next) {
    ByteBuffer slot = ByteBuffer.allocate(SLOT_BYTES).putLong(next);
    byte[] number = ByteBuffer.allocate(Long.BYTES).putLong(next).array();
    return slot.putLong(XxHash64.hash(number)).flip();
  }

  /** Returns a slot's number, or -1 if it is not whole. */
  private static long decoded(ByteBuffer whole, int at) {
    long next = whole.getLong(at);
    return encoded(next).getLong(Long.BYTES) == whole.getLong(at + Long.BYTES) ? next : -1;
  }

  private void writeFully(ByteBuffer bytes, long at) throws IOException {
    for (long to = at; bytes.hasRemaining(); ) {
      to += file.write(bytes, to);
    }
    file.force(true);
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

  /** A write that failed may have reached the disk in part: nothing is written after it. */
  private void write(long to) {
    try {
      writeFully(encoded(to), HEAD_BYTES + (long) slot * SLOT_BYTES);
    } catch (IOException e) {
      failed = true;
      throw unusable(e);
    }
    next = to;
    slot = 1 - slot;
  }

  private void checkUsable(String name) {
    LineName.check(name);
    if (!file.isOpen()) {
      throw new ClosedException("the state file is closed: file=" + path);
    }
    if (failed) {
      throw new StoreUnavailableException(
          "an earlier write to the state file failed: file=" + path + "; no id issued");
    }
    if (line == null) {
      line = name;
    }
    if (!line.equals(name)) {
      throw new IllegalArgumentException(
          "a state file holds one line: line=" + line + ", asked=" + name);
    }
  }

  @Override
  public synchronized long next(String name) {
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
    try {
      file.close();
    } catch (IOException e) {
      throw unusable(e);
    }
  }
}
