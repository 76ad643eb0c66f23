package io.mintmark.cli.verify;

import java.util.Optional;

/** Counts the ids of one form. */
final class FormCounter {

  private final IdForm form;
  private final IdKey previous = new IdKey();
  private final IdKey smallest = new IdKey();
  private final IdKey greatest = new IdKey();
  private final RateCounter rate = new RateCounter();
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
    previous.copy(key);
    count++;
    timed &= epochMs != IdTime.NONE;
    if (timed) {
      rate.add(epochMs);
    }
  }

  /** Says what was counted, of one id or more. */
  FormReport report() {
    return new FormReport(
        form,
        count,
        outOfOrder,
        firstOutOfOrder,
        smallest.text(),
        greatest.text(),
        timed ? Optional.of(rate.rate()) : Optional.empty());
  }
}
