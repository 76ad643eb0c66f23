package io.mintmark.server;

import io.mintmark.config.Config;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * What a server would start with: every file was read, and nothing was opened.
 *
 * @param config which generators there are
 * @param storeUrl which store it has, with its secrets
 * @param tokens the file of tokens, if there is one
 * @param certificateEnds when its certificate ends, if it has one
 */
public record CheckedSettings(
    Config config, String storeUrl, Optional<Path> tokens, Optional<Instant> certificateEnds) {}
