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
import java.util.Iterator;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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
  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):");

  /**
   * More providers than any class path has. This limits the search if the iterator fails for ever
   * because a provider cannot be loaded.
   */
  private static final int MAX_PROVIDERS = 1_000;

  private Adapters() {}

  /**
   * Returns whether a URL is that of a store in memory. Each opening of it creates a new store.
   *
   * @param url a store's URL
   * @return whether the URL is {@code memory:}
   */
  public static boolean isMemory(String url) {
    return url.startsWith(MEMORY);
  }

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
    return open(url, opening, timeout, ClaimStoreProvider::open);
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
    return open(url, opening, timeout, ClaimStoreProvider::openReadOnly);
  }

  /** The method of a provider that opens a store: for reading and writing, or only for reading. */
  @FunctionalInterface
  private interface Way {
    ClaimStore open(ClaimStoreProvider provider, String url, Duration opening, Duration timeout);
  }

  private static LineStore open(String url, Duration opening, Duration timeout, Way way) {
    if (isMemory(url)) {
      if (url.length() > MEMORY.length()) {
        throw new ConfigurationException(
            "store",
            Message.of(
                "a store in memory has no name, because each one is separate: store='{}'; leave out"
                    + " the text after the colon",
                StoreUrl.mask(url)));
      }
      return new MemoryStore();
    }
    Search<ClaimStoreProvider> search = new Search<>(ClaimStoreProvider.class);
    search.schemes.add("memory");
    return search
        .find(url)
        .map(provider -> open(provider, url, opening, timeout, way))
        .orElseThrow(() -> search.unknown("store", "opens", url));
  }

  private static LineStore open(
      ClaimStoreProvider provider, String url, Duration opening, Duration timeout, Way way) {
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
        return ready(LineStore.of(way.open(provider, url, most, timeout)), isNew);
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
          warn(whole.minus(left), left, parts, e);
        }
        refusedBefore = refused;
        Duration twice = most.multipliedBy(2);
        most = twice.compareTo(left) < 0 ? twice : left;
      }
    }
  }

  private static void warn(
      Duration waited, Duration left, StoreUrl url, StoreUnavailableException e) {
    StoreLog.warn(
        "the store has not opened yet: waitedMs={0,number,#}, goesOnForMs={1,number,#},"
            + " store={2}, reason={3}",
        waited.toMillis(), left.toMillis(), url, e.getMessage());
  }

  private static LineStore ready(LineStore store, boolean isNew) {
    boolean ready = false;
    try {
      if (isNew) {
        store.declareNew();
      }
      ready = true;
      return store;
    } finally {
      if (!ready) {
        store.close();
      }
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
          Message.of(
              "the URL names no counter: url={}; write the engine's URL, then '#' and the counter's"
                  + " name",
              StoreUrl.mask(url)));
    }
    Search<PublishedCounterReader> search = new Search<>(PublishedCounterReader.class);
    return search
        .find(url)
        .orElseThrow(() -> search.unknown("counter", "reads counters at", url))
        .read(url, timeout);
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
   * The search for one adapter. Records the schemes of all adapters and the last loading error, for
   * the message.
   */
  private static final class Search<T extends StoreAdapter> {

    private final Class<T> kind;
    private final Set<String> schemes = new TreeSet<>();
    private @Nullable ServiceConfigurationError broken;

    Search(Class<T> kind) {
      this.kind = kind;
    }

    Optional<T> find(String url) {
      Optional<T> found =
          find(ServiceLoader.load(kind, Thread.currentThread().getContextClassLoader()), url);
      return found.isPresent()
          ? found
          : find(ServiceLoader.load(kind, Adapters.class.getClassLoader()), url);
    }

    private Optional<T> find(ServiceLoader<T> all, String url) {
      Iterator<T> each = all.iterator();
      for (int i = 0; i < MAX_PROVIDERS; i++) {
        try {
          if (!each.hasNext()) {
            break;
          }
          T provider = each.next();
          if (accepts(provider, url)) {
            return Optional.of(provider);
          }
          schemes.addAll(provider.schemes());
        } catch (ServiceConfigurationError e) {
          // For example, the context class loader may find a provider for another copy of this
          // library.
          broken = e;
        }
      }
      return Optional.empty();
    }

    ConfigurationException unknown(String subject, String verb, String url) {
      Matcher beginning = SCHEME.matcher(url);
      String scheme = beginning.lookingAt() ? beginning.group(1) : "";
      if (scheme.isEmpty()) {
        return new ConfigurationException(
            subject,
            Message.of(
                "this is not a URL with a scheme and a colon: {}='{}', schemes known here={}; for"
                    + " example file:/var/lib/mintmark, redis://127.0.0.1:6379 or"
                    + " jdbc:postgresql://127.0.0.1:5432/shop",
                subject,
                StoreUrl.mask(url),
                schemes));
      }
      return new ConfigurationException(
          subject,
          Message.of(
              "no adapter on the class path {} URLs of this scheme: scheme='{}', known here={}{}",
              verb,
              scheme,
              schemes,
              NearMiss.of(scheme, schemes)
                  .map(near -> "; did you mean " + near + "?")
                  .orElseGet(() -> advice(scheme))));
    }

    private String advice(String scheme) {
      return Message.of(
          "; add the artifact that has it, Mintmark's own would be io.mintmark:{}; if you pack all"
              + " jars into one, merge their files META-INF/services/{}{}",
          artifact(scheme),
          kind.getName(),
          broken == null ? "" : "; an adapter could not be loaded: " + broken.getMessage());
    }
  }
}
