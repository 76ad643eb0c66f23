package io.mintmark.server.access;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * Records as lines of JSON at the end of a file. A thread of its own hands each to the system
 * within milliseconds, and it reaches the disk by an fsync a second. If the file cannot be written,
 * or not as fast as records come, what is asked for is done all the same: the records left out are
 * counted, and the file says how many are missing. {@link AppendedLines} bounds the file, and how
 * many records wait.
 */
public final class AuditFile implements AuditLog, AutoCloseable {

  private volatile long above;
  private final InstantSource clock;
  private final AppendedLines lines;

  private AuditFile(Path file, long maxBytes, long above, InstantSource clock) throws IOException {
    this.above = above;
    this.clock = clock;
    this.lines = new AppendedLines(file, maxBytes, this::gap);
  }

  /**
   * Opens a file, or makes it.
   *
   * @param file where
   * @param maxBytes at which size it is renamed to {@code .1}, and another is begun
   * @param above requests for more ids than this are kept
   * @param clock tells the time of each record
   * @throws ConfigurationException if it cannot be opened
   */
  public static AuditFile open(Path file, long maxBytes, long above, InstantSource clock) {
    try {
      return new AuditFile(file, maxBytes, above, clock);
    } catch (IOException e) {
      throw new ConfigurationException(
          "server", Message.of("the audit log cannot be opened: file={}: {}", file, e));
    }
  }

  @Override
  public long above() {
    return above;
  }

  /** Keeps requests for more ids than this from now on. */
  public void above(long ids) {
    above = ids;
  }

  @Override
  public void write(
      Actor actor, String act, String on, String what, String result, RequestTrace trace) {
    String record = Json.object(json -> {
      json.put("time", clock.instant().toString())
          .put("token", actor.token())
          .put("from", actor.from())
          .put("act", act)
          .put("on", on)
          .put("what", what)
          .put("result", result);
      if (!actor.credential().isEmpty()) {
        json.put("credential", actor.credential());
      }
      trace.facts().forEach(json::put);
    });
    lines.add(record);
  }

  private String gap(long records) {
    return Json.object(json ->
        json.put("time", clock.instant().toString()).put("act", "lost").put("records", records));
  }

  /** How many records were left out since the start. */
  public long dropped() {
    return lines.dropped();
  }

  /** Brings what was written to the disk, and makes the file anew if it was moved away. */
  public void sync() {
    lines.sync();
  }

  /** Writes the records that wait, if the disk takes them within two seconds. */
  @Override
  public void close() {
    lines.close();
  }
}
