package io.mintmark.store.redis;

import static io.mintmark.store.redis.RedisServers.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.ClaimStoreProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisSettingsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @TempDir
  static Path directory;

  private static EngineProcess engine;

  @BeforeAll
  static void start() {
    engine = RedisServers.startDurable(directory);
  }

  @AfterAll
  static void end() {
    if (engine != null) {
      engine.close();
    }
  }

  @AfterEach
  void restoreSettings() {
    set("appendonly", "yes");
    set("appendfsync", "always");
    set("no-appendfsync-on-rewrite", "no");
    set("maxmemory", "0");
    set("maxmemory-policy", "noeviction");
    set("requirepass", "");
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource(
      delimiter = '|',
      value = {
        "appendonly                | no          | all claims since the last snapshot",
        "appendfsync               | everysec    | the last two seconds of claims",
        "appendfsync               | no          | writes that the host still had in memory",
        "no-appendfsync-on-rewrite | yes         | the claims during a rewrite of the log",
        "maxmemory-policy          | allkeys-lru | whole lines when memory runs short",
      })
  void open_riskySetting_warnsOrThrowsWhenStrict(String name, String value, String risk) {
    set("maxmemory", "1gb");
    set(name, value);
    try (LineStore store = open("")) {
      assertThat(store.durability().risks()).contains(name + "=" + value + ": " + risk);
    }
    assertThatThrownBy(() -> open("?strict=true").close())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(name + "=" + value + ": " + risk);
  }

  @Test
  void open_goodSettings_hasNoRiskAndListsThem() {
    set("maxmemory", "1gb");
    for (String policy : List.of("noeviction", "volatile-lru")) {
      set("maxmemory-policy", policy);
      try (LineStore store = open("?strict=true")) {
        assertThat(store.durability().settings())
            .contains(Durability.Setting.good("maxmemory-policy", policy))
            .contains(Durability.Setting.good("appendfsync", "always"))
            .contains(Durability.Setting.good("connected_slaves", "0"));
        assertThat(store.canLoseAcknowledgedWrites()).isTrue();
      }
    }
  }

  /** These are the replies of Valkey 9.1, which is not on Maven Central. */
  @Test
  void versionName_compatibleServer_isItsOwn() {
    assertThat(DurabilityCheck.versionName(
            Map.of("redis_version", "7.2.4", "server_name", "valkey", "valkey_version", "9.1.2")))
        .isEqualTo("valkey_version");
    assertThat(DurabilityCheck.versionName(Map.of("redis_version", "7.2.4", "server_name", "x")))
        .isEqualTo("redis_version");
    try (LineStore store = open("")) {
      assertThat(store.durability().settings())
          .extracting(Durability.Setting::name)
          .contains("redis_version");
    }
  }

  @Test
  void open_wrongPassword_failsWithoutShowingIt() {
    set("requirepass", "open sesame");
    RedisURI right = RedisURI.create("redis://:open%20sesame@127.0.0.1:" + engine.port());
    try {
      try (LineStore store = open(":open%20sesame@", "?prefix=secret")) {
        assertThat(store.claim("seq/a", 0, 1)).isZero();
      }
      for (String user : List.of(":hidden@", "nobody:hidden@")) {
        assertThatThrownBy(() -> open(user, ""))
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("WRONGPASS")
            .satisfies(e -> {
              for (Throwable each = e; each != null; each = each.getCause()) {
                assertThat(String.valueOf(each.getMessage())).doesNotContain("hidden");
              }
            });
      }
      assertThatThrownBy(() -> open(""))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("NOAUTH");
    } finally {
      ask(right, commands -> commands.configSet("requirepass", ""));
    }
  }

  @Test
  @Tag("long")
  void open_missingRights_failsWithTheGrantCommand() {
    Keys keys = new Keys("rights");
    user("reader", "~* +@connection +@read");
    assertThatThrownBy(() -> open("reader:hidden@", "?prefix=rights"))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("NOPERM")
        .hasMessageContaining(keys.rights())
        .hasMessageNotContaining("hidden");

    user("halfway", "~* +@all -hincrby");
    try (LineStore store = open("halfway:hidden@", "?prefix=rights")) {
      assertThatThrownBy(() -> store.claim("seq/a", 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining(keys.rights());
    }
  }

  @Test
  void open_rightsFromTheMessage_sufficeForEveryCall() {
    Keys keys = new Keys("enough");
    user("enough", keys.rights().substring("ACL SETUSER NAME ".length()));
    try (LineStore store = open("enough:hidden@", "?prefix=enough&strict=true")) {
      assertThat(store.claim("seq/a", 0, 1)).isZero();
      assertThat(store.compareAndSet("seq/a", 1, 2)).isTrue();
      store.annotate("seq/a", "note");
      assertThat(store.position("seq/a")).isEqualTo(2);
      assertThat(store.lines("")).hasSize(1);
      assertThat(store.now()).isPresent();
    }
  }

  @Test
  void open_settingsUnreadable_isARisk() {
    user("blind", "~blind:{* +@connection +evalsha +eval +hget +hset +hincrby +time");
    try (LineStore store = open("blind:hidden@", "?prefix=blind")) {
      assertThat(store.claim("seq/a", 0, 1)).isZero();
      assertThat(store.durability().risks())
          .contains("INFO=forbidden: whether there are replicas is unknown")
          .contains("CONFIG GET=forbidden: whether the server logs claims");
    }
  }

  private static void user(String name, String rules) {
    List<String> all = new ArrayList<>(List.of(name, "reset", "on", ">hidden"));
    all.addAll(List.of(rules.split(" ")));
    ask(
        engine,
        commands -> commands.dispatch(
            CommandType.ACL,
            new StatusOutput<>(StringCodec.UTF8),
            new CommandArgs<>(StringCodec.UTF8).add("SETUSER").addValues(all)));
  }

  private static void set(String name, String value) {
    ask(engine, commands -> commands.configSet(name, value));
  }

  private static LineStore open(String parameters) {
    return open("", parameters);
  }

  private static LineStore open(String user, String parameters) {
    String url = url(user, parameters);
    return LineStore.of(provider(url).open(url, TIMEOUT, TIMEOUT));
  }

  private static String url(String user, String parameters) {
    return "redis://" + user + "127.0.0.1:" + engine.port() + parameters;
  }

  private static ClaimStoreProvider provider(String url) {
    return ServiceLoader.load(ClaimStoreProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> Adapters.accepts(each, url))
        .findFirst()
        .orElseThrow();
  }
}
