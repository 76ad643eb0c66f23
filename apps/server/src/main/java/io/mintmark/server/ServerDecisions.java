package io.mintmark.server;

import io.mintmark.config.Config;
import io.mintmark.config.SettingValues;

/**
 * The decided settings of a server, from its configuration and the overrides. They were checked as
 * far as this is possible without opening a store or a port.
 *
 * @param config the generators
 * @param storeUrl the store's URL, with its secrets
 * @param settings the values of {@link ServerSettings}
 * @param files the files of tokens and of TLS, and the limit of the audit log
 */
record ServerDecisions(
    Config config, String storeUrl, SettingValues settings, AccessControlFiles files) {}
