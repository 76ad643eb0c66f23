package io.mintmark.server;

import io.mintmark.config.Config;
import io.mintmark.config.Configured;
import io.mintmark.config.SettingValues;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.service.IdService;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Takes over what a running server's configuration adds, all of it or nothing. For one thread.
 */
final class ConfigReload {

  private final ServerPlan plan;
  private final ConfigSource source;
  private final IdService service;
  private final Consumer<SettingValues> settings;
  private ServerDecisions running;

  /**
   * Makes one.
   *
   * @param plan what the server was started with
   * @param source where its configuration comes from
   * @param service takes the generators
   * @param settings takes those settings of the server that need no restart
   */
  ConfigReload(
      ServerPlan plan, ConfigSource source, IdService service, Consumer<SettingValues> settings) {
    this.plan = plan;
    this.source = source;
    this.service = service;
    this.settings = settings;
    this.running = plan.decided();
  }

  /**
   * Reads the configuration and takes it over.
   *
   * @return what is in force from now on
   * @throws ConfigurationException if anything in it is wrong, or a setting of the server takes a
   *     restart; every fault is named, and nothing is changed
   * @throws io.mintmark.error.MintmarkException if the store does not answer; nothing is changed
   */
  Config takeOver() {
    Config read = source.read().get();
    ServerDecisions next = plan.decide().apply(read);
    List<String> faults = new ArrayList<>(ServerSettings.takeRestart(
        ServerSettings.shown(running.settings()), next.settings(), read.server()));
    if (!next.storeUrl().equals(running.storeUrl())) {
      faults.add(Message.of(
          "{}: another store takes a restart: store={}, running={}",
          source.file(),
          StoreUrl.mask(next.storeUrl()),
          StoreUrl.mask(running.storeUrl())));
    }
    if (isBuiltIn(read) && !isBuiltIn(running.config())) {
      faults.add(Message.of(
          "{}: the file names no generators any more: running={}; if none are wanted, write"
              + " generators: {}",
          source.file(),
          running.config().generators().keySet(),
          "{}"));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException("configuration", faults);
    }
    Config inForce = service.reconfigure(read);
    settings.accept(next.settings());
    running = next;
    return inForce;
  }

  /** Whether a file, cut off or empty perhaps, leaves it at what there is without one. */
  private static boolean isBuiltIn(Config config) {
    return config.generators().values().stream().anyMatch(Configured::isBuiltIn);
  }
}
