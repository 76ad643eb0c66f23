package io.mintmark.store.engine;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.LineName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings that the builders of all stores have. Not thread-safe.
 *
 * @param <B> the builder itself
 * @param <S> what it opens
 */
public abstract class EngineBuilder<B extends EngineBuilder<B, S>, S extends AutoCloseable> {

  private static final Duration MAX_TIMEOUT = Duration.ofHours(1);

  private @Nullable String url;
  private @Nullable Boolean strict;
  private Duration timeout = EngineStore.DEFAULT_TIMEOUT;
  private @Nullable Duration openTimeout;
  private boolean readOnly;

  /** Has the defaults. */
  protected EngineBuilder() {}

  /**
   * Sets where the engine is. The store then has connections of its own. What else is set here goes
   * before the URL's parameters.
   *
   * @param url of the form that the store's page describes
   * @return this
   */
  public final B url(String url) {
    this.url = url;
    return self();
  }

  /**
   * Sets the deadline of every call.
   *
   * @param timeout 1 ms to an hour; 5 seconds by default
   * @return this
   */
  public final B timeout(Duration timeout) {
    this.timeout = timeout;
    return self();
  }

  /**
   * Sets the deadline of opening, which a process that has just started may need longer for than
   * for a call.
   *
   * @param deadline 1 ms to an hour; by default the timeout of a call
   * @return this
   */
  public final B openTimeout(Duration deadline) {
    openTimeout = deadline;
    return self();
  }

  /**
   * Sets whether to refuse an engine that may lose what it acknowledged, which is otherwise warned
   * of.
   *
   * @param strict whether to refuse it; by default what the URL's parameter {@code strict} says, or
   *     false
   * @return this
   */
  public final B strict(boolean strict) {
    this.strict = strict;
    return self();
  }

  /** Has nothing written, neither at opening nor later. */
  final B readOnly() {
    readOnly = true;
    return self();
  }

  /**
   * Opens what was set up.
   *
   * @return the open store, which the caller closes
   * @throws ConfigurationException if settings are wrong, with every fault; if the engine refuses
   *     the user, or may lose claims and is to be refused for it
   * @throws StoreUnavailableException if the engine cannot be used now
   */
  public final S open() {
    // Some clients refuse to work in an interrupted thread.
    boolean interrupted = Thread.interrupted();
    try {
      return openNow();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Opens what was set up, in a thread whose interrupt flag is cleared.
   *
   * @return the open store
   */
  protected abstract S openNow();

  /**
   * Returns this builder as what it is.
   *
   * @return this
   */
  @SuppressWarnings("unchecked")
  protected final B self() {
    return (B) this;
  }

  /**
   * Returns where the engine is.
   *
   * @return the URL, if one was given
   */
  protected final Optional<String> url() {
    return Optional.ofNullable(url);
  }

  /**
   * Returns the deadline of every call.
   *
   * @return as it was set
   */
  protected final Duration timeout() {
    return timeout;
  }

  /**
   * Returns the deadline of opening.
   *
   * @return as it was set, or that of a call
   */
  protected final Duration opening() {
    return openTimeout == null ? timeout : openTimeout;
  }

  /**
   * Returns the clock and the threads of what is opened.
   *
   * @return the system's
   */
  protected final StoreContext context() {
    return StoreContext.system();
  }

  /**
   * Makes what opening goes by.
   *
   * @param name the store's URL, or what stands for it, without secrets
   * @param strictByUrl what the URL says of {@link #strict}
   * @return the settings
   */
  protected final OpenSettings settings(String name, boolean strictByUrl) {
    return new OpenSettings(
        name,
        opening(),
        timeout,
        strict == null ? strictByUrl : strict.booleanValue(),
        readOnly,
        context());
  }

  /**
   * Finds what is wrong with the settings that all stores have.
   *
   * @param source what a store may be given in place of a URL, for example {@code client}
   * @param given how many of those were given
   * @return a list that the others' faults are added to
   */
  protected final List<String> faults(String source, int given) {
    List<String> faults = new ArrayList<>();
    int all = given + (url == null ? 0 : 1);
    if (all != 1) {
      faults.add(Message.of(
          "{} {} given: given={}; a store has one of them",
          all == 0 ? "neither url nor" : "more than one of url and",
          source,
          all));
    }
    for (Duration each : Set.copyOf(List.of(timeout, opening()))) {
      if (each.compareTo(MAX_TIMEOUT) > 0 || each.toMillis() < 1) {
        faults.add(
            Message.of("timeout out of range: timeout={}; it is 1 ms to {}", each, MAX_TIMEOUT));
      }
    }
    return faults;
  }

  /**
   * Refuses settings with faults.
   *
   * @param subject what is set up
   * @param faults what is wrong with it
   */
  protected static void refuse(String subject, List<String> faults) {
    if (!faults.isEmpty()) {
      throw new ConfigurationException(subject, faults);
    }
  }

  /**
   * Finds what is wrong with a prefix, which is of the characters that line names have.
   *
   * @param prefix what keeps systems on one engine apart
   * @param maxLength the longest, in characters
   * @param faults what is wrong is added to
   */
  public static void checkPrefix(String prefix, int maxLength, List<String> faults) {
    try {
      if (!prefix.isEmpty() && prefix.length() <= maxLength) {
        String unused = LineName.checkPrefix(prefix);
        return;
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    faults.add(Message.of(
        "no such prefix: prefix='{}'; it is 1 to {} characters of A-Z a-z 0-9 . _ : / -",
        prefix,
        maxLength));
  }

  /**
   * Opens something, and gives back what was made for it if that fails.
   *
   * @param <T> what is opened
   * @param subject names it in messages, for example {@code store=etcd://127.0.0.1:2379}
   * @param release gives back what was made for it
   * @param opening opens it
   * @return what was opened
   * @throws StoreUnavailableException if the engine cannot be used now
   * @throws StoreRefusedException if this process may not use the engine
   */
  protected static <T> T opened(String subject, Runnable release, Supplier<T> opening) {
    boolean opened = false;
    try {
      T result = opening.get();
      opened = true;
      return result;
    } catch (StoreUnavailableException e) {
      throw new StoreUnavailableException(notOpened(e, subject), e);
    } catch (StoreRefusedException e) {
      throw new StoreRefusedException(notOpened(e, subject), e);
    } finally {
      if (!opened) {
        release.run();
      }
    }
  }

  private static String notOpened(Exception e, String subject) {
    return Message.of("opening failed: reason={}, {}", e.getMessage(), subject);
  }
}
