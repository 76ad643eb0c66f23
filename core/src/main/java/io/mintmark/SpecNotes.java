package io.mintmark;

import io.mintmark.error.MintmarkException;
import io.mintmark.store.ClaimStore;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writes beside each line of settings what it is the fingerprint of. Nobody waits for these notes
 * but who closes: they are for people, and for the message when other settings are refused.
 * Thread-safe.
 */
final class SpecNotes {

  /** As many threads at a time, so that the others are free for claims. */
  private static final int MAX_WRITERS = 4;

  private final ClaimStore store;
  private final Executor background;
  private final Queue<Note> unwritten = new ConcurrentLinkedQueue<>();
  private final AtomicInteger writers = new AtomicInteger();

  private record Note(String line, String settings) {}

  SpecNotes(ClaimStore store, Executor background) {
    this.store = store;
    this.background = background;
  }

  /** Writes a note in the background; where there can be no thread for that, here and now. */
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

  /** One that was added while the last writer was just ending is not left. */
  private void work() {
    do {
      try {
        writeAll();
      } finally {
        writers.decrementAndGet();
      }
    } while (!unwritten.isEmpty() && begins());
  }

  /** Writes all that nobody has begun to write; not the rest if one cannot be written. */
  void writeAll() {
    for (Note note = unwritten.poll(); note != null; note = unwritten.poll()) {
      try {
        store.annotate(note.line, note.settings);
      } catch (MintmarkException e) {
        // The lines say what they have to without them.
        unwritten.clear();
      }
    }
  }
}
