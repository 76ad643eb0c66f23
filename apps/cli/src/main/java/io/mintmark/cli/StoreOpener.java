package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.store.file.FileStore;
import io.mintmark.store.file.FileStoreProvider;
import io.mintmark.store.file.Owner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Opens a store by its URL. If a server uses the store's directory, the store is opened through the
 * server.
 */
final class StoreOpener {

  /** The deadline of every call to the store. */
  static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** The limit for opening a store, unless its URL sets another limit. */
  static final Duration OPENING = Duration.ofSeconds(30);

  /** How long to wait for another command that uses the directory. Commands end quickly. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final long RETRY_NANOS = 20_000_000;

  private StoreOpener() {}

  /**
   * Opens a store, directly or through a server.
   *
   * @param access the credentials for that server
   * @param served is called with the server, if one uses the store
   * @param own is called otherwise, with the store that this process has opened; must close the
   *     store
   */
  static <T> T of(
      String url,
      ServedBy.Access access,
      ElapsedClock clock,
      Function<ServedBy, T> served,
      Function<Mintmark, T> own) {
    long startNanos = clock.nanos();
    while (true) {
      Optional<ServedBy> server = served(url, access);
      if (server.isPresent()) {
        return served.apply(server.get());
      }
      try {
        return own.apply(mint(url));
      } catch (StoreUnavailableException e) {
        boolean inUse = directory(url).flatMap(FileStore::owner).isPresent();
        if (!inUse || clock.nanos() - startNanos > PATIENCE.toNanos()) {
          throw e;
        }
        clock.pause(RETRY_NANOS);
      }
    }
  }

  /** Opens a store to read it, even while another process has it open. Nothing is written. */
  static LineStore readOnly(String url) {
    return Adapters.openReadOnly(url, OPENING, TIMEOUT);
  }

  /** Opens a store directly, or through a server as {@code mintmark://}. */
  static Mintmark lines(String url, ServedBy.Access access, ElapsedClock clock) {
    return of(url, access, clock, server -> mint(server.storeUrl()), Function.identity());
  }

  /** Finds the server that uses an embedded store's directory. */
  static Optional<ServedBy> served(String url, ServedBy.Access access) {
    return directory(url)
        .flatMap(FileStore::owner)
        .flatMap(Owner::url)
        .map(server -> new ServedBy(server, access));
  }

  /** Returns the directory of an embedded store. */
  static Optional<Path> directory(String url) {
    return Adapters.accepts(new FileStoreProvider(), url)
        ? Optional.of(FileStoreProvider.directory(url))
        : Optional.empty();
  }

  /** Opens a store for the duration of a command. */
  static Mintmark mint(String url) {
    return Mintmark.builder()
        .store(url)
        .openTimeout(OPENING)
        .claimTimeout(TIMEOUT)
        .oneShot(true)
        .observer(new WaitNotice(Terminal.ofProcess()))
        .open();
  }
}
