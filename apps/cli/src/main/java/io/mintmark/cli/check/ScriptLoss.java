package io.mintmark.cli.check;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Numbers that JavaScript changes: it has 53 bits for a whole number, and rounds the others. */
final class ScriptLoss {

  /** 2^53, up to which each whole number is exact. */
  private static final long EXACT = 1L << 53;

  private long changed;
  private long beyond;
  private String example = "";
  private double exampleBecomes;

  void add(ParsedId number) {
    long id = number.high();
    boolean upper = number.isUpperHalf();
    if (id > EXACT || id < -EXACT || upper) {
      beyond++;
      double becomes = upper ? new BigInteger(number.text()).doubleValue() : (double) id;
      boolean same = upper
          ? new BigDecimal(becomes).compareTo(new BigDecimal(number.text())) == 0
          : (long) becomes == id;
      if (!same) {
        if (changed == 0) {
          example = number.text();
          exampleBecomes = becomes;
        }
        changed++;
      }
    }
  }

  Remark remark() {
    Remark.Draft draft = new Remark.Draft("javascript").fact("changed", changed);
    if (beyond == 0) {
      return draft.say("exact as numbers, which are below 2^53").remark();
    }
    draft.atLeast(Severity.WARN);
    if (changed > 0) {
      draft.say("a JavaScript number spoils " + Spans.grouped(changed) + " of them: " + example
          + " becomes " + new BigDecimal(exampleBecomes).toPlainString());
    }
    return draft.say("they are above 2^53: send them as text").remark();
  }
}
