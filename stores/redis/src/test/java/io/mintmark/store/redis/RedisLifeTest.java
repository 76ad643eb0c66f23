package io.mintmark.store.redis;

import static io.mintmark.store.redis.RedisServers.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.api.sync.RedisServerCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.EngineLife;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the start of a real server's life: the time since which it remembers all acknowledged
 * writes, as far as the server shows this.
 */
@Tag("long")
class RedisLifeTest {

  private static final Duration TIMEOUT = Duration.ofMillis(500);

  @TempDir
  private Path directory;

  private EngineProcess start(String name, String... options) {
    return RedisServers.start(directory.resolve(name), options);
  }

  @Test
  @Tag("long")
  void life_eachLossOfMemory_isNew() {
    try (EngineProcess server = start("server")) {
      try (LineStore store = store(server, "")) {
        EngineLife came = life(store);
        assertThat(life(store).id()).isEqualTo(came.id());
        ask(server, RedisServerCommands::flushall);
        EngineLife flushed = life(store);
        assertThat(flushed.id()).isNotEqualTo(came.id());
        assertThat(Duration.between(flushed.began(), flushed.now())).isLessThan(TIMEOUT);
        ask(server, commands -> commands.replicaof("127.0.0.1", EngineProcess.freePort()));
        ask(server, commands -> commands.replicaofNoOne());
        assertThat(Await.answer(() -> life(store)).id()).isNotEqualTo(flushed.id());
        server.kill();
        server.restart();
        assertThat(Await.answer(() -> life(store)).id()).isNotEqualTo(flushed.id());
      }
    }
  }

  /**
   * Without the note, the server's other information about its past may have been reset, or does
   * not show losses.
   */
  @Test
  @Tag("long")
  void life_noteDeleted_beginsNow() {
    try (EngineProcess server = start("server");
        LineStore store = store(server, "")) {
      Await.until("the server is up for a while", () -> upForSeconds(server) >= 3);
      List<Runnable> losses = List.of(
          () -> {},
          () -> ask(server, commands -> commands.flushall() + commands.configResetstat()),
          () -> ask(server, commands -> commands.del(commands.keys("*").toArray(String[]::new))));
      Set<String> lives = new HashSet<>();
      for (Runnable loss : losses) {
        loss.run();
        EngineLife life = life(store);
        assertThat(Duration.between(life.began(), life.now())).isLessThan(TIMEOUT);
        assertThat(lives.add(life.id())).as("a life that was not there before").isTrue();
      }
    }
  }

  /** Otherwise the life would be read a second time, after the positions. */
  @Test
  void life_serverWithoutTheScript_isReadOnceBeforeThePositions() {
    try (EngineProcess server = start("server");
        LineStore store = store(server, "")) {
      String flushed = ask(server, RedisCommands::scriptFlush);
      assertThat(flushed).isEqualTo("OK");
      assertThat(life(store).next()).containsExactly(0L);
      String calls = ask(server, commands -> commands.info("commandstats"));
      assertThat(calls).contains("cmdstat_eval:calls=").doesNotContain("cmdstat_evalsha");
    }
  }

  /** A second swap restores the keys from before the first swap, including the note. */
  @Test
  void life_databasesSwappedAndSwappedBack_isNewEachTime() {
    try (EngineProcess server = start("server");
        LineStore store = store(server, "")) {
      EngineLife before = life(store);
      ask(server, commands -> commands.swapdb(0, 1));
      EngineLife swapped = life(store);
      ask(server, commands -> commands.swapdb(0, 1));
      EngineLife back = life(store);
      assertThat(List.of(before.id(), swapped.id(), back.id())).doesNotHaveDuplicates();
      assertThat(Duration.between(back.began(), back.now())).isLessThan(TIMEOUT);
      assertThat(life(store).id()).isEqualTo(back.id());
    }
  }

  /** Each of these can restore older lines together with the note. */
  @Test
  @Tag("long")
  void life_keysRestoredWithTheirNote_isNewEachTime() {
    try (EngineProcess server = start("server");
        LineStore store = store(server, "")) {
      String note = "mintmark:{}life/0";
      List<String> lives = new ArrayList<>(List.of(life(store).id()));
      List<Runnable> losses = List.of(
          () -> ask(server, commands -> {
            byte[] dump = commands.dump(note);
            commands.del(note);
            return commands.restore(note, 0, dump);
          }),
          () -> ask(server, commands -> {
            Map<String, String> fields = commands.hgetall(note);
            commands.flushdb();
            return commands.hset(note, fields);
          }),
          () -> ask(server, commands -> {
            commands.save();
            return commands.dispatch(
                CommandType.DEBUG,
                new StatusOutput<>(StringCodec.UTF8),
                new CommandArgs<>(StringCodec.UTF8).add("RELOAD").add("NOSAVE"));
          }));
      for (Runnable loss : losses) {
        loss.run();
        EngineLife life = life(store);
        assertThat(Duration.between(life.began(), life.now())).isLessThan(TIMEOUT);
        assertThat(life(store).id()).isEqualTo(life.id());
        lives.add(life.id());
      }
      assertThat(lives).doesNotHaveDuplicates();
    }
  }

