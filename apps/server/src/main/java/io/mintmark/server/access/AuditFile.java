package io.mintmark.server.access;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.disk.PrivateFiles;
import io.mintmark.json.Json;
import io.mintmark.service.LogThrottle;
import io.mintmark.time.ElapsedClock;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Records as lines of JSON at the end of a file. Each is handed to the system at once and reaches
 * the disk by an fsync a second. If the file is moved away, it is made anew within a second. If it
 * cannot be written, what is asked for is done all the same: the log says so when that begins and
 * the file says how many records are missing when it is over.
 *
 * <p>Only the file's owner may read it. Records are written through a stream: a channel would be
 * closed for all callers by the interrupt of one.
 */
public final class AuditFile implements AuditLog, AutoCloseable {

  private static final Logger LOG = System.getLogger(AuditFile.class.getName());

  private final Path file;
  private volatile long above;
  private final InstantSource clock;
  private FileOutputStream out;
  private @Nullable Object identity;
  private long lost;

  /** Whether the file may end within a line. */
  private boolean torn;

  private final LogThrottle faults = new LogThrottle(ElapsedClock.system());
  private volatile boolean unforced;

  private AuditFile(Path file, long above, InstantSource clock, FileOutputStream out) {
    this.file = file;
    this.above = above;
    this.clock = clock;
    this.out = out;
    this.identity = identity();
  }

  /**
   * Opens a file, or makes it.
   *
   * @param file where
   * @param above requests for more ids than this are kept
   * @param clock tells the time of each record
   * @throws ConfigurationException if it cannot be opened
   */
  public static AuditFile open(Path file, long above, InstantSource clock) {
    try {
      return new AuditFile(file, above, clock, openToAppend(file));
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
  public synchronized void write(
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
    if (lost > 0) {
      String gap = Json.object(json ->
          json.put("time", clock.instant().toString()).put("act", "lost").put("records", lost));
      record = gap + "\n" + record;
    }
    try {
      append((torn ? "\n" : "") + record + "\n");
      lost = 0;
    } catch (IOException e) {
      if (lost++ == 0) {
        LOG.log(
            Logger.Level.ERROR,
            "the audit log cannot be written: file={0}: {1}; requests go on without a record",
            file,
            e);
      }
    }
  }

  /** Brings what was written to the disk, and makes the file anew if it was moved away. */
  public void sync() {
    try {
      if (unforced) {
        unforced = false;
        out().getFD().sync();
      }
      reopenIfMoved();
    } catch (IOException e) {
      faults
          .admit()
          .ifPresent(leftOut -> LOG.log(
              Logger.Level.ERROR, "the audit log does not reach the disk: file={0}: {1}", file, e));
    }
  }

  @Override
  public void close() {
    try (FileOutputStream last = out()) {
      last.getFD().sync();
    } catch (IOException e) {
      LOG.log(Logger.Level.ERROR, "the audit log cannot be closed: file={0}: {1}", file, e);
    }
  }

  private void append(String text) throws IOException {
    long before = file.toFile().length();
    boolean written = false;
    try {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      written = true;
      unforced = true;
    } finally {
      torn = !written && (torn || file.toFile().length() > before);
    }
  }

  private synchronized FileOutputStream out() {
    return out;
  }

  private synchronized void reopenIfMoved() throws IOException {
    Object now = identity();
    if (now != null && now.equals(identity)) {
      return;
    }
    try (FileOutputStream moved = out) {
      out = openToAppend(file);
      identity = identity();
      torn = false;
      moved.getFD().sync();
    }
  }

  private @Nullable Object identity() {
    try {
      return PrivateFiles.identity(file);
    } catch (IOException e) {
      return null; // Moved away, and nothing is there yet.
    }
  }

  private static FileOutputStream openToAppend(Path file) throws IOException {
    PrivateFiles.createIfAbsent(file);
    return new FileOutputStream(file.toFile(), true);
  }
}
