package io.mintmark.service;

import io.mintmark.internal.key.FormatFault;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown if a format of keys, or another setting of the keys, is wrong. One message contains all
 * faults.
 */
@SuppressWarnings("serial") // It never leaves the process.
public final class InvalidFormatException extends ProblemException {

  private final List<FormatFault> faults;

  InvalidFormatException(List<FormatFault> faults) {
    super(
        Problem.Kind.INVALID_FORMAT,
        faults.stream().map(FormatFault::toString).collect(Collectors.joining("; ")));
    this.faults = List.copyOf(faults);
  }

  /**
   * Returns every fault. A fault of a setting other than the format has no column, and its text
   * begins with the setting's name.
   */
  public List<FormatFault> faults() {
    return faults;
  }
}
