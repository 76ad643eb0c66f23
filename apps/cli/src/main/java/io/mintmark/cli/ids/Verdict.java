package io.mintmark.cli.ids;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which generator probably made ids, and what is wrong with them.
 *
 * @param kind the apparent kind of the ids, as a short name that programs can compare: {@code
 *     snowflake:twitter}, {@code uuid-v7}
 * @param remarks the remarks in display order
 * @param settings the settings of a generator that continues the ids, as YAML in braces; empty if
 *     no generator can
 */
public record Verdict(String kind, List<Remark> remarks, String settings) {

  /**
   * Judges the ids of an input. If they have several kinds, judges the most common kind and counts
   * the others.
   *
   * @param read the ids
   * @param inOrder whether the ids are in the order in which they were made
   */
  public static Verdict of(ReadIds read, boolean inOrder) {
    IdProfile main =
        read.kinds().stream().max(Comparator.comparingLong(IdProfile::count)).orElseThrow();
    Verdict verdict = main.verdict(inOrder, read.duplicates());
    List<Remark> remarks = new ArrayList<>(verdict.remarks);
    remarks.add(1, duplicates(read));
    if (read.kinds().size() > 1 || read.unread() > 0) {
      remarks.add(0, form(main, read));
    }
    return new Verdict(verdict.kind, remarks, verdict.settings);
  }

  private static Remark duplicates(ReadIds read) {
    if (read.duplicates() == 0) {
      return Remark.of("duplicates", Severity.OK, "none");
    }
    List<String> says = new ArrayList<>();
    says.add(Remark.grouped(read.duplicates()) + " repeat an earlier one");
    read.first()
        .forEach(one -> says.add(
            one.id() + " at line " + one.line() + " was first at line " + one.firstLine()));
    return new Remark("duplicates", Severity.FAIL, says);
  }

  private static Remark form(IdProfile main, ReadIds read) {
    List<String> says = new ArrayList<>(read.fault().stream().toList());
    read.kinds().stream()
        .filter(other -> other != main)
        .forEach(other -> says.add(other.asOther()));
    if (read.kinds().size() > 1) {
      says.add("the rest of the report is about the other " + Remark.grouped(main.count()));
    }
    return new Remark("form", read.unread() > 0 ? Severity.FAIL : Severity.WARN, says);
  }
}
