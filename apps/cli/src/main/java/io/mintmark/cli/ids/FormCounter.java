package io.mintmark.cli.ids;

import java.util.Optional;

/** Counts the ids of one form. */
final class FormCounter {

  private final RateCounter rate = new RateCounter();
  private final IdForm form;
  private ParsedId previous;
  private ParsedId smallest;
  private ParsedId greatest;
  private boolean hasLetters;
  private boolean timed = true;
  private long count;
  private long outOfOrder;
  private long firstOutOfOrder;

  FormCounter(IdForm form, ParsedId first) {
    this.form = form;
    this.previous = first;
    this.smallest = first;
    this.greatest = first;
  }

  void add(ParsedId id, long line, long epochMs) {
    if (compare(id, previous) < 0) {
      outOfOrder++;
      firstOutOfOrder = firstOutOfOrder == 0 ? line : firstOutOfOrder;
    }
    smallest = compare(id, smallest) < 0 ? id : smallest;
    greatest = compare(id, greatest) > 0 ? id : greatest;
    previous = id;
    if (form == IdForm.OBJECT_ID && !hasLetters) {
      hasLetters = id.text().chars().anyMatch(Character::isLetter);
    }
    count++;
    timed &= epochMs != ParsedId.NO_TIME;
    if (timed) {
      rate.add(epochMs);
    }
  }

  private int compare(ParsedId one, ParsedId other) {
    return switch (form) {
      case NUMBER -> Long.compare(one.high(), other.high());
      case OBJECT_ID -> one.text().compareToIgnoreCase(other.text());
      case UUID, TEXT -> one.key().compareTo(other.key());
    };
  }

  /**
   * Returns the counts. Many ObjectIds contain letters. If no id contains a letter, the ids are
   * numbers of 24 digits, and their first eight digits are not a time.
   */
  FormReport report() {
    boolean digits = form == IdForm.OBJECT_ID && !hasLetters;
    return new FormReport(
        digits ? IdForm.TEXT : form,
        count,
        outOfOrder,
        firstOutOfOrder,
        smallest.key(),
        greatest.key(),
        timed && !digits ? Optional.of(rate.rate()) : Optional.empty());
  }
}
