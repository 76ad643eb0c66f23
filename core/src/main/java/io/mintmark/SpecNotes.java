package io.mintmark;

import io.mintmark.error.MintmarkException;
import io.mintmark.store.ClaimStore;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/**
 * Writes beside each line of settings what it is the fingerprint of. Nobody waits for these notes
 * but who closes: they are for people, and for the message when other settings are refused.
 * Thread-safe.
 */
final class SpecNotes {

  private final ClaimStore store;
  private final Executor background;
  private final Queue<Note> unwritten = new ConcurrentLinkedQueue<>();

  private record Note(String line, String settings) {}

  SpecNotes(ClaimStore store, Executor background) {
    this.store = store;
    this.background = background;
  }

  /** Writes a note in the background; where there can be no thread for that, here and now. */
  void writeLater(String line, String settings) {
    unwritten.add(new Note(line, settings));
    try {
      background.execute(this::writeAll);
    } catch (OutOfMemoryError e) {
      writeAll();
    }
  }

  /** Writes all that nobody has begun to write. */
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
