package io.mintmark.cli;

import io.mintmark.cli.Finding.Group;
import io.mintmark.cli.ids.Severity;
import java.util.ArrayList;
import java.util.List;

/** The findings of doctors, in the order of the examinations. */
final class Findings {

  private final List<Finding> all;
  private final Group group;

  /** Makes an empty list whose first findings belong to a group. */
  Findings(Group group) {
    this(new ArrayList<>(), group);
  }

  private Findings(List<Finding> all, Group group) {
    this.all = all;
    this.group = group;
  }

  /** Returns the same list, for findings of another group. */
  Findings of(Group other) {
    return new Findings(all, other);
  }

  List<Finding> all() {
    return List.copyOf(all);
  }

  void ok(String name, String value) {
    add(name, value, Severity.OK, "");
  }

  void warn(String name, String value, String problem) {
    add(name, value, Severity.WARN, problem);
  }

  void fail(String name, String value, String problem) {
    add(name, value, Severity.FAIL, problem);
  }

  void warnIf(boolean bad, String name, String value, String problem) {
    add(name, value, bad ? Severity.WARN : Severity.OK, problem);
  }

  void failIf(boolean bad, String name, String value, String problem) {
    add(name, value, bad ? Severity.FAIL : Severity.OK, problem);
  }

  /** Adds a finding. The problem is dropped if the level is OK. */
  void add(String name, String value, Severity level, String problem) {
    all.add(new Finding(group, name, value, level, level == Severity.OK ? "" : problem));
  }
}
