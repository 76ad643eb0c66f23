package io.mintmark.server;

import io.mintmark.config.Config;
import io.mintmark.config.SettingValues;
import io.mintmark.store.ClaimStore;
import java.util.Optional;
import java.util.function.Function;

/**
 * The values that a server starts with: every setting decided and checked.
 *
 * @param decided what it is to be like
 * @param remembered tells which store it is, once it is open; refuses one that is not to be used
 * @param guard who may do what; closed with the server
 * @param source where the configuration comes from, if it can change
 * @param decide decides on another configuration as on the first
 */
record ServerPlan(
    ServerDecisions decided,
    Function<ClaimStore, RememberedStore> remembered,
    AccessControl guard,
    Optional<ConfigSource> source,
    Function<Config, ServerDecisions> decide) {

  /** Which generators there are at first. */
  Config config() {
    return decided.config();
  }

  /** Which store is opened, with its secrets. */
  String storeUrl() {
    return decided.storeUrl();
  }

  /** The values of {@link ServerSettings} at first. */
  SettingValues settings() {
    return decided.settings();
  }
}
