package io.mintmark.server;

import io.mintmark.config.StoreChoice;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.service.LastStore;
import io.mintmark.service.StoreIdentity;
import io.mintmark.store.file.FileStoreProvider;
import io.mintmark.store.file.internal.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Remembers which store a server used last, and the ends of its claims there (on each line of the
 * store, the position after its last claim). This record is a small file in the server's data
 * directory. Without this record, a server could start on another store (a mistyped URL),
 * on an empty store (a lost volume) or on a store that was restored from a backup, and would repeat
 * ids.
 *
 * <p>The ends are written some seconds after the claims, and only after the store has acknowledged
 * the claims. If a line is below its recorded end, the store has therefore lost acknowledged
 * writes. If a store keeps its acknowledged writes, no crash has this effect.
 */
final class RememberedStore {

  private static final String MEMORY = "memory:";
  private static final int NAMED = 5;

  /** Empty if the store is in memory. */
  private final Optional<Path> file;

  private LastStore last;

  private RememberedStore(Optional<Path> file, LastStore last) {
    this.file = file;
    this.last = last;
  }

  /**
   * Returns the directory in which a server remembers its store. This is the directory of an
   * embedded store. For any other store it is the given directory, or without one the user's data
   * directory. Empty if the store is in memory.
   *
   * @param storeUrl the chosen store
   * @param dataDirectory a directory from the command line
   */
  static Optional<Path> directory(String storeUrl, Optional<Path> dataDirectory) {
    if (storeUrl.equals(MEMORY)) {
      return Optional.empty();
    }
    return Optional.of(
        Adapters.accepts(new FileStoreProvider(), storeUrl)
            ? FileStoreProvider.directory(storeUrl)
            : dataDirectory.orElseGet(StoreChoice::userDirectory));
  }

  /**
   * Accepts a store for a server, and remembers it. The store must be the one that the server used
   * last, or a store to which all lines of that store were moved, and must have lost no claims. Any
   * store is accepted if none is remembered, or if {@code init} is set.
   *
   * @param store the store to use
   * @param url the store's URL without secrets
   * @param directory the server's data directory; without it, the store is not remembered
   * @param init whether to accept any store
   * @return the remembered store
   * @throws ConfigurationException if the server used another store, or this store has lost claims;
   *     nothing was changed
   */
  static RememberedStore admit(
      LineStore store, String url, Optional<Path> directory, boolean init) {
    Optional<Path> file = directory.map(each -> each.toAbsolutePath().resolve(LastStore.FILE));
    boolean isNew = file.filter(Files::exists).isEmpty();
    Optional<LastStore> last = file.filter(each -> !init && !isNew).map(RememberedStore::read);
    last.ifPresent(remembered -> {
      requireSame(remembered, store, url, file.orElseThrow());
      requireNothingForgotten(remembered, store, file.orElseThrow());
    });
    if (init && isNew && file.isPresent()) {
      // If this server has used a store before, it may be this store, after a loss of its lines.
      // Such a store must not be declared new.
      store.declareNew();
    }
    LastStore now =
        new LastStore(StoreIdentity.of(store), url, last.map(LastStore::ends).orElse(Map.of()));
    if (!last.equals(Optional.of(now))) {
      file.ifPresent(each -> write(now, each));
    }
    return new RememberedStore(file, now);
  }

  /** The store, and the ends of the server's claims. */
  synchronized LastStore last() {
    return last;
  }

  /** Saves the ends of the server's claims if they have changed. */
  synchronized void keep(Map<String, Long> ends) {
    if (file.isPresent() && !ends.equals(last.ends())) {
      LastStore now = new LastStore(last.identity(), last.url(), ends);
      write(now, file.get());
      last = now;
    }
  }

  private static void requireSame(LastStore last, LineStore store, String given, Path file) {
    long found = store.position(StoreLines.IDENTITY);
    if (found != last.identity() && store.position(StoreLines.from(last.identity())) == 0) {
      throw refused(
          "this is not the store that the server used last: last={} ({}), given={} ({}),"
              + " remembered in {}; the server was not started, as it would repeat ids of the"
              + " last store. Give it that store, or move its lines with 'mintmark lines copy',"
              + " or start anew with --init",
          last.url(),
          last.identity(),
          given,
          found == 0 ? "a new one" : Long.toString(found),
          file);
    }
  }

  private static void requireNothingForgotten(LastStore last, LineStore store, Path file) {
    List<String> raises = last.ends().entrySet().stream()
        .filter(end -> store.position(end.getKey()) < end.getValue())
        .map(end -> "mintmark lines raise " + end.getKey() + " " + end.getValue())
        .toList();
    if (!raises.isEmpty()) {
      throw refused(
          "the store has forgotten claims, as after the restore of a backup: lines={},"
              + " store={}, remembered in {}; the server was not started, as it would repeat"
              + " ids. Restore the store's latest state, or raise every line past all ids that"
              + " were made, with 'mintmark lines raise --all', these at least to this server's"
              + " positions: {}{}; or delete a line's row from that file if it was lowered on"
              + " purpose, with 'mintmark lines lower'; or start with --init if repeats do no"
              + " harm",
          raises.size(),
          last.url(),
          file,
          String.join(", ", raises.subList(0, Math.min(NAMED, raises.size()))),
          raises.size() > NAMED ? ", ..." : "");
    }
  }

  private static LastStore read(Path file) {
    try {
      return LastStore.parse(Files.readString(file));
    } catch (IOException | IllegalArgumentException e) {
      throw unusable(file, e);
    }
  }

  /** Writes the file atomically and durably, before the first id is made. */
  private static void write(LastStore last, Path file) {
    try {
      PrivateFiles.createDirectories(Objects.requireNonNull(file.getParent()));
      PrivateFiles.replace(file, last.text().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  private static ConfigurationException unusable(Path file, Exception reason) {
    return refused(
        "the file with the server's last store cannot be used: file={}, reason={}; without it, a"
            + " start does not detect a restored backup. Give it a directory of its own with"
            + " --data",
        file,
        reason);
  }

  private static ConfigurationException refused(String message, Object... values) {
    return new ConfigurationException("server", Message.of(message, values));
  }
}
