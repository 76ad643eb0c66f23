package io.mintmark.cli;

import io.mintmark.config.Config;
import io.mintmark.error.Message;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Line;
import io.mintmark.store.LineName;
import io.mintmark.store.LinePage;
import io.mintmark.store.file.FileStore;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The options that say where a command's generators and lines are: on a server that is named, else
 * on the server that has the store's directory, else on the store itself.
 */
final class SourceOptions {

  private static final String MEMORY = "memory:";
  private static final Set<String> STORELESS = Set.of("objectid", "uuid", "typeid");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin
  private StoreOptions stores;

  @Option(
      names = "--server",
      paramLabel = "URL",
      description = "The server to ask, for example https://ids.example.com:7600. It has its own"
          + " configuration and store. Default: the server that has the store's directory open, if"
          + " there is one.")
  private @Nullable String server;

  @Mixin
  private AccessOptions access;

  /** What is configured, by a file and the environment. */
  Config config(Terminal terminal) {
    return stores.config(terminal.environment());
  }

  /** Whether a configuration's file is named here. */
  boolean hasFile() {
    return stores.file().isPresent();
  }

  /** Opens generators to describe them, on the server or else on the store, and writes nothing. */
  Source openReadOnly(Config generators, Terminal terminal) {
    return asked(terminal)
        .or(() -> StoreOpener.served(stores.url(generators), access(terminal)))
        .<Source>map(ServerSource::new)
        .orElseGet(() -> StoreSource.readOnly(stores.url(generators), generators));
  }

  /** Opens generators on the server, else on the store itself. */
  Source open(Config generators, Terminal terminal) {
    Optional<ServedBy> asked = asked(terminal);
    if (asked.isPresent()) {
      return new ServerSource(asked.get());
    }
    String url = stores.url(generators);
    return StoreOpener.of(
        url,
        access(terminal),
        terminal.elapsed(),
        ServerSource::new,
        mint -> new StoreSource(mint, url, generators));
  }

  /** The server to ask; none beside a file, which says what there is. */
  Optional<ServerSource> served(Terminal terminal) {
    return asked(terminal)
        .or(() -> stores.file().isPresent()
            ? Optional.empty()
            : StoreOpener.served(stores.url(config(terminal)), access(terminal)))
        .map(ServerSource::new);
  }

  /** The URL of the store that lines are on, through a server that is named. */
  String url(Config generators, Terminal terminal) {
    return named(terminal).map(ServedBy::storeUrl).orElseGet(() -> stores.url(generators));
  }

  /**
   * The URL of the store itself, for a command that nobody may use the store beside.
   *
   * @throws IllegalArgumentException if a server is named, or has the store's directory
   */
  String unservedUrl(Config config, Terminal terminal) {
    named(terminal)
        .or(() -> StoreOpener.served(stores.url(config), access(terminal)))
        .ifPresent(running -> {
          throw new IllegalArgumentException(Message.of(
              "a server makes ids on the store: server={}; nothing was changed; stop it, and name"
                  + " the store by --store or --data",
              running.url()));
        });
    return stores.url(config);
  }

  /** How a server that is found by a store's directory is got into. */
  ServedBy.Access access(Terminal terminal) {
    return access.access(terminal.environment());
  }

  /** Reads lines, also while another process has the store open. */
  List<Line> lines(LinePage page, Terminal terminal) {
    String url =
        named(terminal).map(ServedBy::storeUrl).orElseGet(() -> stores.url(config(terminal)));
    try (ClaimStore lines = StoreOpener.directory(url)
        .<ClaimStore>map(FileStore::openReadOnly)
        .orElseGet(() -> StoreOpener.readOnly(url))) {
      return lines.lines(page);
    }
  }

  /** Opens one generator; one whose ids rest on no line needs no directory that can be written. */
  Source open(Config generators, String name, Terminal terminal) {
    Config one = generators.only(name);
    boolean storeless = Optional.ofNullable(one.generators().get(name))
        .filter(configured -> STORELESS.contains(configured.settings().type()))
        .isPresent();
    return storeless && served(terminal).isEmpty()
        ? new StoreSource(StoreOpener.mint(MEMORY), MEMORY, one)
        : open(one, terminal);
  }

  /**
   * Refuses to move a line of Mintmark's own, or that of a generator's settings from where it
   * belongs.
   *
   * @throws IllegalArgumentException if it is one, and as settings was not moved by somebody before
   */
  void checkMayMove(String line, Terminal terminal) {
    if (LineName.isReserved(line)) {
      throw new IllegalArgumentException(Message.of(
          "the line is Mintmark's own, and moving it could make the store unusable for good:"
              + " line={}; nothing was changed",
          line));
    }
    if (line.startsWith(SpecLine.PREFIX)
        && lines(new LinePage(line, "", 1), terminal).stream()
            .noneMatch(found -> found.name().equals(line) && SpecLine.isSpoilt(found))) {
      throw new IllegalArgumentException(Message.of(
          "the line keeps the settings that a generator was first used with, and counts nothing:"
              + " line={}; nothing was changed",
          line));
    }
  }

  private Optional<ServedBy> named(Terminal terminal) {
    if (server == null) {
      return Optional.empty();
    }
    if (!stores.named().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "the server has its own store: leave out --server, or " + stores.named());
    }
    try {
      return Optional.of(ServedBy.named(server, access(terminal)));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** The server that is named, for a command that a configuration would mean something to. */
  private Optional<ServedBy> asked(Terminal terminal) {
    Optional<ServedBy> named = named(terminal);
    if (named.isPresent() && stores.file().isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          "the server has its own configuration: leave out --server, or --config");
    }
    return named;
  }
}
