package io.mintmark.server;

import io.mintmark.config.Config;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Where a server's configuration comes from, to be read again when it changes.
 *
 * @param file where it is
 * @param read reads it, with all that goes before it, such as an environment
 */
record ConfigSource(Path file, Supplier<Config> read) {}
