package io.mintmark.store.engine;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import org.jspecify.annotations.Nullable;

/** Makes the exceptions of adapters. Their texts contain values as in {@link Message#of}. */
public final class Failures {

  private Failures() {}

  /**
   * Makes the exception for an engine that cannot be used now.
   *
   * @param text the problem, with a place for each value
   * @param values the values, without secrets
   * @return the exception
   */
  public static StoreUnavailableException unavailable(String text, @Nullable Object... values) {
    return new StoreUnavailableException(Message.of(text, values));
  }

  /**
   * Makes the exception for an engine that cannot be used now.
   *
   * @param cause the failure of the engine or of its client
   * @param text the problem, with a place for each value
   * @param values the values, without secrets
   * @return the exception
   */
  public static StoreUnavailableException unavailable(
      Throwable cause, String text, @Nullable Object... values) {
    return new StoreUnavailableException(Message.of(text, values), cause);
  }

  /**
   * Makes the exception for wrong settings.
   *
   * @param subject what is configured, for example {@code store etcd://127.0.0.1}
   * @param text the fault, with a place for each value
   * @param values the values, without secrets
   * @return the exception
   */
  public static ConfigurationException misconfigured(
      String subject, String text, @Nullable Object... values) {
    return new ConfigurationException(subject, Message.of(text, values));
  }
}
