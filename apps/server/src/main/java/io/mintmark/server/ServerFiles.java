package io.mintmark.server;

import io.mintmark.config.Config;
import io.mintmark.config.Configured;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.server.watch.FileStatus;
import io.mintmark.server.watch.PeriodicTasks;
import io.mintmark.server.watch.ReloadedFiles;
import io.mintmark.service.IdService;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files of a running server that are read again when they change: its configuration, tokens and
 * certificates. Of a changed configuration, only new generators are applied: all of them, or none
 * if anything in the file has a fault.
 */
final class ServerFiles implements AutoCloseable {

  private static final String CONFIGURATION = "configuration";

  private final ServerBuilder builder;
  private final ServerPlan plan;
  private final IdService service;
  private final Optional<ReloadedFiles<Config>> config;
  private final List<ReloadedFiles<?>> all;

  /** Checks the configuration for changes. It has its own thread, because the store may be slow. */
  private final PeriodicTasks watch = new PeriodicTasks(CONFIGURATION);

  /**
   * Reads the configuration once more, in case it has changed since the start.
   *
   * @param builder decides the settings of a changed configuration in the same way as at the start
   * @param service receives the generators
   * @throws io.mintmark.error.MintmarkException if the configuration cannot be applied
   */
  ServerFiles(ServerBuilder builder, ServerPlan plan, IdService service) {
    this.builder = builder;
    this.plan = plan;
    this.service = service;
    config = builder
        .source()
        .map(source -> new ReloadedFiles<>(
            CONFIGURATION,
            List.of(source.file()),
            () -> takeOver(source),
            plan.guard().record(CONFIGURATION),
            AccessControl.CLOCK));
    all = Stream.concat(plan.guard().files().stream(), config.stream()).toList();
  }

  /**
   * Reads the configuration and applies it.
   *
   * @return the configuration in force from now on
   * @throws ConfigurationException if anything in it is wrong, or a setting of the server has
   *     changed, which requires a restart; the message has every fault, and nothing is changed
   * @throws io.mintmark.error.MintmarkException if the store does not answer; nothing is changed
   */
  private Config takeOver(ConfigSource source) {
    Config read = source.read().get();
    ServerDecisions next = builder.decide(read);
    List<String> faults = new ArrayList<>(
        ServerSettings.takeRestart(plan.settings(), next.settings(), read.server()));
    if (!next.storeUrl().equals(plan.storeUrl())) {
      faults.add(Message.of(
          "{}: another store needs a restart: store={}, running={}",
          source.file(),
          StoreUrl.mask(next.storeUrl()),
          StoreUrl.mask(plan.storeUrl())));
    }
    if (isBuiltIn(read) && !isBuiltIn(plan.config())) {
      faults.add(Message.of(
          "{}: the file has no generators any more: running={}; if that is intended, write"
              + " generators: {}",
          source.file(),
          service.configured(),
          "{}"));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException(CONFIGURATION, faults);
    }
    return service.reconfigure(read);
  }

  /**
   * Returns whether the file configures no generators, for example because it is truncated or
   * empty.
   */
  private static boolean isBuiltIn(Config config) {
    return config.generators().values().stream().anyMatch(Configured::isBuiltIn);
  }

  /** Starts to check the configuration for changes. */
  void watch() {
    config.ifPresent(file -> watch.add(AccessControl.LOOK_EVERY, file::reloadIfChanged));
  }

  /** The configuration in force. */
  Config config() {
    return config.map(ReloadedFiles::get).orElse(plan.config());
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
    plan.guard().reload();
    config.ifPresent(file -> watch.soon(file::reload));
  }

  @Override
  public void close() {
    watch.close();
  }
}
