package io.mintmark.store;

import java.util.Set;

/**
 * An adapter for an engine, which accepts store URLs of certain schemes. {@link
 * java.util.ServiceLoader} finds adapters, so the jar of an adapter names its class in {@code
 * META-INF/services} or in its module descriptor.
 */
public interface StoreAdapter {

  /**
   * Returns the schemes. Mintmark's own adapter for a scheme is in the artifact {@code
   * mintmark-store-SCHEME}. If no adapter accepts a URL, the error names this artifact.
   *
   * @return each scheme: the start of a URL up to the first colon, in lower case
   */
  Set<String> schemes();
}
