package io.mintmark.server;

import io.mintmark.config.Config;
import io.mintmark.config.SettingValues;
import io.mintmark.store.ClaimStore;
import java.util.function.Function;

/**
 * The values that a server starts with: every setting decided and checked.
 *
 * @param config which generators there are
 * @param storeUrl which store is opened, with its secrets
 * @param remembered tells which store it is, once it is open; refuses one that is not to be used
 * @param settings the values of {@link ServerSettings}
 * @param guard who may do what; closed with the server
 */
record ServerPlan(
    Config config,
    String storeUrl,
    Function<ClaimStore, RememberedStore> remembered,
    SettingValues settings,
    AccessControl guard) {}
