package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.Message;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.Line;
import io.mintmark.store.file.FileStore;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options that choose the source of a command's generators and lines (the counters in the
 * store). A named server takes precedence, then the server that uses the store's directory, then
 * the store itself.
 */
final class SourceOptions {

  private static final String MEMORY = "memory:";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin
  private StoreOptions stores;

  @Option(
      names = "--server",
      paramLabel = "URL",
      description = "The server to call, for example https://ids.example.com:7600. It has its own"
          + " configuration and store. Default: the server that has the store's directory open, if"
          + " there is one.")
  private @Nullable String server;

  @Mixin
  private AccessOptions access;

  private Terminal terminal() {
    return MintmarkCommand.terminal(spec);
  }

  /** Returns the configuration from a file and the environment. */
  Config config() {
    return stores.config(terminal().environment());
  }

  /** Opens generators to describe them, on the server or else on the store. Writes nothing. */
  Source openReadOnly(Config generators) {
    return asked()
        .or(() -> StoreOpener.served(stores.url(generators), access()))
        .<Source>map(ServerSource::new)
        .orElseGet(() -> StoreSource.readOnly(stores.url(generators), generators));
  }

  /**
   * Opens one generator, on the server or else on the store itself. If its ids need no line, it
   * needs no writable directory.
   */
  Source open(Config generators, String name) {
    Config one = generators.only(name);
    boolean storeless = Optional.ofNullable(one.generators().get(name))
        .filter(configured -> !configured.settings().usesLines())
        .isPresent();
    String url = storeless && served().isEmpty() ? MEMORY : stores.url(one);
    return asked()
        .<Source>map(ServerSource::new)
        .orElseGet(() -> StoreOpener.of(
            url,
            access(),
            terminal().elapsed(),
            ServerSource::new,
            mint -> new StoreSource(mint, mint::close, url, one)));
  }

  /** Returns the server to use. If a configuration file is named, the file is used instead. */
  Optional<ServerSource> served() {
    return asked()
        .or(() -> stores.file().isPresent()
            ? Optional.empty()
            : StoreOpener.served(stores.url(config()), access()))
        .map(ServerSource::new);
  }

  /** Opens the store with the lines, directly or through its server. */
  Mintmark openLines(Config generators) {
    return StoreOpener.lines(url(generators), access(), terminal().elapsed());
  }

  /**
   * Returns the URL of the store with the lines. For a named server, this is the server's URL as a
   * store.
   */
  private String url(Config generators) {
    return named().map(ServedBy::storeUrl).orElseGet(() -> stores.url(generators));
  }

  /**
   * Returns the URL of the store itself, for a command that requires that the store is not in use.
   *
   * @throws IllegalArgumentException if a server is named, or uses the store's directory
   */
  String unservedUrl(Config config) {
    named().or(() -> StoreOpener.served(stores.url(config), access())).ifPresent(running -> {
      throw new IllegalArgumentException(Message.of(
          "a server makes ids on the store: server={}; nothing was changed; stop it, and name"
              + " the store by --store or --data",
          running.url()));
    });
    return stores.url(config);
  }

  /** Returns the credentials for a server that is found by the store's directory. */
  private ServedBy.Access access() {
    return access.access(terminal().environment());
  }

  /** Reads lines, even while another process has the store open. */
  List<Line> lines(LinePage page) {
    String url = url(config());
    try (LineStore lines = StoreOpener.directory(url)
        .<LineStore>map(FileStore::openReadOnly)
        .orElseGet(() -> StoreOpener.readOnly(url))) {
      return lines.lines(page);
    }
  }

  /** Returns whether a line does not exist, or its store does not. Writes nothing. */
  boolean isMissing(String line) {
    try (LineStore store = StoreOpener.readOnly(url(config()))) {
      return store.position(line) == 0;
    }
  }

  /**
   * Refuses to move Mintmark's own lines, and intact lines of generators' settings.
   *
   * @throws IllegalArgumentException if the line is Mintmark's own, or if it has a generator's
   *     settings and is intact
   */
  void checkMayMove(String line) {
    if (LineName.isReserved(line)) {
      throw new IllegalArgumentException(Message.of(
          "the line is Mintmark's own, and moving it could make the store unusable for good:"
              + " line={}; nothing was changed",
          line));
    }
    if (line.startsWith(SpecLine.PREFIX)
        && lines(new LinePage(line, "", 1)).stream()
            .noneMatch(found -> found.name().equals(line) && SpecLine.isSpoilt(found))) {
      throw new IllegalArgumentException(Message.of(
          "the line keeps the settings that a generator was first used with, and counts nothing:"
              + " line={}; nothing was changed",
          line));
    }
  }

  /** Returns the named server, which has its own store. */
  private Optional<ServedBy> named() {
    checkAlone(stores.store().isPresent() || stores.data().isPresent(), "--store and --data");
    return Optional.ofNullable(server)
        .map(text -> Usage.value(spec, text, url -> ServedBy.named(url, access())));
  }

  /** Returns the named server, which has its own store and configuration. */
  private Optional<ServedBy> asked() {
    checkAlone(stores.file().isPresent(), "--config");
    return named();
  }

  private void checkAlone(boolean isGiven, String options) {
    if (server != null && isGiven) {
      throw Usage.wrong(
          spec,
          "the server has its own store and configuration: leave out --server, or " + options);
    }
  }
}
