package io.mintmark.cli.ids;

import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.text.XxHash64;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Finds every line that repeats an earlier line, exactly, in bounded memory.
 *
 * <p>Ids are kept in a map. When it is full, its ids and all later ids are written to {@value
 * #FAN_OUT} temporary files. Six bits of an id's hash choose the file, so equal ids are in one
 * file, and the first of them is written first. At the end a new finder reads each file, one after
 * the other. It splits a file with too many different ids by the hash's next six bits. So only one
 * map and the files' buffers use memory, for any number of lines.
 */
public final class DuplicateFinder implements Closeable {

  /** The number of files into which ids are split at a time. */
  static final int FAN_OUT = 64;

  private static final int FAN_BITS = 6;

  /**
   * The number of levels after which all bits of the hash are used. With the default memory, a
   * fourth level needs some 10^10 ids.
   */
  private static final int MAX_LEVELS = Long.SIZE / FAN_BITS;

  /** The memory of an id in the map, without its characters. */
  private static final int ENTRY_BYTES = 112;

  private final IdAnalysis limits;
  private final int level;
  private final NavigableMap<Long, Duplicate> first;
  private Map<String, Long> firstLines = new HashMap<>();
  private final List<Partition> partitions = new ArrayList<>();
  private long taken;
  private long count;

  /**
   * Makes an empty finder.
   *
   * @param limits the memory for ids, the directory for temporary files, and how many duplicates to
   *     keep for display
   */
  public DuplicateFinder(IdAnalysis limits) {
    this(limits, 0, new TreeMap<>());
  }

  private DuplicateFinder(IdAnalysis limits, int level, NavigableMap<Long, Duplicate> first) {
    this.limits = limits;
    this.level = level;
    this.first = first;
  }

  /**
   * Adds the id of a line. Line numbers must rise.
   *
   * @param id a text of {@value TextLines#MAX_LINE} characters or fewer
   * @param line the line's number
   * @throws IOException if a temporary file cannot be written
   */
  public void add(String id, long line) throws IOException {
    if (!partitions.isEmpty()) {
      partition(id).write(id, line);
      return;
    }
    Long firstLine = firstLines.putIfAbsent(id, line);
    if (firstLine != null) {
      count++;
      first.put(line, new Duplicate(id, firstLine, line));
      if (first.size() > limits.shown()) {
        first.pollLastEntry();
      }
      return;
    }
    taken += ENTRY_BYTES + 2L * id.length();
    if (taken > limits.bytes()) {
      spill();
    }
  }

  private void spill() throws IOException {
    if (level == MAX_LEVELS) {
      throw new MintmarkException(Message.of("equal hashes fill the memory: levels={}", level));
    }
    for (int i = 0; i < FAN_OUT; i++) {
      partitions.add(new Partition(limits.directory()));
    }
    for (Map.Entry<String, Long> entry : firstLines.entrySet()) {
      partition(entry.getKey()).write(entry.getKey(), entry.getValue());
    }
    firstLines = new HashMap<>();
  }

  private Partition partition(String id) {
    int shift = Long.SIZE - FAN_BITS * (level + 1);
    return partitions.get((int) (XxHash64.hash(id) >>> shift) & (FAN_OUT - 1));
  }

  /**
   * Returns how many lines repeat an earlier line. No id may be added after this call.
   *
   * @throws IOException if a temporary file cannot be read
   */
  public long count() throws IOException {
    for (Partition partition : partitions) {
      try (partition;
          DuplicateFinder part = new DuplicateFinder(limits, level + 1, first)) {
        partition.readInto(part);
        count += part.count();
      }
    }
    partitions.clear();
    return count;
  }

  /** Returns the first duplicates in the order of their lines. */
  public List<Duplicate> first() {
    return List.copyOf(first.values());
  }

  @Override
  public void close() throws IOException {
    for (Partition partition : partitions) {
      partition.close();
    }
  }
}
