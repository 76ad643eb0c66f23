package io.mintmark.cli.check;

import io.mintmark.snowflake.SnowflakeLayout;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Optional;

/** What is said of the width of a column, or of the column that ids need. */
final class ColumnRemarks {

  private static final BigInteger GREATEST_INTEGER = BigInteger.valueOf(Integer.MAX_VALUE);
  private static final BigInteger GREATEST_BIGINT = BigInteger.valueOf(Long.MAX_VALUE);

  /** The share of a sequence's room, in percent, from which on somebody should look. */
  private static final int USED_WARN = 50;

  private static final int USED_FAIL = 90;

  private ColumnRemarks() {}

  /** Ids whose size is known from their time. */
  static Remark ofLayout(SnowflakeLayout layout, BigInteger greatest, CheckOptions options) {
    Remark.Draft draft = new Remark.Draft("column");
    if (options.column().isEmpty()) {
      return draft
          .say(
              layout.bits() == Long.SIZE
                  ? "needs BIGINT; the last half of its time is negative there"
                  : "needs BIGINT until its time ends")
          .remark();
    }
    Column column = options.column().get();
    Optional<BigInteger> most = column.greatestOfAll();
    if (inexact(draft, column, greatest) || most.isEmpty()) {
      return draft.remark();
    }
    BigInteger last = layout.bits() == Long.SIZE
        ? GREATEST_BIGINT
        : BigInteger.ONE.shiftLeft(layout.bits()).subtract(BigInteger.ONE);
    if (most.get().compareTo(last) >= 0) {
      return draft.say(column.type() + " is wide enough until its time ends").remark();
    }
    Instant full = layout.decode(most.get().longValueExact()).time();
    draft
        .say(column.type() + " is too narrow from " + Spans.day(full) + " on: it holds "
            + most.get())
        .fact("full", full);
    Remark end = Ends.of(full, options.newest());
    return draft.atLeast(end.severity()).atLeast(Severity.WARN).remark();
  }

  /** Numbers that are counted. A column reaches one further below zero than above. */
  static Remark ofSequence(BigInteger least, BigInteger most, Optional<Column> known) {
    Remark.Draft draft = new Remark.Draft("column");
    BigInteger greatest = most.max(least.negate().subtract(BigInteger.ONE));
    if (known.isEmpty()) {
      String needs = greatest.compareTo(GREATEST_INTEGER) <= 0
          ? "fits INTEGER, of which " + percent(greatest, GREATEST_INTEGER)
              + " % are used; BIGINT has no end"
          : greatest.compareTo(GREATEST_BIGINT) <= 0
              ? "needs BIGINT"
              : "needs NUMERIC(20) or BIGINT UNSIGNED";
      return draft.say(needs).remark();
    }
    Column column = known.get();
    Optional<BigInteger> end = column.greatestOfAll();
    if (inexact(draft, column, greatest) || end.isEmpty()) {
      return draft.remark();
    }
    BigInteger room = end.get();
    int used = percent(greatest, room);
    draft.say(column.type() + " holds " + room + ": " + used + " % are used");
    draft.fact("used-percent", used);
    return draft
        .atLeast(
            used >= USED_FAIL ? Severity.FAIL : used >= USED_WARN ? Severity.WARN : Severity.OK)
        .remark();
  }

  /** Text of a length that does not change. */
  static Remark ofText(int longest, Optional<Column> known, String better) {
    Remark.Draft draft = new Remark.Draft("column");
    if (known.isEmpty()) {
      return draft.say("needs CHAR(" + longest + ")" + better).remark();
    }
    Column column = known.get();
    if (column.characters() > 0 && column.characters() < longest) {
      return draft
          .say(column.type() + " holds " + column.characters() + " characters; ids have " + longest)
          .atLeast(Severity.FAIL)
          .remark();
    }
    return draft.say(column.type() + " is wide enough").remark();
  }

  private static boolean inexact(Remark.Draft draft, Column column, BigInteger greatest) {
    if (!column.exact()) {
      boolean passed =
          column.greatest().filter(most -> most.compareTo(greatest) < 0).isPresent();
      draft
          .say(column.type() + " rounds whole numbers above "
              + column.greatest().map(BigInteger::toString).orElse("some size")
              + (passed ? ", and these are above it" : ""))
          .atLeast(passed ? Severity.FAIL : Severity.WARN);
      return true;
    }
    if (column.greatestOfAll().isEmpty()) {
      draft.say(column.type() + " has no bound");
    }
    return false;
  }

  private static int percent(BigInteger part, BigInteger whole) {
    return part.max(BigInteger.ZERO)
        .multiply(BigInteger.valueOf(100))
        .divide(whole)
        .intValueExact();
  }
}
