package io.mintmark.service;

import io.mintmark.error.MintmarkException;
import io.mintmark.key.FormatFault;
import java.util.List;
import java.util.stream.Collectors;

/** The format of keys, or a setting beside it, is wrong. The message lists all faults. */
@SuppressWarnings("serial") // It never leaves the process.
public final class InvalidFormatException extends MintmarkException {

  private final List<FormatFault> faults;

  InvalidFormatException(List<FormatFault> faults) {
    super(faults.stream().map(FormatFault::toString).collect(Collectors.joining("; ")));
    this.faults = List.copyOf(faults);
  }

  /**
   * Every fault. A fault of a setting beside the format is at column 0 and begins with the
   * setting's name.
   */
  public List<FormatFault> faults() {
    return faults;
  }
}
