package io.mintmark.cli.check;

import io.mintmark.cli.verify.Duplicate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/** Text of no known form: how long it is, of which characters, and whether it looks random. */
final class TextProfile implements Profile {

  private static final int POSITIONS = 64;
  private static final int ASCII = 128;
  private static final int NANOID_LENGTH = 21;
  private static final int NANOID_CHARACTERS = 64;

  /** With fewer ids a position of 64 characters does not show that it has them all. */
  private static final long FEW = 200;

  private final CheckOptions options;
  private final BitSet[] seen = new BitSet[POSITIONS];
  private final BitSet all = new BitSet(ASCII);
  private long count;
  private long foreign;
  private int shortest = Integer.MAX_VALUE;
  private int longest;
  private String first = "";

  TextProfile(CheckOptions options) {
    this.options = options;
    for (int i = 0; i < POSITIONS; i++) {
      seen[i] = new BitSet(ASCII);
    }
  }

  @Override
  public void add(ParsedId id, long line) {
    String text = id.text();
    first = count == 0 ? text : first;
    count++;
    shortest = Math.min(shortest, text.length());
    longest = Math.max(longest, text.length());
    boolean ascii = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= ASCII) {
        ascii = false;
      } else {
        all.set(c);
        if (i < POSITIONS) {
          seen[i].set(c);
        }
      }
    }
    foreign += ascii ? 0 : 1;
  }

  @Override
  public Verdict verdict(long duplicates, List<Duplicate> repeated) {
    boolean random = looksRandom();
    boolean nanoid = random && longest == NANOID_LENGTH && all.cardinality() == NANOID_CHARACTERS;
    String title = nanoid
        ? "random text, as nanoid makes it"
        : random ? "text that looks random" : "text of no form known here";
    Remark.Draft looks = new Remark.Draft("looks-like")
        .say(title + ": " + (shortest == longest ? "" : shortest + " to ") + longest
            + " characters out of " + all.cardinality())
        .fact("shortest", shortest)
        .fact("longest", longest);
    if (random) {
      looks.say(String.format(
          Locale.ROOT,
          "for it: each place has nearly all of these characters, which makes up to %.0f bits",
          longest * Math.log(all.cardinality()) / Math.log(2)));
    } else {
      looks.say("it cannot be told who made it, or when" + fixed()).atLeast(Severity.WARN);
    }
    if (foreign > 0) {
      looks
          .say(Spans.grouped(foreign) + " have characters that are not ASCII: databases compare"
              + " those in their own ways")
          .atLeast(Severity.WARN);
    }
    List<Remark> remarks = new ArrayList<>(List.of(
        looks.remark(),
        new Remark.Draft("javascript").say("text: JavaScript keeps it").remark(),
        ColumnRemarks.ofText(longest, options.column(), ""),
        new Remark.Draft("gives-away")
            .say(random ? "nothing that shows" : "cannot be told")
            .remark()));
    return new Verdict("text", remarks, random ? "type: uuid, version: 4" : "");
  }

  private boolean looksRandom() {
    if (count < FEW || shortest != longest || longest > POSITIONS || foreign > 0) {
      return false;
    }
    for (int i = 0; i < longest; i++) {
      if (seen[i].cardinality() * 4 < all.cardinality() * 3) {
        return false;
      }
    }
    return all.cardinality() >= 10;
  }

  /** The characters that all begin with, for example those of a prefix. */
  private String fixed() {
    int same = 0;
    while (same < Math.min(shortest, POSITIONS) && seen[same].cardinality() == 1) {
      same++;
    }
    return count < 2 || same == 0 || foreign > 0
        ? ""
        : "; all begin with " + first.substring(0, same);
  }
}
