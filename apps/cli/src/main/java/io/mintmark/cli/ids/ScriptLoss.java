package io.mintmark.cli.ids;

import java.math.BigDecimal;

/**
 * Counts numbers that JavaScript changes: it has 53 bits for a whole number, and rounds larger
 * numbers.
 */
final class ScriptLoss {

  /** The significant bits of a JavaScript number. */
  private static final int BITS = 53;

  /** Up to this, each whole number is exact. */
  private static final long EXACT = 1L << BITS;

  /**
   * At least this many ids are needed to show that all were rounded, because a tenth of the ids
   * that were not rounded look as if they were.
   */
  private static final long ENOUGH = 8;

  /** The number of digits that spreadsheets keep; the others become zeros. */
  private static final int SPREADSHEET_DIGITS = 15;

  private long changed;
  private long beyond;
  private boolean allRounded = true;
  private String example = "";

  /** Whether an id needs all bits. Ids that end with many zero bits look rounded anyway. */
  private boolean finest;

  void add(ParsedId id) {
    long size = id.isUpperHalf() ? id.number() : Math.abs(id.number());
    if (Long.compareUnsigned(size, EXACT) <= 0) {
      return;
    }
    beyond++;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(size) - Long.numberOfTrailingZeros(size);
    finest |= bits >= BITS;
    allRounded = allRounded && (bits <= BITS || isShort(id.text()));
    if (bits > BITS && changed++ == 0) {
      String becomes = new BigDecimal(Double.parseDouble(id.text())).toPlainString();
      example = id.text() + " becomes " + becomes;
    }
  }

  /**
   * Returns whether JavaScript or a spreadsheet could have written the number in a short form,
   * whose last digits are zeros.
   */
  private static boolean isShort(String number) {
    BigDecimal id = new BigDecimal(number);
    return id.stripTrailingZeros().precision() <= SPREADSHEET_DIGITS
        || id.compareTo(new BigDecimal(Double.toString(id.doubleValue()))) == 0;
  }

  Remark remark() {
    if (beyond == 0) {
      return Remark.of(
          "javascript", Severity.OK, "exact as JavaScript numbers: all are below 2^53");
    }
    if (allRounded && beyond >= ENOUGH && finest) {
      return Remark.of(
          "javascript",
          Severity.FAIL,
          "JavaScript or a spreadsheet has already rounded these ids: all "
              + Remark.grouped(beyond)
              + " above 2^53 fit a JavaScript number exactly; export them again as text, without"
              + " JavaScript or a spreadsheet in between");
    }
    String advice = "they are above 2^53: send them as text";
    return changed == 0
        ? Remark.of("javascript", Severity.WARN, advice)
        : Remark.of(
            "javascript",
            Severity.WARN,
            "a JavaScript number changes " + Remark.grouped(changed) + " of them: " + example,
            advice);
  }
}
