package io.mintmark.service;

import io.mintmark.error.Message;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.LineName;

/** The rule for names that a generator may be made by, which callers choose. */
final class NameRule {

  private NameRule() {}

  /**
   * Checks a name. What no generator can be called is no unknown generator, but a wrong argument,
   * and no fault of the settings: the longest line that is made from a name has to be one.
   *
   * @throws IllegalArgumentException if no generator can have it
   */
  static void check(String name) {
    try {
      String unused = LineName.check(name);
      String unusedLongest = LineName.check(SpecLine.of(SpecLine.WORKERS + name));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "no generator can have this name: " + e.getMessage() + ", name=" + name, e);
    }
    if (SpecLine.isReserved(name)) {
      throw new IllegalArgumentException(Message.of(
          "no generator can have this name: its start is taken by Mintmark's own lines, name={}",
          name));
    }
  }
}
