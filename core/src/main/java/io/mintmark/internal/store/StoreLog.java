package io.mintmark.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * Logs the warnings of stores. The logger is looked up only when a warning is logged, because
 * loading the JDK's logging takes half as long as starting an empty program.
 */
public final class StoreLog {

  private StoreLog() {}

  /**
   * Logs a warning.
   *
   * @param format a text in the form of {@link java.text.MessageFormat}
   * @param values the values of {@code {0}}, {@code {1}} and so on
   */
  public static void warn(String format, @Nullable Object... values) {
    System.getLogger("io.mintmark.store").log(System.Logger.Level.WARNING, format, values);
  }
}
