package io.mintmark.server;

import io.mintmark.config.Config;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The source of a server's configuration, to read it again when it changes.
 *
 * @param file the file's path
 * @param read reads it, and applies overrides such as the environment's
 */
record ConfigSource(Path file, Supplier<Config> read) {}
