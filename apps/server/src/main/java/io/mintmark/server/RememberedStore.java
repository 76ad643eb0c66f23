package io.mintmark.server;

import io.mintmark.config.DataDirectory;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.disk.PrivateFiles;
import io.mintmark.internal.store.StoreIdentity;
import io.mintmark.internal.store.StoreLines;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which store a server used last, and how far it got there, in a small file of its data directory:
 * a server that is led to another store by a mistyped URL, to an empty one by a lost volume, or to
 * one that was set back to a backup, would make its ids again.
 *
 * <p>How far it got is written some seconds after the claims, and only what the store has
 * acknowledged. So a store that keeps its word never stands below what is read here, whatever
 * happened to either of them.
 */
final class RememberedStore {

  /** The file's name. */
  static final String FILE = "last-store";

  private static final String MEMORY = "memory:";
  private static final Pattern STORE = Pattern.compile("(\\d{1,19}) (.*)");
  private static final Pattern END = Pattern.compile("(\\d{1,19}) (\\S+)");
  private static final int NAMED = 5;

  private final long identity;
  private final String url;
  private Map<String, Long> ends;

  /** Where it is remembered; nowhere if the store forgets everything itself. */
  private final Optional<Path> directory;

  private RememberedStore(
      long identity, String url, Map<String, Long> ends, Optional<Path> directory) {
    this.identity = identity;
    this.url = url;
    this.ends = ends;
    this.directory = directory;
  }

  /**
   * Says where a server keeps what it remembers of its store: with an embedded store, else in the
   * directory given, else in this user's; nowhere if the store forgets everything itself.
   *
   * @param storeUrl which store was chosen
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

  /** Lets a server use a store, and remembers nothing. */
  static RememberedStore nowhere(ClaimStore store) {
    return new RememberedStore(StoreIdentity.of(store), "", Map.of(), Optional.empty());
  }

  /**
   * Lets a server use a store and remembers it: the store that it used last, or one that all lines
   * of that have been moved to, if it has forgotten nothing; or any if it remembers none or is told
   * to start anew.
   *
   * @param store what it is to use
   * @param url the store's URL without secrets
   * @param directory the server's data directory
   * @param init whether to start anew
   * @return the store
   * @throws ConfigurationException if it used another store, or this one has forgotten claims;
   *     nothing was changed
   */
  static RememberedStore admit(ClaimStore store, String url, Path directory, boolean init) {
    Optional<RememberedStore> last = read(directory).filter(remembered -> !init);
    last.ifPresent(remembered -> {
      remembered.requireSame(store, url, directory);
      remembered.requireNothingForgotten(store, directory);
    });
    if (init) {
      store.declareNew();
    }
    RememberedStore now = new RememberedStore(
        StoreIdentity.of(store),
        url,
        last.map(remembered -> remembered.ends).orElse(Map.of()),
        Optional.of(directory));
    if (!last.map(RememberedStore::text).equals(Optional.of(now.text()))) {
      try {
        now.write(directory);
      } catch (IOException e) {
        throw unusable(directory.resolve(FILE), e.toString());
      }
    }
    return now;
  }

  /** Which store it is. */
  long identity() {
    return identity;
  }

  /** Remembers how far the server has got, if it has got further. */
  synchronized void keep(Map<String, Long> further) {
    if (directory.isEmpty()
        || further.entrySet().stream()
            .allMatch(end -> end.getValue().equals(ends.get(end.getKey())))) {
      return;
    }
    Map<String, Long> merged = new LinkedHashMap<>(ends);
    further.forEach((line, end) -> {
      merged.remove(line); // The lines that were used last come last.
      merged.put(line, end);
    });
    while (merged.size() > ClaimedEnds.MAX_LINES) {
      merged.remove(merged.keySet().iterator().next());
    }
    RememberedStore now = new RememberedStore(identity, url, merged, directory);
    try {
      now.write(directory.get());
      ends = merged;
    } catch (IOException e) {
      throw new MintmarkException(
          Message.of(
              "how far this server has got cannot be written down: file={}, reason={}; a backup"
                  + " that is restored may not be noticed at the next start",
              directory.get().resolve(FILE),
              e),
          e);
    }
  }

