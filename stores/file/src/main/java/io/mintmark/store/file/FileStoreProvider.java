package io.mintmark.store.file;

import static io.mintmark.store.engine.Failures.misconfigured;

import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.ClaimStoreProvider;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * Opens {@code file:PATH}. The path is the unchanged text after the colon, including spaces. {@code
 * file:///PATH} means the same as {@code file:/PATH}.
 */
public final class FileStoreProvider implements ClaimStoreProvider {

  private static final String SCHEME = "file:";

  /** For {@link java.util.ServiceLoader}. */
  public FileStoreProvider() {}

  /**
   * Returns the directory that a URL names.
   *
   * @param url a URL of a store in a directory
   * @return the URL's path
   * @throws ConfigurationException if the URL names another host, or its path is empty or invalid
   */
  public static Path directory(String url) {
    String path = url.substring(SCHEME.length());
    if (path.startsWith("//")) {
      path = path.substring(2);
      if (!path.startsWith("/")) {
        throw misconfigured("store", "the file store is not on this host: store={}", url);
      }
    }
    if (path.isEmpty()) {
      throw misconfigured("store", "the store's URL is not file:PATH: store={}", url);
    }
    try {
      return Path.of(path);
    } catch (InvalidPathException e) {
      throw misconfigured(
          "store",
          "not a path: store={}, reason={}, this JVM names files in {}; for names that are"
              + " not ASCII start it with LC_ALL=C.UTF-8",
          url,
          e.getMessage(),
          System.getProperty("sun.jnu.encoding"));
    }
  }

  @Override
  public Set<String> schemes() {
    return Set.of("file");
  }

  /** Opens the store or fails at once. Opening waits for nothing, so it needs no deadline. */
  @Override
  public ClaimStore open(String url, Duration opening, Duration timeout) {
    return FileStore.open(directory(url), timeout);
  }

  /**
   * Opens the store while another process may be using it. If the directory contains no store, the
   * returned store has no lines.
   */
  @Override
  public ClaimStore openReadOnly(String url, Duration opening, Duration timeout) {
    Path directory = directory(url);
    return FileStore.isMissing(directory) ? new MemoryStore() : FileStore.openReadOnly(directory);
  }
}
