package io.mintmark.cli;

import io.mintmark.error.ConfigurationException;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks arguments in ways that picocli does not offer. */
final class Usage {

  private Usage() {}

  /** Makes an exception for a faulty command line. */
  static ParameterException wrong(CommandSpec spec, String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** Parses an argument. A fault is wrong usage. */
  static <T> T value(CommandSpec spec, String text, Function<String, T> reader) {
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException | ConfigurationException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** Parses the value of an option or a parameter. A fault is wrong usage, and shows the value. */
  static <T> T option(CommandSpec spec, String name, String text, Function<String, T> reader) {
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), e.getMessage() + ": " + name + "=" + text, e);
    }
  }

  static void range(CommandSpec spec, String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw wrong(spec, "out of range %d to %d: %s=%d".formatted(least, most, option, value));
    }
  }
}
