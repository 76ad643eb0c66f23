package io.mintmark.store.redis;

import static io.mintmark.store.redis.RedisServers.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.mintmark.Mintmark;
import io.mintmark.error.ClosedException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.CapturedLog;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.store.ClaimStoreProvider;
import io.mintmark.store.Line;
import io.mintmark.testkit.Race;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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

  @Test
  void open_prefixesAndDatabases_areSeparate() {
    try (LineStore one = open("/1?prefix=spaces");
        LineStore two = open("/1?prefix=spaces:b");
        LineStore three = open("/2?prefix=spaces")) {
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
    try (LineStore store = open("?prefix=form")) {
      store.claim("seq/a", 41, 1);
      store.annotate("seq/a", "host-1");
    }
    Map<String, String> fields = ask(engine, commands -> commands.hgetall("form:{seq/a}"));
    assertThat(fields).containsOnlyKeys("next", "note", "updated").containsEntry("next", "42");
    long ttl = ask(engine, commands -> commands.ttl("form:{seq/a}"));
    assertThat(ttl).as("no time to live").isEqualTo(-1);
  }

  @Test
  void lines_otherKeysUnderThePrefix_areOmitted() {
    ask(engine, commands -> commands.set("odd:{seq/text}", "7"));
    ask(engine, commands -> commands.hset("odd:{seq/other}", "field", "7"));
    ask(engine, commands -> commands.hset("odd:{seq//bad}", "next", "7"));
    try (LineStore store = open("?prefix=odd")) {
      store.claim("seq/good", 0, 1);
      assertThat(store.lines("")).extracting(Line::name).containsExactly("seq/good");
      assertThatThrownBy(() -> store.claim("seq/text", 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("WRONGTYPE");
    }
  }

  @Test
  void lines_pageWithOtherHashesAmongTheNames_isFull() {
    try (LineStore store = open("?prefix=mixed")) {
      for (String name : List.of("b", "d", "f")) {
        store.claim(name, 0, 1);
      }
      for (String name : List.of("a", "c", "e", "g")) {
        ask(engine, commands -> commands.hset("mixed:{" + name + "}", "field", "7"));
      }

      assertThat(store.lines(new LinePage("", "", 2)))
          .extracting(Line::name)
          .containsExactly("b", "d");
      assertThat(store.lines(new LinePage("", "d", 2))).extracting(Line::name).containsExactly("f");
    }
  }

  @Test
  @Tag("long")
  void lines_moreThanAPage_areAllListed() {
    try (LineStore store = open("?prefix=many")) {
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
  void claim_foreignValueInTheLine_throwsAndKeepsIt(String next) {
    ask(engine, commands -> commands.hset("damaged:{seq/a}", "next", next));
    try (LineStore store = open("?prefix=damaged")) {
      assertThatThrownBy(() -> store.claim("seq/a", 5, 1)).isInstanceOf(RuntimeException.class);
      assertThat(store.compareAndSet("seq/a", 7, 8)).isFalse();
    }
    String after = ask(engine, commands -> commands.hget("damaged:{seq/a}", "next"));
    assertThat(after).isEqualTo(next);
  }

  @Test
  void claim_scriptsFlushed_loadsThemAgain() {
    try (LineStore store = open("?prefix=flush")) {
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
  @Tag("long")
  void claim_againAtTheEnd_throwsAndTakesNothing() {
    try (LineStore store = open("?prefix=end")) {
      store.claim("seq/a", Long.MAX_VALUE - 10, 3);
      assertThat(store.claim("seq/a", 0, 2)).isEqualTo(Long.MAX_VALUE - 7);
      assertThatThrownBy(() -> store.claim("seq/a", 0, 6)).isInstanceOf(ExhaustedException.class);
      assertThat(store.claim("seq/a", 0, 5)).isEqualTo(Long.MAX_VALUE - 5);
    }
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(strings = {"x", "", "-9", "007", "1.5"})
  void claim_lineOverwrittenSince_throwsAndKeepsIt(String written) {
    String line = "seq/" + Integer.toUnsignedString(written.hashCode());
    String key = "spoilt:{" + line + "}";
    try (LineStore store = open("?prefix=spoilt")) {
      store.claim(line, 0, 1);
      ask(engine, commands -> commands.hset(key, "next", written));
      assertThatThrownBy(() -> store.claim(line, 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining(written);
      String left = ask(engine, commands -> commands.hget(key, "next"));
      assertThat(left).isEqualTo(written);
    }
  }

  @Test
  void claim_lineDeletedSince_startsAnewWithItsTime() {
    try (LineStore store = open("?prefix=gone")) {
      store.claim("seq/a", 0, 1);
      ask(engine, commands -> commands.del("gone:{seq/a}"));
      assertThat(store.claim("seq/a", 0, 1)).isZero();
      assertThat(store.claim("seq/a", 0, 1)).isEqualTo(1);
      assertThat(store.lines("")).extracting(Line::updated).noneMatch(Instant.EPOCH::equals);
    }
  }

  @Test
  void claim_memoryFull_nextClaimWritesTheTime() {
    try (LineStore store = open("?prefix=late")) {
      store.claim("seq/a", 0, 1);
      ask(engine, commands -> commands.hset("late:{seq/a}", "updated", "0"));
      set("maxmemory", "1");
      assertThatThrownBy(() -> store.claim("seq/a", 0, 1)).hasMessageContaining("OOM");
      set("maxmemory", "0");
      store.claim("seq/a", 0, 1);
      assertThat(store.lines("")).extracting(Line::updated).noneMatch(Instant.EPOCH::equals);
    }
  }

  @Test
  @Tag("long")
  void claim_connectionsKilled_connectsAgain() {
    try (LineStore store = open("?prefix=killed")) {
      for (int i = 0; i < 20; i++) {
        Await.answer(() -> store.claim("seq/a", 0, 1));
        ask(engine, commands -> commands.clientKill(KillArgs.Builder.typeNormal()));
      }
      assertThat(Await.answer(() -> store.position("seq/a"))).isGreaterThanOrEqualTo(20);
    }
  }

  @Test
  void claim_memoryFull_throwsAndLosesNothing() {
    try (LineStore store = open("?prefix=full")) {
      store.claim("seq/a", 0, 7);
      set("maxmemory", "1");
      assertThatThrownBy(() -> store.claim("seq/a", 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("OOM");
      set("maxmemory", "0");
      assertThat(store.claim("seq/a", 0, 1)).isEqualTo(7);
    }
  }

  @Test
  void snowflake_foreignKeyOfOneNumber_takesAnotherNumber() {
    ask(engine, commands -> commands.set("wrong:{worker/users/0}", "7"));
    try (LineStore store = open("?prefix=wrong");
        Mintmark mint = Mintmark.builder().store(store).open()) {
      store.declareNew();
      SnowflakeGenerator users = mint.snowflake("users", s -> s.workers(0, 1));
      assertThat(users.decode(users.next()).worker()).isEqualTo(1);
    }
  }

  @Test
  @Tag("long")
  void snowflake_windowTooShortToRenew_warnsOnce() {
    try (LineStore store = open("?prefix=short");
        Mintmark mint = Mintmark.builder().store(store).open();
        CapturedLog log = new CapturedLog("io.mintmark.store")) {
      store.declareNew();
      long unused = mint.snowflake("long", s -> s.window(Duration.ofSeconds(7))).next();
      assertThat(log.messages()).isEmpty();
      SnowflakeGenerator brief = mint.snowflake("brief", s -> s.window(Duration.ofMillis(10)));
      long end = System.nanoTime() + Duration.ofMillis(50).toNanos();
      while (System.nanoTime() < end) {
        unused = brief.next(); // The number is taken several times.
      }
      assertThat(log.messages())
          .singleElement(STRING)
          .endsWith("use a window of PT7S or more: window=PT0.01S, lines=worker/brief/*");
    }
  }

  @Test
  void close_ownClient_staysOpen() {
    RedisClient client = RedisClient.create();
    RedisURI uri = RedisURI.create("127.0.0.1", engine.port());
    try {
      try (LineStore store =
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
  void open_clusterConfiguredForOneServer_throws() {
    assertThatThrownBy(() -> open("?cluster=true"))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("cluster support disabled");
  }

  @Test
  void open_noServer_throwsAtOnce() {
    assertThatThrownBy(() -> RedisStore.builder()
            .url("redis://127.0.0.1:" + EngineProcess.freePort())
            .open())
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("Connection refused");
  }

  @Test
  @Tag("long")
  void everyCall_serverPaused_endsInTimeAndRecovers() {
    LineStore store =
        RedisStore.builder().url(url("", "?prefix=paused")).timeout(SHORT).open();
    assertThat(store.claim("seq/a", 0, 1)).isZero();
    engine.pause();
    try {
      List<Runnable> calls = List.of(
          () -> store.claim("seq/a", 0, 1),
          () -> store.compareAndSet("seq/a", 1, 2),
          () -> store.annotate("seq/a", "x"),
          () -> store.position("seq/a"),
          () -> store.lines(""),
          store::now,
          () -> RedisStore.builder().url(url("", "")).timeout(SHORT).open().close());
      for (Runnable call : calls) {
        long start = System.nanoTime();
        assertThatThrownBy(call::run).isInstanceOf(StoreUnavailableException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
      }
    } finally {
      engine.resume();
    }
    assertThat(Await.answer(() -> store.claim("seq/a", 100, 1))).isGreaterThanOrEqualTo(100);
    store.close();
  }

  @Test
  @Tag("long")
  void claim_interruptedWhileOthersClaim_keepsTheConnection() {
    try (LineStore store = open("?prefix=interrupt")) {
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
      assertThat(store.position("seq/a")).isEqualTo(800);
    }
  }

  @Test
  void close_thenAnyCall_throws() {
    LineStore store = open("");
    store.close();
    store.close();
    assertThatThrownBy(() -> store.claim("seq/a", 0, 1)).isInstanceOf(ClosedException.class);
    assertThatThrownBy(() -> store.lines("")).isInstanceOf(ClosedException.class);
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
