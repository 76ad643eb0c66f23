package io.mintmark.cli;

import io.mintmark.config.file.Config;
import io.mintmark.line.ElapsedClock;
import io.mintmark.server.Server;
import io.mintmark.server.ServerBuilder;
import io.mintmark.server.StoreChoice;
import io.mintmark.store.Adapters;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Line;
import io.mintmark.store.file.FileStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which generators and which store; finds the server that has the store's directory. */
final class SourceOptions {

  @Option(names = "--config", paramLabel = "FILE", description = "The configuration's file.")
  private @Nullable Path config;

  @Option(
      names = "--store",
      paramLabel = "URL",
      description = "The store, for example file:/var/lib/mintmark.")
  private @Nullable String store;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The embedded store's directory; this user's own without it. A server on another store"
              + " keeps there which one it uses.")
  private @Nullable Path data;

  /** The configuration's file, if there is one. */
  Optional<Path> file() {
    return Optional.ofNullable(config);
  }

  /** The configuration's file, or what holds without one. */
  Config config() {
    return config == null ? Config.standard() : Config.load(config);
  }

  /** Begins a server with these settings. */
  ServerBuilder server() {
    ServerBuilder server = Server.builder().config(config());
    if (store != null) {
      server.store(store);
    }
    if (data != null) {
      server.dataDirectory(data);
    }
    return server;
  }

  /** Opens generators on the server that has the store's directory, else on the store itself. */
  Source open(Config generators, ElapsedClock clock) {
    String url = url(generators);
    return Opening.of(
        url, clock, ServerSource::new, mint -> new StoreSource(mint, url, generators));
  }

  /** The server that has the store's directory; none beside a file, which says what there is. */
  Optional<ServerSource> served() {
    return config != null ? Optional.empty() : Opening.served(url(config())).map(ServerSource::new);
  }

  /** The store's URL: the one given here, else the configuration's. */
  String url(Config generators) {
    return StoreChoice.url(generators, Optional.ofNullable(store), Optional.ofNullable(data));
  }

  /** Reads lines, whoever has the store open. */
  List<Line> lines(String prefix) {
    String url = url(config());
    Optional<Path> directory = Opening.directory(url);
    if (directory.isPresent()) {
      try (ClaimStore view = FileStore.openReadOnly(directory.get())) {
        return view.lines(prefix);
      }
    }
    try (ClaimStore lines = Adapters.open(url, Opening.TIMEOUT)) {
      return lines.lines(prefix);
    }
  }
}
