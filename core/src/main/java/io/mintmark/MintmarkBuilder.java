package io.mintmark;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.GeneratorObserver;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.kind.Faults;
import io.mintmark.internal.kind.SettingRange;
import io.mintmark.internal.line.ClaimThreads;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.HarmlessObserver;
import io.mintmark.internal.line.LineEnds;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.LineStore;
import io.mintmark.store.ClaimStore;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link Mintmark}. Not thread-safe.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import java.time.Duration;
 *
 * try (Mintmark mint =
 *     Mintmark.builder().store("memory:").claimTimeout(Duration.ofSeconds(2)).open()) {
 *   System.out.println(mint.sequence("orders").next());
 * }
 * }</pre>
 */
public final class MintmarkBuilder {

  private static final SettingRange<Duration> TIMEOUTS =
      new SettingRange<>(Duration.ofNanos(1), Duration.ofHours(1));

  @Nullable
  String url;

  private @Nullable ClaimStore store;
  private Duration claimTimeout = Duration.ofSeconds(5);
  private Duration openTimeout = Adapters.OPENING;
  private Surroundings environment = Surroundings.SYSTEM;
  private boolean oneShot;
  boolean storeMayBeAway;
  boolean declaredNamesOnly;
  private @Nullable GeneratorObserver observer;

  static {
    MintmarkAccess.grant(new MintmarkAccess(
        mintmark -> ((Mintmark) mintmark).store(),
        (mintmark, name, settings) -> ((Mintmark) mintmark).get(name, Generator.class, settings),
        (builder, replaced) -> ((MintmarkBuilder) builder).environment = replaced));
  }

  MintmarkBuilder() {}

  /**
   * Sets the URL of the store. {@link #open} opens the store, and the Mintmark closes it.
   *
   * @param storeUrl for example {@code file:/var/lib/mintmark}
   * @return this
   */
  public MintmarkBuilder store(String storeUrl) {
    url = Objects.requireNonNull(storeUrl, "storeUrl");
    store = null;
    return this;
  }

  /**
   * Sets a store that the caller opens and closes.
   *
   * @param opened an open store
   * @return this
   */
  public MintmarkBuilder store(ClaimStore opened) {
    store = Objects.requireNonNull(opened, "opened");
    url = null;
    return this;
  }

  /**
   * Sets how long a call for an id may wait. If the store is opened by its URL, this is also how
   * long a call to the store may take. A store that the caller has opened keeps its own timeout.
   *
   * @param timeout above 0, at most an hour; default 5 s
   * @return this
   */
  public MintmarkBuilder claimTimeout(Duration timeout) {
    claimTimeout = Objects.requireNonNull(timeout, "timeout");
    return this;
  }

  /**
   * Sets how long opening the store may take, unless the store's URL sets this. If the store's
   * server does not answer, opening is retried until this time has passed. If the server refuses,
   * opening fails at once.
   *
   * @param timeout above 0, at most an hour; default 30 s
   * @return this
   */
  public MintmarkBuilder openTimeout(Duration timeout) {
    openTimeout = Objects.requireNonNull(timeout, "timeout");
    return this;
  }

  /**
   * Sets an observer, which is notified of claims and failures, for metrics.
   *
   * @param observer the observer; replaces an observer that was set before
   * @return this
   */
  public MintmarkBuilder observer(GeneratorObserver observer) {
    this.observer = Objects.requireNonNull(observer, "observer");
    return this;
  }

  /**
   * Sets whether generators claim only as many ids as each call needs. Use this in a program that
   * makes a few ids and ends.
   *
   * @param oneShot true to claim nothing ahead; default false
   * @return this
   */
  public MintmarkBuilder oneShot(boolean oneShot) {
    this.oneShot = oneShot;
    return this;
  }

  /**
   * Sets whether generators are created even if the store does not answer, for an application that
   * has to start before its store. Calls for ids then fail until the store answers. The settings
   * are compared with the settings in the store only before the first claim. If they differ, the
   * call for an id that needs this claim throws.
   *
   * @param storeMayBeAway whether the store may be away; default false, which refuses to create a
   *     generator while the store does not answer
   * @return this
   */
  public MintmarkBuilder storeMayBeAway(boolean storeMayBeAway) {
    this.storeMayBeAway = storeMayBeAway;
    return this;
  }

  /**
   * Sets whether a generator is created without settings only if the store already knows its name.
   * Use this to detect misspelt names.
   *
   * @param declaredNamesOnly true to refuse a call without settings for a name that no call with
   *     settings has declared and that has no settings in the store; default false
   * @return this
   */
  public MintmarkBuilder declaredNamesOnly(boolean declaredNamesOnly) {
    this.declaredNamesOnly = declaredNamesOnly;
    return this;
  }

  /**
   * Opens the store, unless the caller has opened it, and creates the Mintmark.
   *
   * @return a Mintmark, which the caller closes
   * @throws ConfigurationException with every fault in the settings
   * @throws StoreUnavailableException if the store cannot be reached or is in use
   */
  public Mintmark open() {
    Faults faults = new Faults();
    faults.addIf(url == null && store == null, "no store is given: store=none");
    faults.addUnlessIn("claimTimeout", claimTimeout, TIMEOUTS);
    faults.addUnlessIn("openTimeout", openTimeout, TIMEOUTS);
    faults.check("mintmark");
    LineStore opened = store != null
        ? LineStore.of(store)
        : Adapters.open(url == null ? "" : url, openTimeout, claimTimeout);
    ClaimThreads threads = new ClaimThreads();
    Context context = new Context(
        environment.wall(),
        environment.elapsed(),
        environment.systemClocks(),
        environment.background().orElse(threads),
        claimTimeout,
        environment.randoms(),
        oneShot,
        "pid=" + ProcessHandle.current().pid(),
        observer == null ? null : new HarmlessObserver(observer),
        new LineEnds());
    return new Mintmark(this, opened, context, threads);
  }
}
