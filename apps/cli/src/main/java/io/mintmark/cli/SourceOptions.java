package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.StoreUnavailableException;
import io.mintmark.line.ElapsedClock;
import io.mintmark.server.Server;
import io.mintmark.server.ServerBuilder;
import io.mintmark.server.config.Config;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Line;
import io.mintmark.store.file.FileStore;
import io.mintmark.store.file.FileStoreProvider;
import io.mintmark.store.file.Owner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which generators and which store; finds the server that has the store's directory. */
final class SourceOptions {

  /** How long to wait for another command that has the directory: those are done in no time. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final long RETRY_NANOS = 20_000_000;

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
      description = "The embedded store's directory; this user's own without it.")
  private @Nullable Path data;

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
    String url = generators.storeUrl(Optional.ofNullable(store), Optional.ofNullable(data));
    long startNanos = clock.nanos();
    while (true) {
      Optional<String> server = directory(url).flatMap(FileStore::owner).flatMap(Owner::url);
      if (server.isPresent()) {
        return new ServerSource(server.get());
      }
      try {
        return new StoreSource(mint(url), generators);
      } catch (StoreUnavailableException e) {
        boolean inUse = directory(url).flatMap(FileStore::owner).isPresent();
        if (!inUse || clock.nanos() - startNanos > PATIENCE.toNanos()) {
          throw e;
        }
        clock.pause(RETRY_NANOS);
      }
    }
  }

  /** Reads lines, whoever has the store open. */
  List<Line> lines(String prefix) {
    String url = config().storeUrl(Optional.ofNullable(store), Optional.ofNullable(data));
    Optional<Path> directory = directory(url);
    if (directory.isPresent()) {
      try (ClaimStore view = FileStore.openReadOnly(directory.get())) {
        return view.lines(prefix);
      }
    }
    try (Mintmark mint = mint(url)) {
      return mint.store().lines(prefix);
    }
  }

  private static Mintmark mint(String url) {
    return Mintmark.builder().store(url).oneShot(true).open();
  }

  private static Optional<Path> directory(String url) {
    return new FileStoreProvider().accepts(url)
        ? Optional.of(FileStoreProvider.directory(url))
        : Optional.empty();
  }
}
