package io.mintmark.cli.verify;

import io.mintmark.cli.verify.IdKey.Letters;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Counts the ids of one form. */
final class FormCounter {

  private final IdForm form;
  private final IdKey previous = new IdKey();
  private final IdKey smallest = new IdKey();
  private final IdKey greatest = new IdKey();
  private final RateCounter rate = new RateCounter();
  private final Set<Letters> letters = EnumSet.noneOf(Letters.class);
  private boolean timed = true;
  private long count;
  private long outOfOrder;
  private long firstOutOfOrder;

  FormCounter(IdForm form) {
    this.form = form;
  }

  void add(IdKey key, long line, long epochMs) {
    if (count == 0) {
      smallest.copy(key);
      greatest.copy(key);
    } else if (key.compare(previous) < 0) {
      outOfOrder++;
      firstOutOfOrder = firstOutOfOrder == 0 ? line : firstOutOfOrder;
      if (key.compare(smallest) < 0) {
        smallest.copy(key);
      }
    } else if (key.compare(greatest) > 0) {
      greatest.copy(key);
    }
    if (form == IdForm.OBJECT_ID) {
      letters.add(key.letters());
    }
    previous.copy(key);
    count++;
    timed &= epochMs != IdTime.NONE;
    if (timed) {
      rate.add(epochMs);
    }
  }

  /**
   * Says what was counted, of one id or more. Many ObjectIds have letters: what has none at all is
   * a number of 24 digits, and its first eight are no time.
   */
  FormReport report() {
    boolean digits = letters.equals(Set.of(Letters.NONE));
    return new FormReport(
        digits ? IdForm.TEXT : form,
        count,
        outOfOrder,
        firstOutOfOrder,
        smallest.text(),
        greatest.text(),
        letters.containsAll(Set.of(Letters.LOWER, Letters.UPPER)),
        timed && !digits ? Optional.of(rate.rate()) : Optional.empty());
  }
}
