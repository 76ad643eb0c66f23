package io.mintmark.server;

import io.mintmark.config.Config;
import io.mintmark.config.SettingValues;
import io.mintmark.server.watch.FileStatus;
import io.mintmark.server.watch.PeriodicTasks;
import io.mintmark.server.watch.ReloadedFiles;
import io.mintmark.service.IdService;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The files of a running server that are read again when they change: its configuration, tokens and
 * certificates.
 */
final class ServerFiles implements AutoCloseable {

  private static final String CONFIGURATION = "configuration";

  private final AccessControl guard;
  private final Optional<ReloadedFiles<Config>> config;
  private final List<ReloadedFiles<?>> all;

  /** Checks the configuration for changes. It has its own thread, because the store may be slow. */
  private final PeriodicTasks watch = new PeriodicTasks(CONFIGURATION, AccessControl.LOOK_EVERY);

  /**
   * Reads the configuration once more, in case it has changed since the start.
   *
   * @param settings receives the settings of the server that need no restart
   * @throws io.mintmark.error.MintmarkException if the configuration cannot be applied
   */
  ServerFiles(ServerPlan plan, IdService service, Consumer<SettingValues> settings) {
    guard = plan.guard();
    config = plan.source()
        .map(source -> new ReloadedFiles<>(
            CONFIGURATION,
            List.of(source.file()),
            new ConfigReload(plan, source, service, settings)::takeOver,
            guard.record(CONFIGURATION),
            AccessControl.CLOCK));
    all = Stream.concat(guard.files().stream(), config.stream()).toList();
  }

  /** Starts to check the configuration for changes. */
  void watch() {
    config.ifPresent(file -> watch.add(file::reloadIfChanged));
  }

  /** The configuration in force; empty if it cannot change. */
  Optional<Config> config() {
    return config.map(ReloadedFiles::get);
  }

  /** All files that are read again; none on a server that was started without files. */
  List<ReloadedFiles<?>> all() {
    return all;
  }

  /** The status of each file. */
  List<FileStatus> statuses() {
    return all.stream().map(ReloadedFiles::status).toList();
  }

  /** Reads all files again, soon. */
  void reload() {
    guard.reload();
    config.ifPresent(file -> watch.soon(file::reload));
  }

  @Override
  public void close() {
    watch.close();
  }
}
