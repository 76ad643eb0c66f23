package io.mintmark.server;

import io.mintmark.config.Config;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * The settings with which a server would start. Every file was read, and nothing was opened.
 *
 * @param config the generators
 * @param storeUrl the store's URL, with its secrets
 * @param tokens the file of tokens, if there is one
 * @param certificateEnds when its certificate ends; empty without TLS
 */
public record CheckedSettings(
    Config config, String storeUrl, Optional<Path> tokens, Optional<Instant> certificateEnds) {}
