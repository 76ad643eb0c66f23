package io.mintmark.server;

import io.mintmark.config.Config;
import io.mintmark.config.SettingValues;

/**
 * The values with which a server starts: every setting is decided and checked.
 *
 * @param config the first configuration
 * @param storeUrl the store's URL, with its secrets
 * @param settings the values of {@link ServerSettings}
 * @param guard the access control; closed with the server
 */
record ServerPlan(Config config, String storeUrl, SettingValues settings, AccessControl guard) {}
