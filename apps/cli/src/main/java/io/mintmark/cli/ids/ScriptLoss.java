package io.mintmark.cli.ids;

import java.math.BigDecimal;

/**
 * Counts numbers that JavaScript changes: it has 53 bits for a whole number, and rounds larger
 * numbers.
 */
final class ScriptLoss {

  /** 2^53, up to which each whole number is exact. */
  private static final BigDecimal EXACT = BigDecimal.valueOf(1L << 53);

  /**
   * At least this many ids are needed to show that all were rounded, because a tenth of the ids
   * that were not rounded look as if they were.
   */
  private static final long ENOUGH = 8;

  /** The number of digits that spreadsheets keep; the others become zeros. */
  private static final int SPREADSHEET_DIGITS = 15;

  private long changed;
  private long rounded;
  private boolean finest;
  private long beyond;
  private String example = "";

  void add(ParsedId number) {
    BigDecimal id = new BigDecimal(number.text());
    if (id.abs().compareTo(EXACT) <= 0) {
      return;
    }
    beyond++;
    double becomes = id.doubleValue();
    boolean same = new BigDecimal(becomes).compareTo(id) == 0;
    if (rounded == beyond - 1 && isRounded(id, becomes, same)) {
      rounded++;
    }
    if (!same && changed++ == 0) {
      example = number.text() + " becomes " + new BigDecimal(becomes).toPlainString();
    }
  }

  /**
   * Returns whether JavaScript or a spreadsheet could have written the number: exactly, or in a
   * short form, whose last digits are zeros. Also notes whether an id needs the full precision of a
   * double: ids that end with zero bits look rounded anyway.
   */
  private boolean isRounded(BigDecimal id, double becomes, boolean same) {
    if (!same) {
      finest = true;
      return id.stripTrailingZeros().precision() <= SPREADSHEET_DIGITS
          || id.compareTo(new BigDecimal(Double.toString(becomes))) == 0;
    }
    finest |= id.remainder(BigDecimal.valueOf(2 * Math.ulp(becomes))).signum() != 0;
    return true;
  }

  Remark remark() {
    Remark remark = new Remark("javascript").fact("changed", changed);
    if (beyond == 0) {
      return remark.say("exact as JavaScript numbers: all are below 2^53");
    }
    if (rounded == beyond && beyond >= ENOUGH && finest) {
      return remark
          .atLeast(Severity.FAIL)
          .fact("rounded", rounded)
          .say("JavaScript or a spreadsheet has already rounded these ids: all "
              + IdAnalysis.grouped(rounded)
              + " above 2^53 fit a JavaScript number exactly; export them again as text, without"
              + " JavaScript or a spreadsheet in between");
    }
    if (changed > 0) {
      remark.say(
          "a JavaScript number changes " + IdAnalysis.grouped(changed) + " of them: " + example);
    }
    return remark.say("they are above 2^53: send them as text").atLeast(Severity.WARN);
  }
}
