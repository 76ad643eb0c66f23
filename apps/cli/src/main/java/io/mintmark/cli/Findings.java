package io.mintmark.cli;

import io.mintmark.cli.Finding.Group;
import io.mintmark.cli.ids.Severity;
import java.util.ArrayList;
import java.util.List;

/** What doctors found, in the order in which they looked. */
final class Findings {

  private final List<Finding> all;
  private final Group group;

  /** An empty list whose first findings are of a group. */
  Findings(Group group) {
    this(new ArrayList<>(), group);
  }

  private Findings(List<Finding> all, Group group) {
    this.all = all;
    this.group = group;
  }

  /** The same list, for findings of another group. */
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

  /** Adds a finding. Of one that is fine nothing is said. */
  void add(String name, String value, Severity level, String problem) {
    all.add(new Finding(group, name, value, level, level == Severity.OK ? "" : problem));
  }
}
