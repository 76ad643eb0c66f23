package io.mintmark.cli.ids;

import io.mintmark.snowflake.SnowflakeLayout;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Remarks about the remaining room: in a column, or in the bits of the time. */
final class ColumnRemarks {

  /** A shorter rest is too short to change the systems that use the ids. */
  static final Duration YEAR = Duration.ofDays(366);

  private static final Duration SOON = YEAR.multipliedBy(5);
  private static final BigInteger GREATEST_INTEGER = BigInteger.valueOf(Integer.MAX_VALUE);
  private static final BigInteger GREATEST_BIGINT = BigInteger.valueOf(Long.MAX_VALUE);

  /** The used share of a sequence's range, in percent, from which on a warning is due. */
  private static final int USED_WARN = 50;

  private static final int USED_FAIL = 90;

  private ColumnRemarks() {}

  static Remark timeEnds(Instant end, Instant now) {
    return new Remark("time-ends")
        .fact("end", end)
        .say(
            end.isAfter(now)
                ? "the bits of time end on " + day(end)
                : "the bits of time ended on " + day(end) + ": times repeat, or no id is made")
        .atLeast(ofEnd(end, now));
  }

  private static Severity ofEnd(Instant end, Instant now) {
    return !end.isAfter(now.plus(YEAR))
        ? Severity.FAIL
        : end.isAfter(now.plus(SOON)) ? Severity.OK : Severity.WARN;
  }

  /** The day of an instant, in UTC. */
  static String day(Instant moment) {
    String text = moment.toString();
    return text.substring(0, text.indexOf('T'));
  }

  /** For ids whose future size follows from their time. */
  static Remark ofLayout(SnowflakeLayout layout, BigInteger greatest, CheckOptions options) {
    boolean signed = layout.bits() == Long.SIZE;
    Remark remark = new Remark("column");
    if (options.column().isEmpty()) {
      return remark.say(
          signed
              ? "needs BIGINT; the last half of its time is negative there"
              : "needs BIGINT until its time ends");
    }
    Column column = options.column().get();
    Optional<BigInteger> most = column.greatestOfAll();
    if (inexact(remark, column, greatest) || most.isEmpty()) {
      return remark;
    }
    BigInteger last =
        signed ? GREATEST_BIGINT : BigInteger.ONE.shiftLeft(layout.bits()).subtract(BigInteger.ONE);
    if (most.get().compareTo(last) >= 0) {
      return remark.say(column.type() + " is wide enough until its time ends");
    }
    Instant full = layout.decode(most.get().longValueExact()).time();
    return remark
        .say(column.type() + " is too narrow from " + day(full) + " on: it holds " + most.get())
        .fact("full", full)
        .atLeast(Severity.WARN)
        .atLeast(ofEnd(full, options.newest()));
  }

  /** For counted numbers. A column's lowest number is one further from zero than its highest. */
  static Remark ofSequence(BigInteger least, BigInteger most, Optional<Column> known) {
    Remark remark = new Remark("column");
    BigInteger greatest = most.max(least.negate().subtract(BigInteger.ONE));
    if (known.isEmpty()) {
      return remark.say(
          greatest.compareTo(GREATEST_INTEGER) <= 0
              ? "fits INTEGER, of which " + percent(greatest, GREATEST_INTEGER)
                  + " % are used; BIGINT has no end"
              : greatest.compareTo(GREATEST_BIGINT) <= 0
                  ? "needs BIGINT"
                  : "needs NUMERIC(20) or BIGINT UNSIGNED");
    }
    Column column = known.get();
    Optional<BigInteger> end = column.greatestOfAll();
    if (inexact(remark, column, greatest) || end.isEmpty()) {
      return remark;
    }
    int used = percent(greatest, end.get());
    return remark
        .say(column.type() + " holds " + end.get() + ": " + used + " % are used")
        .fact("used-percent", used)
        .atLeast(
            used >= USED_FAIL ? Severity.FAIL : used >= USED_WARN ? Severity.WARN : Severity.OK);
  }

  /** For text of a fixed length. */
  static Remark ofText(int longest, Optional<Column> known, String better) {
    Remark remark = new Remark("column");
    if (known.isEmpty()) {
      return remark.say("needs CHAR(" + longest + ")" + better);
    }
    Column column = known.get();
    return column.characters() > 0 && column.characters() < longest
        ? remark
            .say(column.type() + " holds " + column.characters() + " characters; ids have "
                + longest)
            .atLeast(Severity.FAIL)
        : remark.say(column.type() + " is wide enough");
  }

  private static boolean inexact(Remark remark, Column column, BigInteger greatest) {
    if (!column.exact()) {
      boolean passed =
          column.greatest().filter(most -> most.compareTo(greatest) < 0).isPresent();
      remark
          .say(column.type() + " rounds whole numbers above "
              + column.greatest().map(BigInteger::toString).orElse("some size")
              + (passed ? ", and these are above it" : ""))
          .atLeast(passed ? Severity.FAIL : Severity.WARN);
    } else if (column.greatestOfAll().isEmpty()) {
      remark.say(column.type() + " has no bound");
    }
    return !column.exact();
  }

  private static int percent(BigInteger part, BigInteger whole) {
    return part.max(BigInteger.ZERO)
        .multiply(BigInteger.valueOf(100))
        .divide(whole)
        .intValueExact();
  }
}
