package io.mintmark;

import io.mintmark.internal.kind.Faults;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.SpecLine;
import java.util.Objects;

/**
 * Checks the names of generators. The name of a generator becomes a part of the names of its lines.
 * The longest of them is the name of the line for the worker pool's settings.
 */
final class GeneratorName {

  private GeneratorName() {}

  static String check(String name) {
    Objects.requireNonNull(name, "name");
    Faults faults = new Faults();
    faults.addIf(
        SpecLine.isReserved(name),
        "names that start like this are reserved for Mintmark's own lines; use another name");
    try {
      LineName.check(name);
      LineName.check(SpecLine.of(SpecLine.WORKERS + name));
    } catch (IllegalArgumentException e) {
      faults.addIf(true, "the generator's name is not a valid line name: {}", e.getMessage());
    }
    faults.check("generator '" + name + "'");
    return name;
  }
}
