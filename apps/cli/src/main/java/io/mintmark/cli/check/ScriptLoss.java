package io.mintmark.cli.check;

/** Numbers that JavaScript changes: it has 53 bits for a whole number, and rounds the others. */
final class ScriptLoss {

  /** 2^53, up to which each whole number is exact. */
  private static final long EXACT = 1L << 53;

  private long changed;
  private long beyond;
  private long example;

  void add(long id) {
    if (id > EXACT || id < -EXACT) {
      beyond++;
      if ((long) (double) id != id) {
        example = changed == 0 ? id : example;
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
          + " becomes " + (long) (double) example);
    }
    return draft.say("they are above 2^53: send them as text").remark();
  }
}
