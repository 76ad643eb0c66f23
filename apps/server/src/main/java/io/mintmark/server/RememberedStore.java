package io.mintmark.server;

import io.mintmark.ConfigurationException;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.StoreIdentity;
import io.mintmark.store.StoreLines;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which store a server used last, in a small file of its data directory: a server that is led to
 * another store by a mistyped URL, or to an empty one by a lost volume, would make its ids again.
 */
final class RememberedStore {

  /** The file's name. */
  static final String FILE = "last-store";

  private static final Pattern TEXT = Pattern.compile("(\\d{1,19}) (.*)\n");

  private final long identity;
  private final String url;

  private RememberedStore(long identity, String url) {
    this.identity = identity;
    this.url = url;
  }

  /**
   * Lets a server use a store and remembers it: the store that it used last, or one that all lines
   * of that have been moved to, or any if it remembers none or is told to start anew.
   *
   * @param store what it is to use
   * @param url the store's URL without secrets
   * @param directory the server's data directory
   * @param init whether to start anew
   * @return the store's identity
   * @throws ConfigurationException if it used another store; nothing was changed
   */
  static long admit(ClaimStore store, String url, Path directory, boolean init) {
    Optional<RememberedStore> last = read(directory);
    if (last.isPresent() && !init && !last.get().leadsTo(store)) {
      throw new ConfigurationException(
          "server",
          "a server goes on with the store that it used last: last=" + last.get().url
              + " (" + last.get().identity + "), given=" + url + " ("
              + name(store.next(StoreLines.IDENTITY))
              + "), remembered in " + directory.resolve(FILE)
              + "; it was not started, as it would make ids again that were made there. Give it"
              + " that store, or move its lines with 'mintmark lines copy', or start anew with"
              + " --init");
    }
    if (init) {
      store.declareNew();
    }
    long identity = StoreIdentity.of(store);
    RememberedStore now = new RememberedStore(identity, url);
    if (!last.map(RememberedStore::text).equals(Optional.of(now.text()))) {
      now.write(directory);
    }
    return identity;
  }

  private boolean leadsTo(ClaimStore store) {
    return store.next(StoreLines.IDENTITY) == identity || store.next(StoreLines.from(identity)) > 0;
  }

  private static String name(long identity) {
    return identity == 0 ? "a new one" : Long.toString(identity);
  }

  private String text() {
    return identity + " " + url + "\n";
  }

  private static Optional<RememberedStore> read(Path directory) {
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      Matcher matcher = TEXT.matcher(Files.readString(file));
      if (matcher.matches()) {
        long identity = Long.parseLong(matcher.group(1));
        if (identity > 0) {
          return Optional.of(new RememberedStore(identity, matcher.group(2)));
        }
      }
    } catch (IOException | NumberFormatException e) {
      throw unusable(file, e.toString());
    }
    throw unusable(file, "it has another content");
  }

  /** As a whole or not at all, and for good before the first id is made. */
  private void write(Path directory) {
    Path file = directory.resolve(FILE);
    try {
      Files.createDirectories(directory);
      Path fresh = Files.createTempFile(directory, FILE, ".new");
      try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(text().getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          int unused = channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      try (FileChannel entries = FileChannel.open(directory, StandardOpenOption.READ)) {
        entries.force(true);
      }
    } catch (IOException e) {
      throw unusable(file, e.toString());
    }
  }

  private static ConfigurationException unusable(Path file, String reason) {
    return new ConfigurationException(
        "server",
        "a server remembers the store that it used last in its data directory: file=" + file
            + ", reason=" + reason
            + "; it was not started. Give it a directory of its own with --data");
  }
}
