package io.mintmark.service;

import io.mintmark.config.Config;
import io.mintmark.inspect.Inspector;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The inspector of one configuration. It is made on first use, because most commands and many
 * servers never inspect an id. Thread-safe.
 */
final class ConfiguredInspector {

  private final Config config;
  private final InstantSource clock;
  private @Nullable Inspector made;

  ConfiguredInspector(Config config, InstantSource clock) {
    this.config = config;
    this.clock = clock;
  }

  synchronized Inspector get() {
    Inspector inspector = made;
    if (inspector == null) {
      inspector = config.inspector(clock);
      made = inspector;
    }
    return inspector;
  }
}
