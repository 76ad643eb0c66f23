package io.mintmark.service;

import io.mintmark.error.Message;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.SpecLine;

/** The rule for generator names that callers choose. */
final class NameRule {

  private NameRule() {}

  /**
   * Checks a name. A name that no generator can have is reported as a wrong argument, and not as an
   * unknown generator or a fault of the settings. The longest line name that is made from it must
   * be valid.
   *
   * @throws IllegalArgumentException if no generator can have the name
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
          "no generator can have this name: names that start like this are reserved for Mintmark's"
              + " own lines, name={}",
          name));
    }
  }
}