  @Test
  @Tag("long")
  void life_keysEvicted_isNewIfLinesMayBeEvicted() {
    try (EngineProcess server = start("server", "--maxmemory-policy", "allkeys-lru");
        LineStore store = store(server, "")) {
      String before = life(store).id();
      evict(server);
      EngineLife evicted = life(store);
      assertThat(evicted.id()).isNotEqualTo(before);
      assertThat(Duration.between(evicted.began(), evicted.now())).isLessThan(TIMEOUT);

      ask(server, commands -> commands.configSet("maxmemory-policy", "volatile-lru"));
      String safe = life(store).id();
      evict(server);
      assertThat(life(store).id()).as("only keys with a time to live go").isEqualTo(safe);
    }
  }

  private static void evict(EngineProcess server) {
    long before = evicted(server);
    ask(server, commands -> {
      for (int i = 0; i < 3_000; i++) {
        commands.set("cache" + i, "x".repeat(1_000), SetArgs.Builder.ex(1_000));
      }
      commands.configSet("maxmemory", "3mb");
      commands.set("cache", "x", SetArgs.Builder.ex(1_000));
      return commands.configSet("maxmemory", "0");
    });
    assertThat(evicted(server)).isGreaterThan(before);
  }

  private static long evicted(EngineProcess server) {
    return counted(server, "stats", "evicted_keys:");
  }

  @Test
  void life_noteWithoutItsStart_isNew() {
    try (EngineProcess server = start("server");
        LineStore store = store(server, "?new=true")) {
      String before = life(store).id();
      ask(server, commands -> commands.hdel("mintmark:{}life/0", "began"));
      EngineLife life = life(store);
      assertThat(life.id()).isNotEqualTo(before);
      assertThat(Duration.between(life.began(), life.now())).isLessThan(TIMEOUT);
    }
  }

  /** Some servers speak the protocol and are not Redis. */
  @Test
  void life_serverWithoutRunId_throws() {
    assertThat(LifeReader.life("8c00ab--1700000000000000 1700000000000000 1700000000000001")
            .began())
        .isEqualTo(Instant.ofEpochSecond(1_700_000_000));
    assertThatThrownBy(
            () -> LifeReader.life("-8c00ab-1700000000000000 1700000000000000 1700000000000001"))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("run_id");
  }

  private static long upForSeconds(EngineProcess server) {
    return counted(server, "server", "uptime_in_seconds:");
  }

  private static long counted(EngineProcess server, String section, String name) {
    return ask(server, commands -> commands.info(section))
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.substring(name.length()).strip()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void declareNew_declaredByAnotherProcess_throws() {
    try (EngineProcess server = start("server")) {
      try (LineStore store = store(server, "?new=true")) {
        assertThat(life(store).began()).isEqualTo(Instant.EPOCH);
        store.declareNew();
        ask(server, commands -> commands.hset("mintmark:{}life/0", "declared", "another"));
        assertThatThrownBy(store::declareNew)
            .isInstanceOf(ConfigurationException.class)
            .hasMessageContaining("remove new=true");
        assertThatThrownBy(() -> store(server, "?new=true"))
            .isInstanceOf(ConfigurationException.class);
        assertThat(life(store).began()).isEqualTo(Instant.EPOCH);
      }
    }
  }

  @Test
  @Tag("long")
  void declareNew_serverInUse_throws() {
    try (EngineProcess server = start("server");
        LineStore store = store(server, "")) {
      EngineLife life = life(store);
      assertThatThrownBy(store::declareNew)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("inUseSince=" + life.began());
      assertThat(life(store).began()).isEqualTo(life.began());
    }
  }

  /**
   * The same process may declare the server new again. It may have lost the reply to its first
   * attempt, or may open another store.
   */
  @Test
  void declareNew_emptiedAfterDeclaring_isANewLife() {
    try (EngineProcess server = start("server");
        LineStore store = store(server, "?new=true")) {
      String before = life(store).id();
      ask(server, RedisServerCommands::flushall);
      try (LineStore again = store(server, "?new=true")) {
        assertThat(life(again).began()).isEqualTo(Instant.EPOCH);
        assertThat(life(store).id()).isNotEqualTo(before);
      }
    }
  }

  private static LineStore store(EngineProcess server, String parameters) {
    return Await.answer(() ->
        Adapters.open("redis://127.0.0.1:" + server.port() + parameters, Duration.ofSeconds(5)));
  }

  private static EngineLife life(LineStore store) {
    return store.life(List.of("worker/users/0")).orElseThrow();
  }
}
