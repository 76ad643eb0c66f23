package io.mintmark.internal.store;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.text.NearMiss;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.ClaimStoreProvider;
import io.mintmark.store.StoreAdapter;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Finds the adapter that opens the store of a URL, or that reads a counter at a URL. The class path
 * and the module path are searched first with the context class loader of the calling thread. They
 * are then searched with the class loader of this library, because threads of a pool often have an
 * unsuitable context class loader.
 *
 * <p><b>Opening is repeated</b> within the time that it may take, by default {@link #OPENING}. The
 * first attempt can be slow, because a process that has just started must still load the classes of
 * its adapter, often while other processes start on the same busy host. Each attempt gets twice as
 * long as the previous one, so that some attempt is long enough. If a server refuses the connection
 * or rejects the request, one more attempt follows at once, and a second refusal is final. The
 * first refusal may be misleading: an engine that was restarted breaks connections that were made
 * while it was down, and the first connection of this process may be one of these.
 */
public final class Adapters {

  private static final String MEMORY = "memory:";

  /** How long opening may take, if neither the URL nor the caller specifies a time. */
  public static final Duration OPENING = Duration.ofSeconds(30);

  /**
   * An attempt that fails within this time, and within a quarter of a call's timeout, counts as
   * refused by the server. An attempt that fails later counts as unanswered and is repeated. The
   * limit of a quarter is needed because some drivers end an attempt after a part of the timeout,
   * and such a failure is not a refusal.
   */
  private static final Duration REFUSED_WITHIN = Duration.ofSeconds(1);

  /**
   * Matches the scheme of a URL. It has two or more characters, because a single letter and a colon
   * are a drive of Windows.
   */
  private static final Pattern SCHEME = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]+):");

  /**
   * More providers than any class path has. This limits the search if the iterator fails for ever
   * because a provider cannot be loaded.
   */
  private static final int MAX_PROVIDERS = 1_000;

  private Adapters() {}

  /**
   * Returns whether a URL has one of the schemes of an adapter.
   *
   * @param adapter an adapter
   * @param url a store's URL, for example {@code file:/var/lib/mintmark}
   * @return whether the adapter accepts it
   */
  public static boolean accepts(StoreAdapter adapter, String url) {
    return adapter.schemes().contains(url.substring(0, Math.max(0, url.indexOf(':'))));
  }

  /**
   * Opens a store. Opening takes at most {@link #OPENING}, or the time in the URL's parameter
   * {@value StoreUrl#OPEN_TIMEOUT}.
   *
   * @param url for example {@code file:/var/lib/mintmark}, or {@code memory:} for an empty store
   * @param timeout the deadline of every call to the store
   * @return the open store, which the caller closes
   * @throws ConfigurationException if the URL is wrong or its adapter is missing; the message names
   *     the missing artifact
   * @throws StoreUnavailableException if the store cannot be reached or is in use
   */
  public static LineStore open(String url, Duration timeout) {
    return open(url, OPENING, timeout);
  }

  /**
   * Opens a store.
   *
   * @param url for example {@code file:/var/lib/mintmark}, or {@code memory:} for an empty store
   * @param opening how long opening may take, unless the URL specifies it
   * @param timeout the deadline of every call to the store
   * @return the open store, which the caller closes
   * @throws ConfigurationException if the URL is wrong or its adapter is missing; the message names
   *     the missing artifact
   * @throws StoreUnavailableException if the store cannot be reached or is in use
   */
  public static LineStore open(String url, Duration opening, Duration timeout) {
    return open(url, opening, timeout, false);
  }

  /**
   * Opens a store as {@link ClaimStoreProvider#openReadOnly} does.
   *
   * @param url for example {@code file:/var/lib/mintmark}, or {@code memory:} for an empty store
   * @param opening how long opening may take, unless the URL specifies it
   * @param timeout the deadline of every call to the store
   * @return the open store, which the caller closes
   * @throws ConfigurationException if the URL is wrong or its adapter is missing; the message names
   *     the missing artifact
   * @throws StoreUnavailableException if the store cannot be reached
   */
  public static LineStore openReadOnly(String url, Duration opening, Duration timeout) {
    return open(url, opening, timeout, true);
  }

  private static LineStore open(String url, Duration opening, Duration timeout, boolean readOnly) {
    if (url.equals(MEMORY)) {
      return new MemoryStore();
    }
    if (url.startsWith(MEMORY)) {
      throw new ConfigurationException(
          "store",
          "a store in memory has no name, because each one is separate: store='"
              + StoreUrl.mask(url) + "'; leave out the text after the colon");
    }
    ClaimStoreProvider provider = find(ClaimStoreProvider.class, "store", url, Set.of("memory"));
    StoreUrl parts = StoreUrl.of(url, Set.of());
    boolean isNew = parts.isNew();
    ElapsedClock clock = ElapsedClock.system();
    Duration whole = parts.openTimeout(opening);
    long startNanos = clock.nanos();
    Duration most = whole.compareTo(timeout) < 0 ? whole : timeout;
    boolean refusedBefore = false;
    while (true) {
      long triedNanos = clock.nanos();
      try {
        ClaimStore opened = readOnly
            ? provider.openReadOnly(url, most, timeout)
            : provider.open(url, most, timeout);
        return ready(LineStore.of(opened), isNew);
      } catch (StoreUnavailableException e) {
        long nowNanos = clock.nanos();
        Duration left = whole.minusNanos(nowNanos - startNanos);
        boolean refused = nowNanos - triedNanos
            < Math.min(REFUSED_WITHIN.toNanos(), timeout.dividedBy(4).toNanos());
        if ((refused && refusedBefore)
            || left.compareTo(REFUSED_WITHIN) < 0
            || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        if (!refused) {
          StoreLog.warn(
              "the store has not opened yet: waitedMs={0,number,#}, goesOnForMs={1,number,#},"
                  + " store={2}, reason={3}",
              whole.minus(left).toMillis(), left.toMillis(), parts, e.getMessage());
        }
        refusedBefore = refused;
        Duration twice = most.multipliedBy(2);
        most = twice.compareTo(left) < 0 ? twice : left;
      }
    }
  }

  private static LineStore ready(LineStore store, boolean isNew) {
    try {
      if (isNew) {
        store.declareNew();
      }
      return store;
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  /**
   * Reads the value of a counter of another system.
   *
   * @param url the counter's URL in the adapter's form, for example {@code
   *     redis://127.0.0.1:6379/0#orders}
   * @param timeout how long reading may take
   * @return the counter's value
   * @throws ConfigurationException if the URL is wrong, the counter does not exist, or the adapter
   *     is missing; the message names the missing artifact
   * @throws StoreUnavailableException if the engine did not answer
   */
  public static PublishedCounter read(String url, Duration timeout) {
    if (url.indexOf('#') < 0) {
      throw new ConfigurationException(
          "counter",
          "the URL names no counter: url=" + StoreUrl.mask(url)
              + "; write the engine's URL, then '#' and the counter's name");
    }
    return find(PublishedCounterReader.class, "counter", url, Set.of()).read(url, timeout);
  }

  /**
   * Returns the name of the artifact of Mintmark that would contain the adapter for a scheme. The
   * name contains the scheme without its suffix for the kind of connection. The artifact need not
   * exist.
   *
   * @param scheme for example {@code redis}, {@code rediss} or {@code mongodb+srv}
   * @return for example {@code mintmark-store-redis}
   */
  public static String artifact(String scheme) {
    String engine = scheme.replaceFirst("\\+.*|(?<=s)s$", "");
    return "mintmark-store-" + (engine.equals("mintmark") ? "remote" : engine);
  }

  /**
   * Returns the adapter for a URL. Asks the class loader of the calling thread, then that of this
   * library.
   *
   * @param subject what the URL names, for the message
   * @param known the schemes that need no adapter
   * @throws ConfigurationException if there is none
   */
  private static <T extends StoreAdapter> T find(
      Class<T> kind, String subject, String url, Set<String> known) {
    Set<String> schemes = new TreeSet<>(known);
    String broken = "";
    for (ClassLoader loader : Arrays.asList(
        Thread.currentThread().getContextClassLoader(), Adapters.class.getClassLoader())) {
      Iterator<T> each = ServiceLoader.load(kind, loader).iterator();
      for (int i = 0; i < MAX_PROVIDERS; i++) {
        try {
          if (!each.hasNext()) {
            break;
          }
          T adapter = each.next();
          if (accepts(adapter, url)) {
            return adapter;
          }
          schemes.addAll(adapter.schemes());
        } catch (ServiceConfigurationError e) {
          // For example, the context class loader may find a provider for another copy of this
          // library.
          broken = "; an adapter could not be loaded: " + e.getMessage();
        }
      }
    }
    String remedy = SCHEME
        .matcher(url)
        .results()
        .findFirst()
        .map(scheme -> remedy(kind, scheme.group(1), schemes))
        .orElse("; this is not a URL with a scheme and a colon, for example file:/var/lib/mintmark,"
            + " redis://127.0.0.1:6379 or jdbc:postgresql://127.0.0.1:5432/shop");
    throw new ConfigurationException(
        subject,
        Message.of(
            "no adapter on the class path accepts the URL: {}='{}', schemes known here={}{}{}",
            subject,
            StoreUrl.mask(url),
            schemes,
            remedy,
            broken));
  }

  private static String remedy(Class<?> kind, String scheme, Set<String> schemes) {
    Optional<String> near = NearMiss.of(scheme, schemes);
    if (near.isPresent()) {
      return "; did you mean " + near.get() + "?";
    }
    if (kind == PublishedCounterReader.class && !scheme.matches("jdbc|rediss?")) {
      return "; counters are read from jdbc: and redis: URLs only: continue another counter with"
          + " mintmark lines raise seq/NAME LAST --new";
    }
    return "; add the artifact that has it, Mintmark's own would be io.mintmark:"
        + artifact(scheme) + "; if you pack all jars into one, merge their files"
        + " META-INF/services/" + kind.getName();
  }
}
