/**
 * Opens stores and generators from settings as text: from a map, or from the YAML file that the
 * server, the command line and frameworks also read. One message reports all faults, each with its
 * file, line and key.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.config.Config;
 * import io.mintmark.generator.Generator;
 * import java.nio.file.Path;
 * import java.util.Map;
 *
 * Config config = Config.load(Path.of("mintmark.yaml"));
 * try (Mintmark mint = Mintmark.open(config.store().orElse("memory:"))) {
 *   Map<String, Generator> generators = config.open(mint);
 * }
 * }</pre>
 *
 * <p>The other types are for authors of integrations: the tables of settings, and ids as values of
 * entities' fields.
 *
 * <p>This package is experimental: a minor version may change it.
 */
@NullMarked
package io.mintmark.config;

import org.jspecify.annotations.NullMarked;
