package io.mintmark.store.redis;

import static io.mintmark.store.redis.RedisServers.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.mintmark.ClosedException;
import io.mintmark.ConfigurationException;
import io.mintmark.StoreUnavailableException;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.ClaimStoreProvider;
import io.mintmark.store.Durability;
import io.mintmark.store.Line;
import io.mintmark.testkit.EngineProcess;
import io.mintmark.testkit.Race;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisStoreTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration SHORT = Duration.ofMillis(500);

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
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "redis://                                     | a host is needed: host=''",
        "redis://:6379                                | not a host: host=':6379'",
        "redis:///3                                   | a host is needed",
        "redis:127.0.0.1                              | the URL is redis://",
        "redis://h:0                                  | a port is 1 to 65535: port=0",
        "redis://h:65536                              | a port is 1 to 65535: port=65536",
        "redis://h:99999999999999999999               | not a host: host='h:9999",
        "redis://h:port                               | not a host: host='h:port'",
        "redis://h/x                                  | a database is a number, 0 to 999999",
        "redis://h/-1                                 | a database is a number",
        "redis://h/99999999999999999999               | a database is a number",
        "redis://hö/0                                 | not a host: host='hö'",
        "redis://[::1/0                               | not a host",
        "redis://a,b                                  | several servers are a cluster's or Sent",
        "redis://a,,b?cluster=true                    | a host is needed",
        "redis://h?prefix=                            | a parameter has a value: prefix=''",
        "redis://h?prefix=a&prefix=b                  | a parameter is given once: prefix",
        "redis://h?prefix={a}                         | a prefix is made as line names are",
        "redis://h?prefix=sh%C3%B6p                   | a prefix is made as line names are",
        "redis://h?wait=-1                            | wait is a number of replicas, 0 to 999999",
        "redis://h?wait=99999999999                   | wait is a number of replicas",
        "redis://h?wait=some                          | wait='some'",
        "redis://h?strict=yes                         | strict is true or false: strict='yes'",
        "redis://h?cluster=maybe                      | cluster is true or false: cluster='maybe'",
        "redis://h/1?cluster=true                     | a cluster has database 0 only: database=1",
        "redis://h?cluster=true&sentinel=m            | a cluster has no Sentinel",
        "redis://h?verifyPeer=none                    | rediss:// only: verifyPeer=none",
        "rediss://h?verifyPeer=some                   | verifyPeer is full, ca or none",
        "redis://h?timeout=5s                         | no such parameter: 'timeout', known are",
        "redis://h?a=1&b=2                            | no such parameter: 'b'",
        "redis://h#counter                            | a store has no counter",
        "redis://hidden@h                             | a password stands behind a colon",
        "redis://user:@h                              | a password stands behind a colon",
        "redis://:hid/den@h                           | the URL is redis://",
        "redis://:hid?den@h                           | the URL is redis://",
        "redis://:hid#den@h                           | the URL is redis://",
        "redis://user:hidden@h:x?sentinelPassword=hid | not a host: host='h:x'",
      })
  void open_badUrl_saysTheRuleAndNoSecret(String url, String message) {
    assertThatThrownBy(() -> provider(url).open(url, TIMEOUT))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("hid");
  }

  @Test
  void open_hugeUrl_isRefused() {
    String url = "redis://" + "h".repeat(100_000);
    assertThatThrownBy(() -> provider(url).open(url, TIMEOUT))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("not a host");
  }

  @Test
  void open_badSettings_saysAllFaults() {
    assertThatThrownBy(() -> RedisStore.builder()
            .timeout(Duration.ZERO)
            .waitReplicas(-1)
            .prefix("a b")
            .open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("one of url, client and cluster client: given=0")
        .hasMessageContaining("timeout=PT0S")
        .hasMessageContaining("waitReplicas=-1")
        .hasMessageContaining("prefix='a b'");
  }

  @Test
  void open_prefixesAndDatabases_doNotSeeEachOther() {
    try (ClaimStore one = open("/1?prefix=spaces");
        ClaimStore two = open("/1?prefix=spaces:b");
        ClaimStore three = open("/2?prefix=spaces")) {
      assertThat(one.claim("seq/a", 0, 10)).isZero();
      assertThat(two.claim("seq/a", 0, 20)).isZero();
      assertThat(three.claim("seq/a", 0, 30)).isZero();

      assertThat(one.lines("")).extracting(Line::next).containsExactly(10L);
      assertThat(two.lines("")).extracting(Line::next).containsExactly(20L);
      assertThat(three.lines("")).extracting(Line::next).containsExactly(30L);
    }
  }

  @Test
  void claim_line_isOneHash() {
    try (ClaimStore store = open("?prefix=form")) {
      store.claim("seq/a", 41, 1);
      store.annotate("seq/a", "host-1");
    }
    Map<String, String> fields = ask(engine, commands -> commands.hgetall("form:{seq/a}"));
    assertThat(fields).containsOnlyKeys("next", "note", "updated").containsEntry("next", "42");
    long ttl = ask(engine, commands -> commands.ttl("form:{seq/a}"));
    assertThat(ttl).as("no time to live").isEqualTo(-1);
  }

  @Test
  void lines_otherKeysUnderThePrefix_areLeftOut() {
    ask(engine, commands -> commands.set("odd:{seq/text}", "7"));
    ask(engine, commands -> commands.hset("odd:{seq/other}", "field", "7"));
    ask(engine, commands -> commands.hset("odd:{seq//bad}", "next", "7"));
    try (ClaimStore store = open("?prefix=odd")) {
      store.claim("seq/good", 0, 1);
      assertThat(store.lines("")).extracting(Line::name).containsExactly("seq/good");
      assertThatThrownBy(() -> store.claim("seq/text", 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("WRONGTYPE");
    }
  }

  @Test
  void lines_moreThanAPage_areAllListed() {
    try (ClaimStore store = open("?prefix=many")) {
      Race.run(8, index -> {
        for (int i = 0; i < 400; i++) {
          store.claim("seq/" + index + "/" + i, 0, 1);
        }
        return 0;
      });
      assertThat(store.lines("")).hasSize(3_200);
      assertThat(store.lines("seq/7/")).hasSize(400);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "-5", "007", "1.5", "", "9223372036854775808"})
  void claim_somebodyElseWroteIntoTheLine_isRefusedAndLeavesIt(String next) {
    ask(engine, commands -> commands.hset("damaged:{seq/a}", "next", next));
    try (ClaimStore store = open("?prefix=damaged")) {
      assertThatThrownBy(() -> store.claim("seq/a", 5, 1)).isInstanceOf(RuntimeException.class);
      assertThat(store.compareAndSet("seq/a", 7, 8)).isFalse();
    }
    String after = ask(engine, commands -> commands.hget("damaged:{seq/a}", "next"));
    assertThat(after).isEqualTo(next);
  }

  @Test
  void claim_scriptsFlushed_loadsThemAgain() {
    try (ClaimStore store = open("?prefix=flush")) {
      assertThat(store.claim("seq/a", 0, 1)).isZero();
      ask(engine, commands -> commands.scriptFlush());
      assertThat(store.claim("seq/a", 0, 1)).isEqualTo(1);
      ask(engine, commands -> commands.scriptFlush());
      assertThat(store.compareAndSet("seq/a", 2, 5)).isTrue();
      ask(engine, commands -> commands.scriptFlush());
      store.annotate("seq/a", "again");
      assertThat(store.lines("")).extracting(Line::note).containsExactly("again");
    }
  }

  @Test
  void claim_connectionsKilled_connectsAgain() {
    try (ClaimStore store = open("?prefix=killed")) {
      for (int i = 0; i < 20; i++) {
        Await.answer(() -> store.claim("seq/a", 0, 1));
        ask(engine, commands -> commands.clientKill(KillArgs.Builder.typeNormal()));
      }
      assertThat(Await.answer(() -> store.next("seq/a"))).isGreaterThanOrEqualTo(20);
    }
  }

  @Test
  void claim_memoryFull_isRefusedAndLosesNothing() {
    try (ClaimStore store = open("?prefix=full")) {
      store.claim("seq/a", 0, 7);
      set("maxmemory", "1");
      assertThatThrownBy(() -> store.claim("seq/a", 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("OOM");
      set("maxmemory", "0");
      assertThat(store.claim("seq/a", 0, 1)).isEqualTo(7);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "appendonly                | no          | all claims since the last snapshot",
        "appendfsync               | everysec    | the last two seconds of claims",
        "appendfsync               | no          | what the host had not written yet",
        "no-appendfsync-on-rewrite | yes         | the claims during a rewrite of the log",
        "maxmemory-policy          | allkeys-lru | whole lines when memory runs short",
      })
  void open_riskySetting_warnsOrIsRefusedWhenStrict(String name, String value, String risk) {
    set("maxmemory", "1gb");
    set(name, value);
    try (ClaimStore store = open("")) {
      assertThat(store.durability().risks()).contains(name + "=" + value + ": " + risk);
    }
    assertThatThrownBy(() -> open("?strict=true").close())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(name + "=" + value + ": " + risk);
  }

  @Test
  void open_goodSettings_hasNoRiskAndSaysWhatItRead() {
    set("maxmemory", "1gb");
    for (String policy : List.of("noeviction", "volatile-lru")) {
      set("maxmemory-policy", policy);
      try (ClaimStore store = open("?strict=true")) {
        assertThat(store.durability().settings())
            .contains(Durability.Setting.good("maxmemory-policy", policy))
            .contains(Durability.Setting.good("appendfsync", "always"))
            .contains(Durability.Setting.good("connected_slaves", "0"));
        assertThat(store.canLoseAcknowledgedWrites()).isTrue();
      }
    }
  }

  @Test
  void open_ownClient_isLeftOpen() {
    RedisClient client = RedisClient.create();
    RedisURI uri = RedisURI.create("127.0.0.1", engine.port());
    try {
      try (ClaimStore store =
          RedisStore.builder().client(client, uri).prefix("own").open()) {
        assertThat(store.claim("seq/a", 0, 3)).isZero();
        assertThatThrownBy(() -> store.claim("", 0, 1))
            .isInstanceOf(IllegalArgumentException.class);
      }
      assertThat(client.connect(uri).sync().hget("own:{seq/a}", "next")).isEqualTo("3");
    } finally {
      client.shutdown();
    }
    assertThatThrownBy(() -> RedisStore.builder().client(client, uri).open())
        .isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void open_wrongPassword_isRefusedWithoutSayingIt() {
    set("requirepass", "open sesame");
    RedisURI right = RedisURI.create("redis://:open%20sesame@127.0.0.1:" + engine.port());
    try {
      try (ClaimStore store = open(":open%20sesame@", "?prefix=secret")) {
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
  void open_missingRights_saysTheCommandThatGivesThem() {
    Keys keys = new Keys("rights");
    user("reader", "~* +@connection +@read");
    assertThatThrownBy(() -> open("reader:hidden@", "?prefix=rights"))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("NOPERM")
        .hasMessageContaining(keys.rights())
        .hasMessageNotContaining("hidden");

    user("halfway", "~* +@all -hincrby");
    try (ClaimStore store = open("halfway:hidden@", "?prefix=rights")) {
      assertThatThrownBy(() -> store.claim("seq/a", 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining(keys.rights());
    }
  }

  @Test
  void open_rightsAsTheMessageSays_sufficeForEverything() {
    Keys keys = new Keys("enough");
    user("enough", keys.rights().substring("ACL SETUSER NAME ".length()));
    try (ClaimStore store = open("enough:hidden@", "?prefix=enough&strict=true")) {
      assertThat(store.claim("seq/a", 0, 1)).isZero();
      assertThat(store.compareAndSet("seq/a", 1, 2)).isTrue();
      store.annotate("seq/a", "note");
      assertThat(store.next("seq/a")).isEqualTo(2);
      assertThat(store.lines("")).hasSize(1);
      assertThat(store.now()).isPresent();
    }
  }

  @Test
  void open_settingsMayNotBeRead_isARiskOfItsOwn() {
    user("blind", "~blind:{* +@connection +evalsha +script|load +hget +hset +hincrby +time");
    try (ClaimStore store = open("blind:hidden@", "?prefix=blind")) {
      assertThat(store.claim("seq/a", 0, 1)).isZero();
      assertThat(store.durability().risks())
          .contains("INFO=forbidden: whether there are replicas is unknown")
          .contains("CONFIG GET=forbidden: whether the server logs claims");
    }
  }

  @Test
  void open_nobodyListens_isRefusedAtOnce() {
    assertThatThrownBy(() -> RedisStore.builder()
            .url("redis://127.0.0.1:" + EngineProcess.freePort())
            .open())
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("Connection refused");
  }

  @Test
  void everyCall_serverPaused_endsInTimeAndWorksAfterwards() {
    ClaimStore store =
        RedisStore.builder().url(url("", "?prefix=paused")).timeout(SHORT).open();
    assertThat(store.claim("seq/a", 0, 1)).isZero();
    engine.pause();
    try {
      List<Runnable> calls = List.of(
          () -> store.claim("seq/a", 0, 1),
          () -> store.compareAndSet("seq/a", 1, 2),
          () -> store.annotate("seq/a", "x"),
          () -> store.next("seq/a"),
          () -> store.lines(""),
          store::now,
          () -> RedisStore.builder().url(url("", "")).timeout(SHORT).open().close());
      for (Runnable call : calls) {
        long start = System.nanoTime();
        assertThatThrownBy(call::run).isInstanceOf(StoreUnavailableException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SHORT.multipliedBy(3));
      }
    } finally {
      engine.resume();
    }
    assertThat(Await.answer(() -> store.claim("seq/a", 100, 1))).isGreaterThanOrEqualTo(100);
    store.close();
  }

  @Test
  void claim_interruptedWhileOthersClaim_leavesTheConnection() {
    try (ClaimStore store = open("?prefix=interrupt")) {
      Map<Boolean, Integer> flags = new HashMap<>();
      Race.run(4, index -> {
            for (int i = 0; i < 200; i++) {
              if (index == 0) {
                Thread.currentThread().interrupt();
              }
              store.claim("seq/a", 0, 1);
              if (index == 0 && !Thread.interrupted()) {
                throw new AssertionError("the flag was lost");
              }
            }
            return true;
          })
          .forEach(done -> flags.merge(done, 1, Integer::sum));
      assertThat(flags).containsEntry(true, 4);
      assertThat(store.next("seq/a")).isEqualTo(800);
    }
  }

  @Test
  void close_thenAnyCall_isRefused() {
    ClaimStore store = open("");
    store.close();
    store.close();
    assertThatThrownBy(() -> store.claim("seq/a", 0, 1)).isInstanceOf(ClosedException.class);
    assertThatThrownBy(() -> store.lines("")).isInstanceOf(ClosedException.class);
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

  private static ClaimStore open(String parameters) {
    return open("", parameters);
  }

  private static ClaimStore open(String user, String parameters) {
    String url = url(user, parameters);
    return provider(url).open(url, TIMEOUT);
  }

  private static String url(String user, String parameters) {
    return "redis://" + user + "127.0.0.1:" + engine.port() + parameters;
  }

  private static ClaimStoreProvider provider(String url) {
    return ServiceLoader.load(ClaimStoreProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> each.accepts(url) || url.startsWith("redis:"))
        .findFirst()
        .orElseThrow();
  }
}
