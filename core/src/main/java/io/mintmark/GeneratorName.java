package io.mintmark;

import io.mintmark.internal.kind.Faults;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.SpecLine;
import java.util.Objects;

/**
 * Checks the names of generators. The name of a generator becomes a part of the names of its lines.
 */
final class GeneratorName {

  /**
   * The length of the longest generator name. With the longest prefix, "spec/worker/", it is as
   * long as the longest line name.
   */
  private static final int MAX_LENGTH = LineName.MAX_LENGTH - "spec/worker/".length();

  private GeneratorName() {}

  static String check(String name) {
    Objects.requireNonNull(name, "name");
    Faults faults = new Faults();
    try {
      LineName.check(name);
      faults.addIf(
          name.length() > MAX_LENGTH,
          "the generator's name is too long for the name of its line: length={}, at most {}",
          name.length(),
          MAX_LENGTH);
      faults.addIf(
          SpecLine.isReserved(name),
          "names that start like this are reserved for Mintmark's own lines: name={}; use another"
              + " name",
          name);
    } catch (IllegalArgumentException e) {
      faults.addIf(true, "the generator's name is not a valid line name: {}", e.getMessage());
    }
    faults.check("generator '" + name + "'");
    return name;
  }
}
