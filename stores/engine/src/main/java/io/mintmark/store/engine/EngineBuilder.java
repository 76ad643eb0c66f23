package io.mintmark.store.engine;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.StoreUrl;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings that the builders of all stores share. Not thread-safe.
 *
 * @param <B> the builder itself
 * @param <S> the type of the opened store
 */
public abstract class EngineBuilder<B extends EngineBuilder<B, S>, S extends AutoCloseable> {

  private static final Duration MAX_TIMEOUT = Duration.ofHours(1);

  private @Nullable String url;
  private Duration timeout = EngineStore.DEFAULT_TIMEOUT;
  private @Nullable Duration openTimeout;
  private boolean readOnly;
  private final Map<String, String> parameters = new HashMap<>();

  /** Makes a builder with the defaults. */
  protected EngineBuilder() {}

  /**
   * Sets the engine's URL. The store then opens connections of its own. Other settings of this
   * builder override the URL's parameters.
   *
   * @param url a URL of the form that the store's page in the documentation describes
   * @return this
   */
  public final B url(String url) {
    this.url = url;
    return self();
  }

  /**
   * Sets the time limit of every call.
   *
   * @param timeout 1 ms to an hour; 5 seconds by default
   * @return this
   */
  public final B timeout(Duration timeout) {
    this.timeout = timeout;
    return self();
  }

  /**
   * Sets the time limit of opening. A process that has just started may need longer for opening
   * than for a call.
   *
   * @param deadline 1 ms to an hour; by default the timeout of a call
   * @return this
   */
  public final B openTimeout(Duration deadline) {
    openTimeout = deadline;
    return self();
  }

  /**
   * Sets whether to refuse an engine that may lose acknowledged writes. By default, the store only
   * logs a warning.
   *
   * @param strict whether to refuse such an engine; the default is the URL's parameter
   *     {@code strict}, or false
   * @return this
   */
  public final B strict(boolean strict) {
    return set(StoreUrl.STRICT, Boolean.toString(strict));
  }

  /**
   * Sets a parameter, in place of the URL's.
   *
   * @param parameter its name in a URL
   * @param value its value
   * @return this
   */
  protected final B set(String parameter, String value) {
    parameters.put(parameter, value);
    return self();
  }

  /** Opens a store that writes nothing, neither at opening nor later. */
  final B readOnly() {
    readOnly = true;
    return self();
  }

  /**
   * Opens the store.
   *
   * @return the open store, which the caller closes
   * @throws ConfigurationException if settings are wrong (the message lists every fault), if the
   *     engine refuses the user, or if the store is strict and its engine may lose claims
   * @throws StoreUnavailableException if the engine cannot be used now
   */
  public final S open() {
    return Attempt.uninterrupted(this::openNow);
  }

  /**
   * Opens the store, in a thread whose interrupt flag is cleared.
   *
   * @return the open store
   */
  protected abstract S openNow();

  /**
   * Returns this builder, typed as the subclass.
   *
   * @return this
   */
  @SuppressWarnings("unchecked")
  protected final B self() {
    return (B) this;
  }

  /**
   * Returns the engine's URL.
   *
   * @return the URL, if one was given
   */
  protected final Optional<String> url() {
    return Optional.ofNullable(url);
  }

  /**
   * Returns the time limit of every call.
   *
   * @return the timeout that was set, or the default
   */
  protected final Duration timeout() {
    return timeout;
  }

  /**
   * Returns the time limit of opening.
   *
   * @return the limit that was set, or the timeout of a call
   */
  protected final Duration opening() {
    return openTimeout == null ? timeout : openTimeout;
  }

  /**
   * Makes the settings for opening.
   *
   * @param name the store's URL, or other text that identifies it, without secrets
   * @param settings the result of {@link #read}
   * @return the settings
   */
  protected final OpenSettings settings(String name, ServerUrl settings) {
    return new OpenSettings(
        name, opening(), timeout, settings.strict(), readOnly, StoreContext.system());
  }

  /**
   * Reads the settings that all stores share, and adds their faults. Parameters of this builder
   * replace the URL's.
   *
   * @param settings the URL; without one, the caller's other source in the form of a URL, which has
   *     no parameters
   * @param source the name of the setting that this store accepts in place of a URL, for example
   *     {@code client}
   * @param given how many such settings were given
   * @return the settings, to which the caller adds the other faults before it checks them
   */
  protected final ServerUrl read(ServerUrl settings, String source, int given) {
    settings.replace(parameters);
    int all = given + (url == null ? 0 : 1);
    if (all != 1) {
      settings.fault(
          "{} {} given: given={}; a store has one of them",
          all == 0 ? "neither url nor" : "more than one of url and",
          source,
          all);
    }
    for (Duration each : List.of(timeout, opening())) {
      if (each.compareTo(MAX_TIMEOUT) > 0 || each.toMillis() < 1) {
        settings.fault("timeout out of range: timeout={}; it is 1 ms to {}", each, MAX_TIMEOUT);
      }
    }
    settings.refuseCounter();
    boolean unused = settings.strict();
    return settings;
  }

  /**
   * Opens a store or a sequence. If that fails, calls {@code release}.
   *
   * @param <T> the type of the result
   * @param subject the name of the store or sequence in messages, for example {@code
   *     store=etcd://127.0.0.1:2379}
   * @param release called if opening fails; closes the connections
   * @param opening opens the store or sequence
   * @return the result of {@code opening}
   * @throws StoreUnavailableException if the engine cannot be used now
   * @throws StoreRefusedException if this process may not use the engine
   */
  protected static <T> T opened(String subject, Runnable release, Supplier<T> opening) {
    try {
      return Attempt.orClose(release::run, opening::get);
    } catch (StoreUnavailableException e) {
      throw new StoreUnavailableException(notOpened(e, subject), e);
    } catch (StoreRefusedException e) {
      throw new StoreRefusedException(notOpened(e, subject), e);
    }
  }

  private static String notOpened(Exception e, String subject) {
    return Message.of("opening failed: reason={}, {}", e.getMessage(), subject);
  }
}
