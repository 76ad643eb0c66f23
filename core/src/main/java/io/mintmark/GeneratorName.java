package io.mintmark;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.LineName;
import java.util.Objects;

/** Checks generators' names, which become part of lines' names. */
final class GeneratorName {

  /** The longest generator name: a line's name minus the longest prefix, "spec/worker/". */
  private static final int MAX_LENGTH = LineName.MAX_LENGTH - "spec/worker/".length();

  private GeneratorName() {}

  static String check(String name) {
    Objects.requireNonNull(name, "name");
    try {
      LineName.check(name);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          "generator '" + name + "'",
          "the generator's name is not a valid line name: " + e.getMessage());
    }
    if (name.length() > MAX_LENGTH) {
      throw new ConfigurationException(
          "generator '" + name + "'",
          Message.of(
              "the generator's name is too long for its line's: length={}, at most {}",
              name.length(),
              MAX_LENGTH));
    }
    if (SpecLine.isReserved(name)) {
      throw new ConfigurationException(
          "generator '" + name + "'",
          Message.of(
              "the start of this name is taken by Mintmark's own lines: name={}; use another name",
              name));
    }
    return name;
  }
}
