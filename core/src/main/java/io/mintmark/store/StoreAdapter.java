package io.mintmark.store;

import java.util.Set;

/**
 * Takes URLs of some schemes; {@link java.util.ServiceLoader} finds it. An adapter's jar names it
 * in {@code META-INF/services} or its module descriptor.
 */
public interface StoreAdapter {

  /**
   * Names the schemes. Mintmark's own adapter for a scheme is in the artifact {@code
   * mintmark-store-SCHEME}; if it is not there, the error names that artifact.
   *
   * @return what the URLs start with, up to the first colon, in lower case
   */
  Set<String> schemes();

  /**
   * Tells whether a URL is of one of the schemes.
   *
   * @param url a store's URL, for example {@code file:/var/lib/mintmark}
   * @return whether this adapter takes it
   */
  default boolean accepts(String url) {
    return schemes().contains(url.substring(0, Math.max(0, url.indexOf(':'))));
  }
}
