package io.mintmark.error;

import java.util.List;

/** Thrown when settings cannot work. All their faults are in one message; nothing was started. */
public final class ConfigurationException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /** An array, because a List need not be serializable. */
  private final String[] faults;

  /**
   * Makes one.
   *
   * @param subject what is configured, for example {@code snowflake 'users'}
   * @param faults every fault, each with the values that show it
   */
  public ConfigurationException(String subject, List<String> faults) {
    super(subject + ": " + String.join("; ", faults));
    this.faults = faults.toArray(String[]::new);
  }

  /**
   * Makes one with a single fault.
   *
   * @param subject what is configured
   * @param fault what is wrong, with the values that show it
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

  @Override
  public String code() {
    return "settings";
  }
}
