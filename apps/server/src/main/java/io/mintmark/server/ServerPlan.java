package io.mintmark.server;

import io.mintmark.config.Config;
import io.mintmark.config.SettingValues;
import io.mintmark.store.ClaimStore;
import java.util.Optional;
import java.util.function.Function;

/**
 * The values with which a server starts: every setting is decided and checked.
 *
 * @param decided the decided settings
 * @param remembered accepts or refuses the open store, and remembers it
 * @param guard the access control; closed with the server
 * @param source the source of the configuration, if it can change
 * @param decide checks a changed configuration, and decides its settings, in the same way as at the
 *     start
 */
record ServerPlan(
    ServerDecisions decided,
    Function<ClaimStore, RememberedStore> remembered,
    AccessControl guard,
    Optional<ConfigSource> source,
    Function<Config, ServerDecisions> decide) {

  /** The first configuration. */
  Config config() {
    return decided.config();
  }

  /** The store's URL, with its secrets. */
  String storeUrl() {
    return decided.storeUrl();
  }

  /** The first values of {@link ServerSettings}. */
  SettingValues settings() {
    return decided.settings();
  }
}
