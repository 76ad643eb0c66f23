package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class ServeCheckTest {

  @TempDir
  private Path directory;

  private Path config;
  private String data;

  @BeforeEach
  void write() throws IOException {
    data = directory.resolve("data").toString();
    config = directory.resolve("mintmark.yaml");
    configure("  users: {type: snowflake}\n  orders: {type: sequence}\n");
  }

  private void configure(String generators) throws IOException {
    Files.writeString(config, "generators:\n" + generators);
  }

  private Run check(String... more) {
    String[] args = {"serve", "--check", "--config", config.toString(), "--data", data};
    String[] all = Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return Run.of(all);
  }

  @Test
  void check_missingStore_reportsAllAsNewAndWritesNothing() {
    Run run = check();

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("generator users: snowflake, new to the store")
        .endsWith("the server would start\n");
    assertThat(Path.of(data)).doesNotExist();
  }

  @Test
  void check_storeWithOtherSettings_failsAndChangesNothing() throws IOException {
    Run.of("next", "users", "--config", config.toString(), "--data", data);
    assertThat(check().out()).contains("generator users: snowflake\n", "orders: sequence, new");
    String before = Run.of("lines", "list", "--json", "--data", data).out();
    configure("  users: {type: snowflake, unit: 10ms}\n  more: {type: sequence}\n");
    Run run = check();

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .contains(
            "fault: " + config + ":2: generators.users: ", "here='unitMs=10', there='unitMs=1'")
        .endsWith("the server would not start\n");
    assertThat(Run.of("lines", "list", "--json", "--data", data).out()).isEqualTo(before);
  }

  @Test
  void check_wrongFiles_reportsAllFaults() throws IOException {
    Path tokens = Files.writeString(directory.resolve("tokens.yaml"), "shop: {hash: nonsense}\n");
    Run run = check(
        "--tokens", tokens.toString(), "--tls-certificate", "/no/cert", "--tls-key", "/no/key");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).contains("tokens.yaml:1: shop.hash", "certificate=/no/cert");

    configure("  users: {type: snowflak}\n");
    assertThat(check().out()).contains("fault: " + config + ":2: ", "did you mean snowflake?");
    assertThat(Path.of(data)).doesNotExist();
  }

  @Test
  void check_json_printsJson() throws IOException {
    Map<?, ?> good = json(check("--json"));
    assertThat(good.get("starts")).isEqualTo(true);
    assertThat(String.valueOf(good.get("generators")))
        .contains("name=orders, type=sequence, isNew=true");

    configure("  users: {type: snowflak}\n");
    Run run = check("--json");
    assertThat(run.code()).isEqualTo(1);
    assertThat(json(run).get("starts")).isEqualTo(false);
    assertThat(Run.of("serve", "--json").code()).isEqualTo(2);
  }

  private static Map<?, ?> json(Run run) {
    return (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(run.out());
  }
}
