package io.mintmark.store.file;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.ClaimStoreProvider;
import io.mintmark.store.MemoryStore;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * Opens {@code file:PATH}. The path is the text after the colon as it stands, spaces and all;
 * {@code file:///PATH} is the same as {@code file:/PATH}.
 */
public final class FileStoreProvider implements ClaimStoreProvider {

  private static final String SCHEME = "file:";

  /** For {@link java.util.ServiceLoader}. */
  public FileStoreProvider() {}

  /**
   * Reads the directory out of a URL.
   *
   * @param url a URL that {@link #accepts} says yes to
   * @return the path in it
   * @throws ConfigurationException if there is none
   */
  public static Path directory(String url) {
    String path = url.substring(SCHEME.length());
    if (path.startsWith("//")) {
      path = path.substring(2);
      if (!path.startsWith("/")) {
        throw new ConfigurationException(
            "store", Message.of("the file store is not on this host: store={}", url));
      }
    }
    if (path.isEmpty()) {
      throw new ConfigurationException(
          "store", Message.of("the store's URL is not file:PATH: store={}", url));
    }
    try {
      return Path.of(path);
    } catch (InvalidPathException e) {
      throw new ConfigurationException(
          "store",
          Message.of(
              "not a path: store={}, reason={}, this JVM names files in {}; for names that are"
                  + " not ASCII start it with LC_ALL=C.UTF-8",
              url,
              e.getMessage(),
              System.getProperty("sun.jnu.encoding")));
    }
  }

  @Override
  public Set<String> schemes() {
    return Set.of("file");
  }

  /** Opens it or refuses at once, without a deadline: nothing is waited for. */
  @Override
  public ClaimStore open(String url, Duration opening, Duration timeout) {
    return FileStore.open(directory(url), timeout);
  }

  /** Opens it beside the process that has it open. A directory without a store has no lines. */
  @Override
  public ClaimStore openReadOnly(String url, Duration opening, Duration timeout) {
    Path directory = directory(url);
    return FileStore.isMissing(directory) ? new MemoryStore() : FileStore.openReadOnly(directory);
  }
}
