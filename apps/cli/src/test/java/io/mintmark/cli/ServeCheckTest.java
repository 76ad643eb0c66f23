package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.server.Server;
import io.mintmark.server.ServerBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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
  void check_onNoStoreYet_saysThatAllIsNewAndMakesNothing() {
    Run run = check();

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("generator users: snowflake, new to the store")
        .endsWith("the server would start\n");
    assertThat(Path.of(data)).doesNotExist();
  }

  @Test
  void check_onAStoreThatKnowsOtherSettings_isRefusedAndChangesNothing() throws IOException {
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
  void check_ofWrongFiles_saysAllThatIsWrong() throws IOException {
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
  @Tag("long")
  void check_besideARunningServer_saysWhatThatWouldDo() throws IOException {
    try (Server running = server("")) {
      String takes = "the running server would apply this without a restart: ";
      assertThat(check().out()).contains(takes + running.url());
      configure("""
            orders: {type: sequence, segment: 7..7}
            more: {type: objectid}
          server: {http: "127.0.0.1:0", resp: "127.0.0.1:0", idempotency.entries: 9}
          """);
      assertThat(check().out())
          .contains(
              "new to the running server: more\n",
              "needs a restart, as the running server has other settings: orders\n",
              "not in this configuration, and served until a restart: users\n",
              takes)
          .endsWith("the server would start\n");

      Run refused = check("--io-threads", "3", "--resp-large-numbers", "integer");
      assertThat(refused.code()).isZero();
      assertThat(refused.out())
          .contains("io-threads=3, running=", "resp-large-numbers=integer, running=refuse")
          .contains("would not apply this without a restart: " + running.url());
      assertThat(String.valueOf(json(check("--json")).get("running")))
          .contains("takesOver=true", "added=[more]", "changed=[orders]", "gone=[users]");
    }
    assertThat(check().out()).doesNotContain("running server");
  }

  @Test
  @Tag("long")
  void check_besideAServerWithAnAdminPort_asksThere() throws IOException {
    String admin = "127.0.0.1:" + EngineProcess.freePort();
    try (Server running = server(admin)) {
      assertThat(check("--admin", admin).out())
          .contains("without a restart: http://" + admin)
          .doesNotContain("warning");
      assertThat(check().out())
          .contains("warning: the running server did not report its changes: ", running.url());
    }
  }

  /** One that runs on the data directory, with the configuration as it is now. */
  private Server server(String admin) throws IOException {
    Files.writeString(
        config,
        Files.readString(config) + "server: {http: \"127.0.0.1:0\", resp: \"127.0.0.1:0\"}\n");
    ServerBuilder builder =
        Server.builder().config(Config.load(config)).dataDirectory(Path.of(data));
    return (admin.isEmpty() ? builder : builder.admin(admin)).start();
  }

  @Test
  void check_inJson_isForPrograms() throws IOException {
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
