package io.mintmark.store.redis;

import static io.mintmark.store.redis.RedisServers.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RestoreArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.api.sync.RedisServerCommands;
import io.mintmark.Mintmark;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.SettingsDamagedException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.snowflake.SnowflakeLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real server that loses acknowledged writes or returns to older ones, including settings.
 * Meanwhile one process makes ids, and another uses the same name with other settings. The workers
 * and layouts are chosen so that ids of the same millisecond are equal under both settings.
 */
@Tag("long")
class RedisForgottenSettingsTest {

  private static final Duration TIMEOUT = Duration.ofMillis(500);

  /**
   * The longest window plus the margin of the clocks. The server rounds its times by up to a
   * second.
   */
  private static final Duration WAIT = Duration.ofSeconds(15 - 1);

  private static final SnowflakeLayout LAYOUT = SnowflakeLayout.parse("41/10/12");

  /** Its worker 1 has the same bits as worker 4 of {@code LAYOUT}. */
  private static final SnowflakeLayout OTHER_LAYOUT = SnowflakeLayout.parse("41/8/14");

  private static final int ENOUGH = 500;

  @TempDir
  private Path directory;

  private EngineProcess server;
  private final List<Maker<?>> makers = new ArrayList<>();

  Path program(Path folder) throws Exception {
    return RedisServers.program(folder);
  }

  @BeforeEach
  void start() throws Exception {
    server = RedisServers.start(program(directory), directory, EngineProcess.freePort(), List.of());
    // Declares a life that began long ago, so that numbers can be taken at once.
    open("?new=true").close();
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (Maker<?> maker : makers) {
      maker.end();
    }
    server.close();
  }

  private Mintmark open(String parameters) {
    String url = "redis://127.0.0.1:" + server.port() + parameters;
    return Await.answer(
        () -> Mintmark.builder().store(url).claimTimeout(TIMEOUT).open());
  }

  private static SnowflakeGenerator users(Mintmark mint) {
    return mint.snowflake("users", s -> s.layout(LAYOUT).workers(4, 4));
  }

  private static SnowflakeGenerator otherUsers(Mintmark mint) {
    return mint.snowflake("users", s -> s.layout(OTHER_LAYOUT).workers(1, 1));
  }

  /** The ids of one process, made in a thread that also opens the generator. */
  private final class Maker<I> {

    private final Mintmark mint = open("");
    private final Function<Mintmark, I> next;
    private final List<I> ids = new ArrayList<>();
    private final Thread thread = new Thread(this::make);
    private volatile int made;
    private volatile Instant first = Instant.MAX;
    private volatile MintmarkException last = new MintmarkException("none");
    private volatile boolean idle;
    private volatile boolean ended;

    Maker(Function<Mintmark, I> next) {
      this.next = next;
      makers.add(this);
      thread.start();
    }

