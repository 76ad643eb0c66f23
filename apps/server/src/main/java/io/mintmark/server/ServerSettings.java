package io.mintmark.server;

import io.mintmark.ConfigurationException;
import io.mintmark.config.SettingReader;
import io.mintmark.config.SettingValue;
import io.mintmark.config.file.Section;
import java.util.Optional;

/** How the configuration file says that a server runs: what it has under {@code server}. */
record ServerSettings(
    Optional<String> http, Optional<String> resp, Optional<Integer> maxConnections) {

  /**
   * Reads them.
   *
   * @throws ConfigurationException if a key is unknown or a value is wrong; every fault is named
   */
  static ServerSettings of(Section section) {
    SettingReader reader = new SettingReader(section.settings(), section.place());
    ServerSettings settings = new ServerSettings(
        reader.read("http", text -> text),
        reader.read("resp", text -> text),
        reader.read("max-connections", SettingValue::integer));
    reader.refuseUnread("server");
    if (!reader.faults().isEmpty()) {
      throw new ConfigurationException("configuration", reader.faults());
    }
    return settings;
  }
}
