package io.mintmark.server;

import io.mintmark.config.DataDirectory;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.disk.PrivateFiles;
import io.mintmark.internal.store.StoreIdentity;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.service.LastStore;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.file.FileStoreProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  private LastStore last;

  /** The directory of the file; empty if the store is in memory. */
  private final Optional<Path> directory;

  private RememberedStore(LastStore last, Optional<Path> directory) {
    this.last = last;
    this.directory = directory;
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
        new FileStoreProvider().accepts(storeUrl)
            ? FileStoreProvider.directory(storeUrl)
            : dataDirectory.orElseGet(DataDirectory::ofUser));
  }

  /** Accepts a store without remembering it. */
  static RememberedStore nowhere(ClaimStore store) {
    return new RememberedStore(
        new LastStore(StoreIdentity.of(store), "", Map.of()), Optional.empty());
  }

  /**
   * Accepts a store for a server, and remembers it. The store must be the one that the server used
   * last, or a store to which all lines of that store were moved, and must have lost no claims. Any
   * store is accepted if none is remembered, or if {@code init} is set.
   *
   * @param store the store to use
   * @param url the store's URL without secrets
   * @param directory the server's data directory
   * @param init whether to accept any store
   * @return the remembered store
   * @throws ConfigurationException if the server used another store, or this store has lost claims;
   *     nothing was changed
   */
  static RememberedStore admit(ClaimStore store, String url, Path directory, boolean init) {
    Optional<LastStore> last = read(directory).filter(remembered -> !init);
    last.ifPresent(remembered -> {
      requireSame(remembered, store, url, directory);
      requireNothingForgotten(remembered, store, directory);
    });
    if (init && !Files.exists(directory.resolve(LastStore.FILE))) {
      // If this server has used a store before, it may be this store, after a loss of its lines.
      // Such a store must not be declared new.
      store.declareNew();
    }
    LastStore now =
        new LastStore(StoreIdentity.of(store), url, last.map(LastStore::ends).orElse(Map.of()));
    if (!last.map(LastStore::text).equals(Optional.of(now.text()))) {
      try {
        write(now, directory);
      } catch (IOException e) {
        throw unusable(directory.resolve(LastStore.FILE), e.toString());
      }
    }
    return new RememberedStore(now, Optional.of(directory));
  }

  /** The store's identity. */
  synchronized long identity() {
    return last.identity();
  }

  /** Saves the ends of the server's claims if they have changed. */
  synchronized void keep(Map<String, Long> further) {
    if (directory.isEmpty()
        || further.entrySet().stream()
            .allMatch(end -> end.getValue().equals(last.ends().get(end.getKey())))) {
      return;
    }
    Map<String, Long> merged = new LinkedHashMap<>(last.ends());
    further.forEach((line, end) -> {
      merged.remove(line); // The most recently used lines are last.
      merged.put(line, end);
    });
    while (merged.size() > ClaimedEnds.MAX_LINES) {
      merged.remove(merged.keySet().iterator().next());
    }
    LastStore now = new LastStore(last.identity(), last.url(), merged);
    try {
      write(now, directory.get());
      last = now;
    } catch (IOException e) {
      throw new MintmarkException(
          Message.of(
              "this server's claims cannot be recorded: file={}, reason={}; the next start may not"
                  + " detect a restored backup",
              directory.get().resolve(LastStore.FILE),
              e),
          e);
    }
  }

  private static void requireSame(LastStore last, ClaimStore store, String given, Path directory) {
    long found = store.position(StoreLines.IDENTITY);
    if (found != last.identity() && store.position(StoreLines.from(last.identity())) == 0) {
      throw new ConfigurationException(
          "server",
          Message.of(
              "this is not the store that the server used last: last={} ({}), given={} ({}),"
                  + " remembered in {}; the server was not started, as it would repeat ids of the"
                  + " last store. Give it that store, or move its lines with 'mintmark lines copy',"
                  + " or start anew with --init",
              last.url(),
              last.identity(),
              given,
              found == 0 ? "a new one" : Long.toString(found),
              directory.resolve(LastStore.FILE)));
    }
  }

  private static void requireNothingForgotten(LastStore last, ClaimStore store, Path directory) {
    List<String> forgotten = last.ends().entrySet().stream()
        .filter(end -> store.position(end.getKey()) < end.getValue())
        .map(end -> end.getKey() + " " + end.getValue())
        .toList();
    if (!forgotten.isEmpty()) {
      throw new ConfigurationException(
          "server",
          Message.of(
              "the store has forgotten claims, as after the restore of a backup: lines={},"
                  + " store={}, remembered in {}; the server was not started, as it would repeat"
                  + " ids. Restore the store's latest state, or raise every line past all ids that"
                  + " were made, with 'mintmark lines raise --all', these at least to this server's"
                  + " positions: {}{}; or delete a line's row from that file if it was lowered on"
                  + " purpose, with 'mintmark lines lower'; or start with --init if repeats do no"
                  + " harm",
              forgotten.size(),
              last.url(),
              directory.resolve(LastStore.FILE),
              String.join(
                  ", ",
                  forgotten.stream()
                      .limit(NAMED)
                      .map("mintmark lines raise "::concat)
                      .toList()),
              forgotten.size() > NAMED ? ", ..." : ""));
    }
  }

  private static Optional<LastStore> read(Path directory) {
    Path file = directory.resolve(LastStore.FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(LastStore.parse(Files.readString(file)));
    } catch (IOException | IllegalArgumentException e) {
      throw unusable(file, e.toString());
    }
  }

  /** Writes the file atomically and durably, before the first id is made. */
  private static void write(LastStore last, Path where) throws IOException {
    PrivateFiles.createDirectories(where);
    PrivateFiles.replace(
        where.resolve(LastStore.FILE), last.text().getBytes(StandardCharsets.UTF_8));
  }

  private static ConfigurationException unusable(Path file, String reason) {
    return new ConfigurationException(
        "server",
        Message.of(
            "the file with the server's last store cannot be used: file={}, reason={}; the"
                + " server was not started. Give it a directory of its own with --data",
            file,
            reason));
  }
}
