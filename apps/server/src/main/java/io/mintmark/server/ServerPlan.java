package io.mintmark.server;

import io.mintmark.config.Config;
import io.mintmark.config.SettingValues;
import io.mintmark.server.net.PemFiles;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The decided settings of a server, from its configuration and the overrides. They were checked as
 * far as this is possible without opening a store or a port.
 *
 * @param config the generators
 * @param storeUrl the store's URL, with its secrets
 * @param settings the values of {@link ServerSettings}
 * @param tokens the file of tokens; without it every caller may do everything
 * @param tls the files for TLS, if connections are encrypted
 */
record ServerPlan(
    Config config,
    String storeUrl,
    SettingValues settings,
    Optional<Path> tokens,
    Optional<PemFiles> tls) {}
