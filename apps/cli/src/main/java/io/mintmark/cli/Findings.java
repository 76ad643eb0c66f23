package io.mintmark.cli;

import io.mintmark.cli.Finding.Group;
import io.mintmark.cli.ids.Severity;
import io.mintmark.error.MintmarkException;
import java.util.ArrayList;
import java.util.List;

/**
 * The findings of doctors.
 *
 * @param all the findings of all groups, in the order of the examinations
 * @param group the group of further findings
 */
record Findings(List<Finding> all, Group group) {

  /** Makes an empty list whose first findings belong to a group. */
  Findings(Group group) {
    this(new ArrayList<>(), group);
  }

  /** Returns the same list, for findings of another group. */
  Findings of(Group other) {
    return new Findings(all, other);
  }

  void ok(String name, String value) {
    add(name, Severity.OK, value, "");
  }

  /** Adds a failure to examine a store. */
  void unreached(String name, String value, MintmarkException e) {
    String problem = e.getMessage() + "; check that the store can be reached";
    add(name, Severity.FAIL, value, problem);
  }

  /** Adds a finding. The problem is dropped if the level is OK. */
  void add(String name, Severity level, String value, String problem) {
    all.add(new Finding(group, name, value, level, level == Severity.OK ? "" : problem));
  }
}
