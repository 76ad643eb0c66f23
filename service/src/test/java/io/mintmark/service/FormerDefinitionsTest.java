package io.mintmark.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mintmark.config.Config;
import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.testkit.FaultyStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FormerDefinitionsTest {

  @TempDir
  private Path directory;

  private final FaultyStore store = new FaultyStore();

  private void define(String name, int version, String settings) {
    String line = "spec/:def" + version + "/" + name;
    assertThat(store.compareAndSet(line, 0, SpecLine.fingerprint(settings))).isTrue();
    store.annotate(line, settings);
    long unused = store.claim("mintmark/definitions", 0, 1);
  }

  private Config config(String yaml) throws IOException {
    return Config.load(Files.writeString(directory.resolve("mintmark.yaml"), yaml));
  }

  @Test
  void check_generatorsMissingInTheFile_failWithTheLinesToAdd() throws IOException {
    define("parcels", 1, "{\"start\":\"7\",\"type\":\"sequence\"}");
    define(
        "parcels", 2, "{\"description\":\"a: \\\"b\\\"\",\"start\":\"7\",\"type\":\"sequence\"}");
    define(
        "shop/keys:new",
        1,
        "{\"format\":\"OD{db:2}{seq:5}\","
            + "\"shards.databases\":\"4\",\"shards.tables-per-database\":\"2\",\"type\":\"key\"}");
    define("orders", 1, "{\"type\":\"sequence\"}");
    Config lacking = config("generators: {orders: {type: sequence}}");

    Throwable refusal = catchThrowable(() -> FormerDefinitions.check(store, lacking));
    assertThat(refusal)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("made over HTTP")
        .hasMessageContaining("names=[parcels, shop/keys:new]");
    String message = String.valueOf(refusal.getMessage());
    String yaml = message.substring(message.indexOf("generators:\n"));
    Config all = config(yaml + "\n  orders: {type: sequence}\n");
    assertThat(all.named("parcels").settings().texts())
        .containsEntry("start", "7")
        .containsEntry("description", "a: \"b\"");
    assertThat(all.named("shop/keys:new").settings().type()).isEqualTo("key");
    assertThatCode(() -> FormerDefinitions.check(store, all)).doesNotThrowAnyException();
  }

  @Test
  void check_keysWithoutZone_areShownWithUtc() throws IOException {
    define("daily", 1, "{\"format\":\"{time:yyyyMMdd}{seq:5}\",\"type\":\"key\"}");
    Config lacking = config("generators: {}");

    Throwable refusal = catchThrowable(() -> FormerDefinitions.check(store, lacking));
    String message = String.valueOf(refusal.getMessage());
    Config all = config(message.substring(message.indexOf("generators:\n")));

    assertThat(all.named("daily").settings().texts()).containsEntry("zone", "UTC");
    assertThatCode(() -> all.named("daily").settings().check("daily")).doesNotThrowAnyException();
  }

  @Test
  void check_removedOrUnfinishedDefinition_isNotNeeded() throws IOException {
    Config other = config("generators: {other: {type: sequence}}");
    define("gone", 1, "{\"type\":\"sequence\"}");
    assertThatThrownBy(() -> FormerDefinitions.check(store, other))
        .isInstanceOf(ConfigurationException.class);
    define("gone", 2, "{}");
    store.compareAndSet("spec/:def1/unfinished", 0, SpecLine.fingerprint("{\"type\":\"uuid\"}"));

    assertThatCode(() -> FormerDefinitions.check(store, other)).doesNotThrowAnyException();
  }
}
