package io.mintmark.store;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds what opens a store's URL, and what reads a counter at one, among the adapters that are on
 * the class path or the module path: where the calling thread's context class loader looks, and
 * where this library itself came from, as threads of a pool often have a context of their own.
 *
 * <p><b>Opening is tried again</b> for as long as it may take, by default {@link #OPENING}: a
 * process that has just started has its adapter's classes still to load, and shares a busy host
 * with others that start at the same time. Each try gets twice as long as the one before it, so
 * that one of them is long enough. A server that refuses the connection, or says no, is believed at
 * once.
 */
public final class Adapters {

  private static final String MEMORY = "memory:";

  /** The artifact that knows URLs of a scheme. */
  private static final Map<String, String> ARTIFACTS = Map.ofEntries(
      Map.entry("file", "mintmark-store-file"),
      Map.entry("jdbc", "mintmark-store-jdbc"),
      Map.entry("redis", "mintmark-store-redis"),
      Map.entry("rediss", "mintmark-store-redis"),
      Map.entry("mongodb", "mintmark-store-mongodb"),
      Map.entry("zookeeper", "mintmark-store-zookeeper"),
      Map.entry("etcd", "mintmark-store-etcd"),
      Map.entry("mintmark", "mintmark-store-remote"));

  /** The schemes of engines that other systems count in. */
  private static final Set<String> COUNTERS =
      Set.of("jdbc", "redis", "rediss", "mongodb", "zookeeper");

  /** How long opening may take, unless a URL or a caller says otherwise. */
  public static final Duration OPENING = Duration.ofMinutes(2);

  /**
   * What fails sooner was refused; what takes longer was waited for. So was what takes a quarter of
   * a call's time, as drivers try for no longer than a part of that.
   */
  private static final Duration REFUSED_WITHIN = Duration.ofSeconds(1);

  /** More than any class path has; one that cannot be read must not be tried for ever. */
  private static final int MAX_PROVIDERS = 1_000;

  private static final System.Logger LOG = System.getLogger("io.mintmark.store");

  private Adapters() {}

  /**
   * Opens a store. Takes up to {@link #OPENING}, or the URL's {@value StoreUrl#OPEN_TIMEOUT}.
   *
   * @param url for example {@code file:/var/lib/mintmark}, or {@code memory:} for an empty one
   * @param timeout the deadline of every call to it
   * @return the open store, which the caller closes
   * @throws ConfigurationException if the URL is wrong or its adapter is not there; the message
   *     names the missing artifact
   * @throws StoreUnavailableException if the store cannot be reached or is in use
   */
  public static ClaimStore open(String url, Duration timeout) {
    return open(url, OPENING, timeout);
  }

  /**
   * Opens a store.
   *
   * @param url for example {@code file:/var/lib/mintmark}, or {@code memory:} for an empty one
   * @param opening how long opening may take, unless the URL says so itself
   * @param timeout the deadline of every call to it
   * @return the open store, which the caller closes
   * @throws ConfigurationException if the URL is wrong or its adapter is not there; the message
   *     names the missing artifact
   * @throws StoreUnavailableException if the store cannot be reached or is in use
   */
  public static ClaimStore open(String url, Duration opening, Duration timeout) {
    if (url.equals(MEMORY)) {
      return new MemoryStore();
    }
    Search<ClaimStoreProvider> search = new Search<>(ClaimStoreProvider.class);
    return search
        .find(provider -> provider.accepts(url))
        .map(provider -> open(provider, url, opening, timeout))
        .orElseThrow(() -> unknown(
            "store",
            url,
            "a store's URL starts with memory: or one of ",
            ARTIFACTS.keySet(),
            "opens",
            search));
  }

  private static ClaimStore open(
      ClaimStoreProvider provider, String url, Duration opening, Duration timeout) {
    StoreUrl parts = StoreUrl.of(url, Set.of());
    boolean isNew = parts.isNew();
    ElapsedClock clock = ElapsedClock.system();
    Duration whole = parts.openTimeout(opening);
    long startNanos = clock.nanos();
    Duration most = whole.compareTo(timeout) < 0 ? whole : timeout;
    boolean waited = false;
    while (true) {
      long triedNanos = clock.nanos();
      try {
        return ready(provider.open(url, most, timeout), isNew);
      } catch (StoreUnavailableException e) {
        long nowNanos = clock.nanos();
        Duration left = whole.minusNanos(nowNanos - startNanos);
        boolean refused = nowNanos - triedNanos
            < Math.min(REFUSED_WITHIN.toNanos(), timeout.dividedBy(4).toNanos());
        // An engine that comes back breaks what was begun while it was away, so that is no answer.
        if ((refused && !waited)
            || left.compareTo(REFUSED_WITHIN) < 0
            || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        LOG.log(
            System.Logger.Level.WARNING,
            "the store has not opened yet: waitedMs={0,number,#}, goesOnForMs={1,number,#},"
                + " store={2}, reason={3}",
            whole.minus(left).toMillis(),
            left.toMillis(),
            parts,
            e.getMessage());
        waited = !refused;
        Duration twice = most.multipliedBy(2);
        most = twice.compareTo(left) < 0 ? twice : left;
      }
    }
  }

  private static ClaimStore ready(ClaimStore store, boolean isNew) {
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
   * Reads where a counter of another system stands.
   *
   * @param url where the counter is, as its adapter has it, for example {@code
   *     redis://127.0.0.1:6379/0#orders}
   * @param timeout how long it may take
   * @return where it stands
   * @throws ConfigurationException if the URL is wrong, there is no such counter, or its adapter is
   *     not there; the message names the missing artifact
   * @throws StoreUnavailableException if the engine did not answer
   */
  public static PublishedCounter read(String url, Duration timeout) {
    Search<PublishedCounterReader> search = new Search<>(PublishedCounterReader.class);
    Optional<PublishedCounterReader> found = search.find(reader -> reader.accepts(url));
    if (found.isPresent()) {
      return found.get().read(url, timeout);
    }
    if (url.indexOf('#') < 0) {
      throw new ConfigurationException(
          "counter",
          Message.of(
              "a counter's URL is the engine's, then '#' and what names it there: url={}",
              StoreUrl.mask(url)));
    }
    throw unknown(
        "counter",
        url,
        "a counter's URL starts with one of ",
        COUNTERS,
        "reads a counter at",
        search);
  }

  /** A look for one adapter, and what came in its way. */
  private static final class Search<T> {

    private final Class<T> kind;
    private @Nullable ServiceConfigurationError broken;

    Search(Class<T> kind) {
      this.kind = kind;
    }

    Optional<T> find(Predicate<T> fits) {
      Optional<T> found =
          find(ServiceLoader.load(kind, Thread.currentThread().getContextClassLoader()), fits);
      return found.isPresent()
          ? found
          : find(ServiceLoader.load(kind, Adapters.class.getClassLoader()), fits);
    }

    private Optional<T> find(ServiceLoader<T> all, Predicate<T> fits) {
      Iterator<T> each = all.iterator();
      for (int i = 0; i < MAX_PROVIDERS; i++) {
        try {
          if (!each.hasNext()) {
            break;
          }
          T provider = each.next();
          if (fits.test(provider)) {
            return Optional.of(provider);
          }
        } catch (ServiceConfigurationError e) {
          // For example of another copy of this library, which a context may have.
          broken = e;
        }
      }
      return Optional.empty();
    }

    String broken() {
      return broken == null ? "" : "; one could not be loaded: " + broken.getMessage();
    }

    String file() {
      return "META-INF/services/" + kind.getName();
    }
  }

  private static ConfigurationException unknown(
      String subject, String url, String rule, Set<String> schemes, String verb, Search<?> search) {
    int colon = url.indexOf(':');
    String scheme = colon < 0 ? "" : url.substring(0, colon);
    return new ConfigurationException(
        subject,
        schemes.contains(scheme)
            ? Message.of(
                "no adapter on the class path {} such a URL: scheme={}; add the artifact"
                    + " io.mintmark:{}; where all is packed into one jar, its {} has to hold the"
                    + " lines of each jar's{}",
                verb,
                scheme,
                ARTIFACTS.get(scheme),
                search.file(),
                search.broken())
            : rule + schemes.stream().sorted().toList() + ": scheme='" + scheme + "'");
  }
}
