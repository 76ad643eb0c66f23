package io.mintmark.cli;

import io.mintmark.cli.Finding.Group;
import io.mintmark.cli.ids.Severity;
import io.mintmark.error.MintmarkException;
import io.mintmark.service.Problem;
import io.mintmark.service.ProblemException;
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

  /**
   * Runs an examination. Returns whether it was possible. If it was not, adds a warning if the
   * token does not allow it, else a failure.
   */
  boolean attempt(String name, Runnable examination) {
    try {
      examination.run();
      return true;
    } catch (MintmarkException e) {
      boolean isForbidden =
          e instanceof ProblemException problem && problem.kind() == Problem.Kind.FORBIDDEN;
      add(
          name,
          isForbidden ? Severity.WARN : Severity.FAIL,
          isForbidden ? "not checked" : "failed",
          String.valueOf(e.getMessage()));
      return false;
    }
  }

  /** Adds a finding. The problem is dropped if the level is OK. */
  void add(String name, Severity level, String value, String problem) {
    all.add(new Finding(group, name, value, level, level == Severity.OK ? "" : problem));
  }
}
