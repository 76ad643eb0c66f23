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
 * Applies additions to the configuration of a running server: all of them, or none if one of them
 * has a fault. Used by one thread only.
 */
final class ConfigReload {

  private final ServerPlan plan;
  private final ConfigSource source;
  private final IdService service;
  private final Consumer<SettingValues> settings;
  private ServerDecisions running;

  /**
   * Makes a reload.
   *
   * @param plan the plan with which the server was started
   * @param source the source of its configuration
   * @param service receives the generators
   * @param settings receives the settings of the server that need no restart
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
   * Reads the configuration and applies it.
   *
   * @return the configuration in force from now on
   * @throws ConfigurationException if anything in it is wrong, or a setting of the server requires
   *     a restart; the message has every fault, and nothing is changed
   * @throws io.mintmark.error.MintmarkException if the store does not answer; nothing is changed
   */
  Config takeOver() {
    Config read = source.read().get();
    ServerDecisions next = plan.decide().apply(read);
    List<String> faults = new ArrayList<>(ServerSettings.takeRestart(
        ServerSettings.shown(running.settings()), next.settings(), read.server()));
    if (!next.storeUrl().equals(running.storeUrl())) {
      faults.add(Message.of(
          "{}: another store needs a restart: store={}, running={}",
          source.file(),
          StoreUrl.mask(next.storeUrl()),
          StoreUrl.mask(running.storeUrl())));
    }
    if (isBuiltIn(read) && !isBuiltIn(running.config())) {
      faults.add(Message.of(
          "{}: the file has no generators any more: running={}; if that is intended, write"
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

  /**
   * Returns whether the file configures no generators, for example because it is truncated or
   * empty.
   */
  private static boolean isBuiltIn(Config config) {
    return config.generators().values().stream().anyMatch(Configured::isBuiltIn);
  }
}
