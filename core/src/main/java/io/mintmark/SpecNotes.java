package io.mintmark;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.store.LineStore;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writes the text of settings as a note on the line that holds their fingerprint. The notes are for
 * people, for the error message when different settings are refused, and for processes that give no
 * settings. {@link Mintmark#close} waits until the notes are written. Thread-safe.
 */
final class SpecNotes {

  /**
   * The largest number of threads that write notes at the same time; the other threads stay free
   * for claims.
   */
  private static final int MAX_WRITERS = 4;

  private final LineStore store;
  private final Executor background;
  private final Queue<Note> unwritten = new ConcurrentLinkedQueue<>();
  private final AtomicInteger writers = new AtomicInteger();

  private record Note(String line, String settings) {}

  SpecNotes(LineStore store, Executor background) {
    this.store = store;
    this.background = background;
  }

  /** Writes a note now. After a failure it drops all queued notes. */
  void write(String line, String settings) {
    try {
      store.annotate(line, settings);
    } catch (MintmarkException e) {
      // Settings are compared without the notes, so a lost note does no harm.
      unwritten.clear();
    }
  }

  /** Writes a note in the background, or on the caller's thread if no thread can be started. */
  void writeLater(String line, String settings) {
    unwritten.add(new Note(line, settings));
    if (!begins()) {
      return;
    }
    try {
      background.execute(this::work);
    } catch (OutOfMemoryError e) {
      work();
    }
  }

  private boolean begins() {
    if (writers.incrementAndGet() <= MAX_WRITERS) {
      return true;
    }
    writers.decrementAndGet();
    return false;
  }

  /**
   * Writes queued notes, as one of the writers. Checks the queue again after each run, because a
   * note may have been added just as the last writer ended.
   */
  private void work() {
    do {
      try {
        writeAll();
      } finally {
        writers.decrementAndGet();
      }
    } while (!unwritten.isEmpty() && begins());
  }

  /** Writes all queued notes. After a failure it drops the rest. */
  void writeAll() {
    for (Note note = unwritten.poll(); note != null; note = unwritten.poll()) {
      write(note.line, note.settings);
    }
  }
}
