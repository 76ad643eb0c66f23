package io.mintmark;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.Line;
import io.mintmark.store.Spec;
import io.mintmark.store.SpecLine;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds the settings that bear on uniqueness to the first ones used: a fingerprint of them stands
 * on a line of its own, written once and compared by everyone who starts. The text stands beside it
 * as the line's note, for the message.
 *
 * <p>Of several, all that stand are compared before one is written, so that who is refused has
 * taken no name. They are written from the last to the first: a name's own comes first, and is
 * written when what it shares with others was agreed on.
 */
final class SpecCheck {

  private SpecCheck() {}

  /**
   * Writes or compares fingerprints.
   *
   * @param store where the lines are
   * @param specs a name's own first
   * @throws SpecMismatchException if a subject was used with others before; none is written for it
   * @throws StoreUnavailableException if a subject's lines are being moved here
   */
  static void check(ClaimStore store, List<Spec> specs) {
    List<Spec> absent = new ArrayList<>();
    for (Spec spec : specs) {
      long known = store.next(SpecLine.of(spec.subject()));
      if (known == 0) {
        absent.add(0, spec);
      } else {
        compare(store, spec, known);
      }
    }
    absent.forEach(spec -> write(store, spec));
  }

  private static void write(ClaimStore store, Spec spec) {
    String line = SpecLine.of(spec.subject());
    if (store.compareAndSet(line, 0, SpecLine.fingerprint(spec.settings()))) {
      store.annotate(line, spec.settings());
    } else {
      compare(store, spec, store.next(line));
    }
  }

  private static void compare(ClaimStore store, Spec spec, long known) {
    if (SpecLine.isPlaceholder(known)) {
      throw new StoreUnavailableException(
          "the lines of this name are being moved here from another store: name="
              + spec.subject()
              + "; nothing was started; try again when lines copy has finished");
    }
    if (known != SpecLine.fingerprint(spec.settings())
        && spec.spellings().get().stream().noneMatch(same -> known == SpecLine.fingerprint(same))) {
      throw new SpecMismatchException(spec.mismatch()
          + ", settings='"
          + spec.settings()
          + "', before='"
          + store.line(SpecLine.of(spec.subject())).map(Line::note).orElse("")
          + "'; nothing was started; "
          + spec.remedy());
    }
  }
}
