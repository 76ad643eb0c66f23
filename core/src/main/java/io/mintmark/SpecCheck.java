package io.mintmark;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.Line;
import io.mintmark.store.SpecLine;

/**
 * Holds the settings that bear on uniqueness to the first ones used: a fingerprint of them stands
 * on a line of its own, written once and compared by everyone who starts. The text stands beside it
 * as the line's note, for the message.
 */
final class SpecCheck {

  private SpecCheck() {}

  /**
   * Writes or compares the fingerprint of some settings.
   *
   * @param store where the lines are
   * @param subject whose settings: a generator's name or a worker scope
   * @param settings all that bears on uniqueness or promised order, the same text for the same
   * @throws SpecMismatchException if the subject was used with others before
   * @throws StoreUnavailableException if the subject's lines are being moved here
   */
  static void check(ClaimStore store, String subject, String settings) {
    String line = SpecLine.of(subject);
    long fingerprint = SpecLine.fingerprint(settings);
    long known = store.next(line);
    if (known == 0) {
      if (store.compareAndSet(line, 0, fingerprint)) {
        store.annotate(line, settings);
        return;
      }
      known = store.next(line);
    }
    if (SpecLine.isPlaceholder(known)) {
      throw new StoreUnavailableException(
          "the lines of this name are being moved here from another store: name="
              + subject
              + "; nothing was started; try again when lines copy has finished");
    }
    if (known != fingerprint) {
      throw new SpecMismatchException("the name was used with other settings before: name="
          + subject
          + ", settings='"
          + settings
          + "', before='"
          + store.line(line).map(Line::note).orElse("")
          + "'; nothing was started; new settings need a new name");
    }
  }
}
