package io.mintmark.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks of arguments that picocli does not know. */
final class Usage {

  private Usage() {}

  static void range(CommandSpec spec, String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(),
          "%s is %d to %d: %s=%d".formatted(option, least, most, option, value));
    }
  }
}
