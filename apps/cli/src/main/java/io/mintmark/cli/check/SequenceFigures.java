package io.mintmark.cli.check;

import io.mintmark.cli.check.Profile.Verdict;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Numbers without a time: counted ones, or ones of which nothing can be told.
 *
 * @param count how many
 * @param duplicates how many repeat an earlier one
 * @param least the smallest
 * @param greatest the greatest
 * @param step what divides the difference between any two
 * @param column the column that holds them
 */
record SequenceFigures(
    long count,
    long duplicates,
    BigInteger least,
    BigInteger greatest,
    long step,
    Optional<Column> column) {

  Verdict verdict(boolean dense, Remark spread, Remark javascript) {
    List<Remark> remarks = new ArrayList<>();
    remarks.add(dense ? counted() : unknown());
    remarks.add(spread);
    remarks.add(javascript);
    remarks.add(ColumnRemarks.ofSequence(least, greatest, column));
    remarks.add(
        dense ? volume() : new Remark.Draft("gives-away").say("cannot be told").remark());
    return new Verdict(dense ? "sequence" : "number", remarks, dense ? settings() : "");
  }

  private Remark counted() {
    long numbers = greatest.subtract(least).longValueExact() / step + 1;
    long missing = numbers - (count - duplicates);
    long offset = least.mod(BigInteger.valueOf(step)).longValueExact();
    Remark.Draft draft = new Remark.Draft("looks-like")
        .say("a sequence or AUTO_INCREMENT: " + least + " to " + greatest
            + (step == 1 ? "" : " in steps of " + Spans.grouped(step) + ", offset " + offset));
    if (count - duplicates == 1) {
      draft.say("one number alone hardly tells: check more of them");
    }
    if (step > 1) {
      draft
          .say("id % " + step + " is always " + offset
              + ": it may be one of several counters that share the numbers, such as"
              + " AUTO_INCREMENT on several databases")
          .fact("offset", offset);
    }
    return draft
        .say("for it: " + Spans.grouped(count - duplicates) + " of " + Spans.grouped(numbers)
            + " numbers are there, and " + Spans.grouped(missing) + " are missing")
        .fact("least", least)
        .fact("greatest", greatest)
        .fact("step", step)
        .fact("missing", missing)
        .remark();
  }

  /** Numbers that the layout somebody named does not fit. */
  Verdict notAsAsked(String asked, Remark spread, Remark javascript) {
    Remark misfit = new Remark.Draft("looks-like")
        .say("no such Snowflakes: read by " + asked + ", times are before its epoch or later than"
            + " --newest, or nearly each id has another worker number")
        .say("the bits, the epoch or --newest is another one; without --as more layouts are tried")
        .atLeast(Severity.WARN)
        .remark();
    return new Verdict(
        "number",
        List.of(misfit, spread, javascript, ColumnRemarks.ofSequence(least, greatest, column)),
        "");
  }

  private Remark unknown() {
    return new Remark.Draft("looks-like")
        .say("it cannot be told: no layout known here gives plausible times and few worker"
            + " numbers, and they are too far apart for a sequence")
        .say("if you know the bits, say so: --as 41/10/12 --epoch 2020-01-01T00:00:00Z")
        .fact("least", least)
        .fact("greatest", greatest)
        .atLeast(Severity.WARN)
        .remark();
  }

  private static Remark volume() {
    return new Remark.Draft("gives-away")
        .say("how many there are: who sees two of them knows how many were made between")
        .say("the next one, which anybody can guess")
        .atLeast(Severity.WARN)
        .remark();
  }

  /** Above the greatest, in the same steps, and no farther than the column reaches. */
  private String settings() {
    if (greatest.compareTo(BigInteger.valueOf(Long.MAX_VALUE - 2 * step)) > 0) {
      return "";
    }
    long start = Math.max(greatest.longValueExact() + step, 1);
    long most = column
        .flatMap(Column::greatestOfAll)
        .filter(known -> known.bitLength() < Long.SIZE)
        .map(BigInteger::longValueExact)
        .orElse(Long.MAX_VALUE);
    if (most < start) {
      return "";
    }
    return "type: sequence, start: " + start
        + (step == 1 ? "" : ", step: " + step)
        + (most == Long.MAX_VALUE ? "" : ", maximum: " + most);
  }
}
