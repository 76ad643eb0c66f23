package io.mintmark.server.access;

import io.mintmark.ConfigurationException;
import io.mintmark.line.ElapsedClock;
import io.mintmark.server.json.Json;
import io.mintmark.server.log.LogThrottle;
import java.io.IOException;
import java.lang.System.Logger;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Records as lines of JSON at the end of a file. Each is handed to the system at once and reaches
 * the disk by an fsync a second. If the file is moved away, it is made anew within a second. If it
 * cannot be written, what is asked for is done all the same: the log says so when that begins and
 * the file says how many records are missing when it is over.
 */
public final class AuditFile implements AuditLog, AutoCloseable {

  private static final Logger LOG = System.getLogger(AuditFile.class.getName());

  private final Path file;
  private final long above;
  private final InstantSource clock;
  private FileChannel channel;
  private @Nullable Object identity;
  private long lost;

  /** Whether the file may end within a line. */
  private boolean torn;

  private final LogThrottle faults = new LogThrottle(ElapsedClock.system());
  private volatile boolean unforced;

  private AuditFile(Path file, long above, InstantSource clock, FileChannel channel) {
    this.file = file;
    this.above = above;
    this.clock = clock;
    this.channel = channel;
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
      return new AuditFile(file, above, clock, channel(file));
    } catch (IOException e) {
      throw new ConfigurationException(
          "server", "the audit log cannot be opened: file=" + file + ": " + e);
    }
  }

  @Override
  public long above() {
    return above;
  }

  @Override
  public synchronized void write(
      String token, String from, String act, String on, String what, String result) {
    String record = Json.object(json -> json.put("time", clock.instant().toString())
        .put("token", token)
        .put("from", from)
        .put("act", act)
        .put("on", on)
        .put("what", what)
        .put("result", result));
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
  public void look() {
    try {
      if (unforced) {
        unforced = false;
        channel().force(false);
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
    try (FileChannel last = channel()) {
      last.force(false);
    } catch (IOException e) {
      LOG.log(Logger.Level.ERROR, "the audit log cannot be closed: file={0}: {1}", file, e);
    }
  }

  private void append(String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    try {
      while (bytes.hasRemaining()) {
        int unused = channel.write(bytes);
      }
      torn = false;
      unforced = true;
    } finally {
      torn = bytes.hasRemaining() && (torn || bytes.position() > 0);
    }
  }

  private synchronized FileChannel channel() {
    return channel;
  }

  private synchronized void reopenIfMoved() throws IOException {
    Object now = identity();
    if (now != null && now.equals(identity)) {
      return;
    }
    FileChannel moved = channel;
    channel = channel(file);
    identity = identity();
    torn = false;
    moved.force(false);
    moved.close();
  }

  private @Nullable Object identity() {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    } catch (IOException e) {
      return null; // Moved away, and nothing is there yet.
    }
  }

  private static FileChannel channel(Path file) throws IOException {
    return FileChannel.open(
        file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
  }
}
