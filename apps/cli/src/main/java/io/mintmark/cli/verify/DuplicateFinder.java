package io.mintmark.cli.verify;

import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Finds every line that repeats an earlier one, exactly, in bounded memory.
 *
 * <p>Keys are kept in a {@link KeySet}. When that is full, what it holds and all that follows goes
 * to {@value #FAN_OUT} temporary files, chosen by six bits of the key's hash, so that equal keys
 * meet in one file, in the order of their lines. At the end each file is read back into the
 * emptied set; a file of too many different keys is split again by the hash's next six bits. So
 * only the set and the files' buffers take memory, whatever the number of lines; each level of
 * splitting writes and reads the input once, and makes the files {@value #FAN_OUT} times smaller.
 */
public final class DuplicateFinder implements Closeable {

  /** Into how many files keys are split at a time. */
  static final int FAN_OUT = 64;

  private static final int FAN_BITS = 6;

  /** The hash has no more bits; with the default memory a third level takes some 10^10 ids. */
  private static final int MAX_LEVELS = Long.SIZE / FAN_BITS;

  private static final Comparator<Duplicate> BY_LINE = Comparator.comparingLong(Duplicate::line);

  private final KeySet keys;
  private final Path directory;
  private final int shown;
  private final PriorityQueue<Duplicate> first = new PriorityQueue<>(BY_LINE.reversed());
  private final IdKey scratch = new IdKey();
  private final IdKey added = new IdKey();
  private long count;
  private @Nullable Level spilled;

  /**
   * Makes an empty one.
   *
   * @param bytes the memory for keys
   * @param directory where temporary files go
   * @param shown how many duplicates to keep for showing
   */
  public DuplicateFinder(int bytes, Path directory, int shown) {
    this.keys = new KeySet(bytes);
    this.directory = directory;
    this.shown = shown;
  }

  /** Adds the key of a line; lines come in rising order. */
  void add(IdKey key, long line) throws IOException {
    spilled = add(key, line, spilled, 0);
  }

  /**
   * Adds the id of a line; lines come in rising order.
   *
   * @param id a text of {@value TextLines#MAX_LINE} bytes or fewer in UTF-8
   * @param line the line's number
   * @throws IOException if a temporary file cannot be written
   */
  public void add(String id, long line) throws IOException {
    byte[] text = id.getBytes(StandardCharsets.UTF_8);
    added.read(text, 0, text.length);
    add(added, line);
  }

  /**
   * Returns how many lines repeat an earlier one; nothing may be added after it.
   *
   * @throws IOException if a temporary file cannot be read
   */
  public long count() throws IOException {
    Level level = spilled;
    spilled = null;
    if (level != null) {
      resolve(level, 0);
    }
    return count;
  }

  /** Returns the first duplicates by their lines. */
  public List<Duplicate> first() {
    List<Duplicate> sorted = new ArrayList<>(first);
    sorted.sort(BY_LINE);
    return sorted;
  }

  /** Adds to the set, or to this depth's files once the set has run over at this depth. */
  private @Nullable Level add(IdKey key, long line, @Nullable Level over, int depth)
      throws IOException {
    long hash = key.hash();
    if (over != null) {
      over.write(key, hash, line);
      return over;
    }
    long firstLine = keys.firstLine(key, hash);
    if (firstLine > 0) {
      found(key, firstLine, line);
      return null;
    }
    if (keys.add(key, hash, line)) {
      return null;
    }
    Level level = new Level(depth);
    keys.drain(scratch, (kept, keptLine) -> level.write(kept, kept.hash(), keptLine));
    level.write(key, hash, line);
    return level;
  }

  private void resolve(Level level, int depth) throws IOException {
    IdKey key = new IdKey();
    try (level) {
      for (Partition partition : level.partitions) {
        keys.clear();
        Level over = null;
        partition.rewind();
        while (partition.read(key)) {
          over = add(key, partition.line(), over, depth + 1);
        }
        partition.close();
        if (over != null) {
          resolve(over, depth + 1);
        }
      }
    }
  }

  private void found(IdKey key, long firstLine, long line) {
    count++;
    Duplicate worst = first.peek();
    if (first.size() < shown) {
      first.add(new Duplicate(key.text(), firstLine, line));
    } else if (worst != null && line < worst.line()) {
      first.remove();
      first.add(new Duplicate(key.text(), firstLine, line));
    }
  }

  @Override
  public void close() throws IOException {
    if (spilled != null) {
      spilled.close();
    }
  }

  /** The files of one level of splitting. */
  private final class Level implements Closeable {

    private final List<Partition> partitions = new ArrayList<>(FAN_OUT);
    private final int shift;

    Level(int depth) throws IOException {
      if (depth >= MAX_LEVELS) {
        throw new MintmarkException(
            Message.of("equal hashes fill the memory: levels={}; give verify more memory", depth));
      }
      shift = Long.SIZE - FAN_BITS * (depth + 1);
      for (int i = 0; i < FAN_OUT; i++) {
        partitions.add(new Partition(directory));
      }
    }

    void write(IdKey key, long hash, long line) throws IOException {
      partitions.get((int) (hash >>> shift) & (FAN_OUT - 1)).write(key, line);
    }

    @Override
    public void close() throws IOException {
      for (Partition partition : partitions) {
        partition.close();
      }
    }
  }
}
