package io.mintmark.store;

import io.mintmark.ConfigurationException;
import io.mintmark.StoreUnavailableException;
import java.time.Duration;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * Finds what opens a store's URL, and what reads a counter at one, among the adapters that are on
 * the class path or the module path.
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

  private Adapters() {}

  /**
   * Opens a store.
   *
   * @param url for example {@code file:/var/lib/mintmark}, or {@code memory:} for an empty one
   * @param timeout the deadline of every call to it
   * @return the open store, which the caller closes
   * @throws ConfigurationException if the URL is wrong or its adapter is not there; the message
   *     names the missing artifact
   * @throws StoreUnavailableException if the store cannot be reached or is in use
   */
  public static ClaimStore open(String url, Duration timeout) {
    if (url.equals(MEMORY)) {
      return new MemoryStore();
    }
    for (ClaimStoreProvider provider : ServiceLoader.load(ClaimStoreProvider.class)) {
      if (provider.accepts(url)) {
        return provider.open(url, timeout);
      }
    }
    throw unknown(
        "store", url, "a store's URL starts with memory: or one of ", ARTIFACTS.keySet(), "opens");
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
    for (PublishedCounterReader reader : ServiceLoader.load(PublishedCounterReader.class)) {
      if (reader.accepts(url)) {
        return reader.read(url, timeout);
      }
    }
    if (url.indexOf('#') < 0) {
      throw new ConfigurationException(
          "counter",
          "a counter's URL is the engine's, then '#' and what names it there: url="
              + StoreUrl.mask(url));
    }
    throw unknown(
        "counter", url, "a counter's URL starts with one of ", COUNTERS, "reads a counter at");
  }

  private static ConfigurationException unknown(
      String subject, String url, String rule, Set<String> schemes, String verb) {
    int colon = url.indexOf(':');
    String scheme = colon < 0 ? "" : url.substring(0, colon);
    return new ConfigurationException(
        subject,
        schemes.contains(scheme)
            ? "no adapter on the class path "
                + verb
                + " such a URL: scheme="
                + scheme
                + "; add the artifact io.mintmark:"
                + ARTIFACTS.get(scheme)
            : rule + schemes.stream().sorted().toList() + ": scheme='" + scheme + "'");
  }
}
