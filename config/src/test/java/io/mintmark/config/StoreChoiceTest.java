package io.mintmark.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoreChoiceTest {

  private static Config on(String store) {
    return new Config(Optional.of(store), Map.of(), List.of(), 0, Section.NONE);
  }

  @Test
  void url_commandLine_overridesTheFile() {
    Config config = on("file:/f");
    Optional<Path> data = Optional.of(Path.of("/b"));

    assertThat(StoreChoice.url(config, Optional.empty(), Optional.empty())).isEqualTo("file:/f");
    assertThat(StoreChoice.url(config, Optional.of("file:/a"), Optional.empty()))
        .isEqualTo("file:/a");
    assertThat(StoreChoice.url(config, Optional.empty(), data)).isEqualTo("file:/b");
    assertThat(StoreChoice.url(config, Optional.of("redis://h"), data)).isEqualTo("redis://h");
    assertThat(StoreChoice.url(on("redis://h"), Optional.empty(), data)).isEqualTo("redis://h");
    assertThat(StoreChoice.url(Config.standard(), Optional.empty(), data)).isEqualTo("file:/b");
    assertThat(StoreChoice.url(Config.standard(), Optional.empty(), Optional.empty()))
        .isEqualTo("file:" + StoreChoice.userDirectory());
    assertThatThrownBy(() -> StoreChoice.url(config, Optional.of("file:/a"), data))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("store=file:/a, data=/b");
  }

  @Test
  void dataDirectory_followsTheXdgSpecification() {
    String home = "/home/me";

    assertThat(StoreChoice.userDirectory(Map.of(), home))
        .isEqualTo(Path.of("/home/me/.local/share/mintmark"));
    assertThat(StoreChoice.userDirectory(Map.of("XDG_DATA_HOME", "/data"), home))
        .isEqualTo(Path.of("/data/mintmark"));
    assertThat(StoreChoice.userDirectory(Map.of("XDG_DATA_HOME", "relative"), home))
        .isEqualTo(Path.of("/home/me/.local/share/mintmark"));
  }

  @Test
  void dataDirectory_userWithoutPasswdEntry_usesHomeOfTheEnvironment() {
    assertThat(StoreChoice.userDirectory(Map.of("HOME", "/var/me"), "?"))
        .isEqualTo(Path.of("/var/me/.local/share/mintmark"));
    assertThatThrownBy(() -> StoreChoice.userDirectory(Map.of(), "?"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("user.home=?, HOME=unset")
        .hasMessageContaining("--data");
  }
}
