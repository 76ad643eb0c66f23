package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Adapters;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.file.FileStore;
import io.mintmark.store.file.FileStoreProvider;
import io.mintmark.store.file.Owner;
import io.mintmark.time.ElapsedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** Opens a store by its URL, through the server that has its directory if one has. */
final class StoreOpener {

  /** The deadline of every call to the store. */
  static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** How long opening may take, unless the URL says so: a person waits for it. */
  static final Duration OPENING = Duration.ofSeconds(30);

  /** How long to wait for another command that has the directory: those are done in no time. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final long RETRY_NANOS = 20_000_000;

  private StoreOpener() {}

  /**
   * Opens a store in one of two ways.
   *
   * @param access what that server may ask for
   * @param served takes the server that has the store
   * @param own takes the store when this process has opened it, to be closed
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

  /** Opens a store to read it, also while another process has it open. Nothing is written. */
  static ClaimStore readOnly(String url) {
    return Adapters.openReadOnly(url, OPENING, TIMEOUT);
  }

  /** Opens a store itself, wherever it is: a server's as {@code mintmark://}. */
  static Mintmark lines(String url, ServedBy.Access access, ElapsedClock clock) {
    return of(url, access, clock, server -> mint(server.storeUrl()), Function.identity());
  }

  /** The server that has an embedded store's directory. */
  static Optional<ServedBy> served(String url, ServedBy.Access access) {
    return directory(url)
        .flatMap(FileStore::owner)
        .flatMap(Owner::url)
        .map(server -> new ServedBy(server, access));
  }

  /** The directory of an embedded store. */
  static Optional<Path> directory(String url) {
    return new FileStoreProvider().accepts(url)
        ? Optional.of(FileStoreProvider.directory(url))
        : Optional.empty();
  }

  /** Opens a store for the length of a command. */
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
