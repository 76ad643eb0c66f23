package io.mintmark.store;

import java.util.Set;

/**
 * Accepts URLs of some schemes. {@link java.util.ServiceLoader} finds adapters: an adapter's jar
 * names it in {@code META-INF/services} or in its module descriptor.
 */
public interface StoreAdapter {

  /**
   * Returns the schemes. Mintmark's own adapter for a scheme is in the artifact {@code
   * mintmark-store-SCHEME}. If that artifact is missing, the error names it.
   *
   * @return the start of the URLs, up to the first colon, in lower case
   */
  Set<String> schemes();

  /**
   * Returns whether a URL has one of the schemes.
   *
   * @param url a store's URL, for example {@code file:/var/lib/mintmark}
   * @return whether this adapter accepts it
   */
  default boolean accepts(String url) {
    return schemes().contains(url.substring(0, Math.max(0, url.indexOf(':'))));
  }
}
