package io.mintmark.server;

import io.mintmark.config.Config;
import io.mintmark.config.SettingValues;

/**
 * What a server is to be like, by its configuration and by what was set before it. All of it was
 * checked as far as that goes without opening anything.
 *
 * @param config which generators there are
 * @param storeUrl which store it has, with its secrets
 * @param settings the values of {@link ServerSettings}
 * @param files the files of tokens and of TLS, and what the audit log records
 */
record ServerDecisions(
    Config config, String storeUrl, SettingValues settings, AccessControlFiles files) {}
