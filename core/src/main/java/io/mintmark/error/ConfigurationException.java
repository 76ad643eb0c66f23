package io.mintmark.error;

import java.util.List;

/** Thrown when settings are invalid. One message lists all faults. Nothing was started. */
public final class ConfigurationException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /** An array, because a List is not always serializable. */
  private final String[] faults;

  /**
   * Creates an exception.
   *
   * @param subject the configured object, for example {@code snowflake 'users'}
   * @param faults every fault, each with the values that show it
   */
  public ConfigurationException(String subject, List<String> faults) {
    super("settings", false, subject + ": " + String.join("; ", faults));
    this.faults = faults.toArray(String[]::new);
  }

  /**
   * Creates an exception with a single fault.
   *
   * @param subject the configured object
   * @param fault the problem, with the values that show it
   */
  public ConfigurationException(String subject, String fault) {
    this(subject, List.of(fault));
  }

  /**
   * Returns every fault.
   *
   * @return the faults, at least one
   */
  public List<String> faults() {
    return List.of(faults);
  }
}