  private void requireSame(ClaimStore store, String given, Path directory) {
    long found = store.position(StoreLines.IDENTITY);
    if (found != identity && store.position(StoreLines.from(identity)) == 0) {
      throw new ConfigurationException(
          "server",
          Message.of(
              "this is not the store that the server used last: last={} ({}), given={} ({}),"
                  + " remembered in {}; it was not started, as it would make ids again that were"
                  + " made there. Give it that store, or move its lines with 'mintmark lines"
                  + " copy', or start anew with --init",
              url,
              identity,
              given,
              found == 0 ? "a new one" : Long.toString(found),
              directory.resolve(FILE)));
    }
  }

  private void requireNothingForgotten(ClaimStore store, Path directory) {
    List<String> forgotten = ends.entrySet().stream()
        .filter(end -> store.position(end.getKey()) < end.getValue())
        .map(end -> end.getKey() + " " + end.getValue())
        .toList();
    if (!forgotten.isEmpty()) {
      throw new ConfigurationException(
          "server",
          Message.of(
              "the store has forgotten claims, as one does that was set back to a backup:"
                  + " lines={}, store={}, remembered in {}; the server was not started, as it"
                  + " would make ids again. Bring the store back as it was, or raise every"
                  + " line past what was made, these at least to where this server got:"
                  + " {}{}; or delete a line's row from that file if it was lowered"
                  + " on purpose, with 'mintmark lines lower'; or start with"
                  + " --init if repeats do no harm",
              forgotten.size(),
              url,
              directory.resolve(FILE),
              String.join(
                  ", ",
                  forgotten.stream()
                      .limit(NAMED)
                      .map("mintmark lines raise "::concat)
                      .toList()),
              forgotten.size() > NAMED ? ", ..." : ""));
    }
  }

  private String text() {
    StringBuilder text =
        new StringBuilder().append(identity).append(' ').append(url).append('\n');
    ends.forEach((line, end) -> text.append(end).append(' ').append(line).append('\n'));
    return text.toString();
  }

  private static Optional<RememberedStore> read(Path directory) {
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      String text = Files.readString(file);
      if (text.endsWith("\n")) {
        return Optional.of(parse(text.lines().toList(), directory));
      }
    } catch (IOException | NumberFormatException e) {
      throw unusable(file, e.toString());
    }
    throw unusable(file, "it has another content");
  }

  /** Reads a line that names the store and, since versions that have them, the ends. */
  private static RememberedStore parse(List<String> lines, Path directory) {
    Matcher store = matching(STORE, lines.get(0));
    Map<String, Long> ends = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      Matcher end = matching(END, line);
      ends.put(end.group(2), Long.parseLong(end.group(1)));
    }
    long identity = Long.parseLong(store.group(1));
    if (identity == 0) {
      throw new NumberFormatException("it has another content: identity=0");
    }
    return new RememberedStore(identity, store.group(2), ends, Optional.of(directory));
  }

  private static Matcher matching(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    if (!matcher.matches()) {
      throw new NumberFormatException(Message.of("it has another content: line={}", line));
    }
    return matcher;
  }

  /** As a whole or not at all, and for good before the first id is made. */
  private void write(Path where) throws IOException {
    PrivateFiles.createDirectories(where);
    PrivateFiles.replace(where.resolve(FILE), text().getBytes(StandardCharsets.UTF_8));
  }

  private static ConfigurationException unusable(Path file, String reason) {
    return new ConfigurationException(
        "server",
        Message.of(
            "the store that the server used last cannot be remembered: file={}, reason={}; it was"
                + " not started. Give it a directory of its own with --data",
            file,
            reason));
  }
}