    private void make() {
      while (!ended) {
        try {
          for (int i = 0; i < 20 && !idle; i++) {
            ids.add(next.apply(mint));
          }
          first = made == 0 && !ids.isEmpty() ? Instant.now() : first;
          made = ids.size();
        } catch (MintmarkException e) {
          last = e;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
    }

    void awaitMore() {
      int before = made;
      Await.until("ids are made, but " + last, () -> made > before + ENOUGH);
    }

    void awaitRefusal(Class<? extends MintmarkException> why) {
      Await.until(why + " comes, but " + last, () -> why.isInstance(last));
    }

    void end() throws InterruptedException {
      ended = true;
      thread.join();
      mint.close();
    }
  }

  /** Ends both, and checks that their ids differ. */
  private static <I> void assertDifferent(Maker<I> one, Maker<I> two) throws InterruptedException {
    one.end();
    two.end();
    Set<I> equal = new HashSet<>(one.ids);
    equal.retainAll(new HashSet<>(two.ids));
    assertThat(equal).as("ids=%s and %s", one.made, two.made).isEmpty();
  }

  private Instant flush() {
    ask(server, RedisServerCommands::flushall);
    return Instant.now();
  }

  @Test
  void next_otherLayoutAfterALossWhileTheFirstMakesIds_isRefused() throws Exception {
    Maker<Long> holder = new Maker<>(mint -> users(mint).next());
    holder.awaitMore();
    Instant lost = flush();
    Maker<Long> other = new Maker<>(mint -> otherUsers(mint).next());
    Await.until("the wait is over", () -> Instant.now().isAfter(lost.plusSeconds(17)));
    other.awaitRefusal(SettingsMismatchException.class);
    holder.awaitMore();
    assertDifferent(holder, other);
    assertThat(other.ids).isEmpty();
  }

  @Test
  void next_otherLayoutAfterALossWhileTheFirstIsIdle_firstIsRefused() throws Exception {
    Maker<Long> first = new Maker<>(mint -> users(mint).next());
    first.awaitMore();
    first.idle = true;
    Instant idle = Instant.now();
    Await.until("no window is held", () -> Instant.now().isAfter(idle.plusSeconds(11)));
    flush();
    Maker<Long> other = new Maker<>(mint -> otherUsers(mint).next());
    other.awaitMore();
    first.idle = false;
    first.awaitRefusal(SettingsMismatchException.class);
    assertDifferent(first, other);
  }

  @Test
  void next_otherScopeAfterALoss_isRefused() throws Exception {
    Maker<Long> holder =
        new Maker<>(mint -> mint.snowflake("users", s -> s.workers(1, 1)).next());
    holder.awaitMore();
    Instant lost = flush();
    Maker<Long> other = new Maker<>(mint ->
        mint.snowflake("users", s -> s.workerPool("people").workers(1, 1)).next());
    Await.until("the wait is over", () -> Instant.now().isAfter(lost.plusSeconds(17)));
    other.awaitRefusal(SettingsMismatchException.class);
    assertDifferent(holder, other);
    assertThat(other.ids).isEmpty();
  }

  /**
   * Both settings have the same fingerprint. The second process's window is shorter than a tick of
   * one second.
   */
  @Test
  void next_keysWithAShorterWindowAfterALoss_waitAndDiffer() throws Exception {
    Maker<String> holder = new Maker<>(mint -> key(mint, Duration.ofSeconds(10)));
    holder.awaitMore();
    Instant lost = flush();
    Maker<String> other = new Maker<>(mint -> key(mint, Duration.ofMillis(500)));
    Await.until("the holder goes on", () -> Instant.now().isAfter(lost.plusSeconds(4)));
    holder.end();
    other.awaitMore();
    assertDifferent(holder, other);
    assertThat(other.first).isAfter(lost.plus(WAIT));
  }

  private static String key(Mintmark mint, Duration window) {
    return mint.keys(
            "orders",
            k ->
                k.format("{time:yyyyMMddHHmmss}{worker:1}{seq:6}").workers(1, 1).window(window))
        .next();
  }

  /** The note of the server's life is restored together with the other keys. */
  @Test
  void next_backupRestoredIntoTheRunningServer_othersWait() throws Exception {
    Maker<Long> holder = new Maker<>(mint -> users(mint).next());
    holder.awaitMore();
    Map<String, byte[]> backup = ask(server, RedisForgottenSettingsTest::dumped);
    holder.awaitMore();
    flush();
    ask(server, commands -> {
      backup.forEach((key, value) -> commands.restore(key, value, new RestoreArgs()));
      return backup;
    });
    Instant restored = Instant.now();
    Maker<Long> other = new Maker<>(mint -> users(mint).next());
    Await.until("the holder goes on", () -> Instant.now().isAfter(restored.plusSeconds(4)));
    holder.end();
    other.awaitMore();
    assertDifferent(holder, other);
    assertThat(other.first).isAfter(restored.plus(WAIT));
  }

  private static Map<String, byte[]> dumped(RedisCommands<String, String> commands) {
    Map<String, byte[]> all = new HashMap<>();
    commands.keys("*").forEach(key -> all.put(key, commands.dump(key)));
    return all;
  }

  /** This begins no new life. The remaining lines show that the settings were lost. */
  @Test
  void next_settingsDeletedButNotLines_holderRestoresThem() throws Exception {
    Maker<Long> holder = new Maker<>(mint -> users(mint).next());
    holder.awaitMore();
    deleteSettings();
    Maker<Long> other = new Maker<>(mint -> otherUsers(mint).next());
    other.awaitRefusal(SettingsMismatchException.class);
    holder.awaitMore();
    assertDifferent(holder, other);
    assertThat(other.ids).isEmpty();
  }

  @Test
  void next_settingsDeletedWithoutAHolder_throwsUntilRestored() {
    try (Mintmark mint = open("")) {
      long before = mint.snowflake("users").next();
      assertThat(before).isPositive();
    }
    deleteSettings();
    try (Mintmark mint = open("")) {
      assertThatThrownBy(
              () -> mint.snowflake("users", s -> s.layout(OTHER_LAYOUT)).next())
          .isInstanceOf(SettingsDamagedException.class)
          .hasMessageContaining("mintmark lines raise spec/worker/users ");
    }
  }

  private void deleteSettings() {
    ask(server, commands -> commands.del(commands.keys("*spec/*").toArray(String[]::new)));
  }
}
