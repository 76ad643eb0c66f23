package io.mintmark.store.redis;

import static io.mintmark.store.redis.RedisServers.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.PublishedCounter;
import io.mintmark.internal.store.PublishedCounterReader;
import io.mintmark.rigs.EngineProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisCounterReaderTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @TempDir
  static Path directory;

  private static EngineProcess engine;

  @BeforeAll
  static void start() {
    engine = RedisServers.start(directory);
  }

  @AfterAll
  static void end() {
    if (engine != null) {
      engine.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "orders, orders",
    "sequence:redis:t_new_order_dbIndex00_tbIndex0001_order_id, "
        + "sequence:redis:t_new_order_dbIndex00_tbIndex0001_order_id",
    "a b+c/d@e#f, a%20b+c/d@e%23f",
    "朝, %E6%9C%9D",
  })
  void read_countedKey_returnsTheNextAndChangesNothing(String key, String written) {
    for (int i = 0; i < 42; i++) {
      ask(engine, commands -> commands.incr(key));
    }

    PublishedCounter counter = read("#" + written);

    assertThat(counter.next()).isEqualTo(43);
    assertThat(counter.step()).isEqualTo(1);
    assertThat(counter.what()).contains(key).contains("redis://");
    String after = ask(engine, commands -> commands.get(key));
    assertThat(after).isEqualTo("42");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, (1L << 53) + 1, 179_521_920_000_000_001L, Long.MAX_VALUE - 1})
  void read_greatValue_losesNoDigit(long value) {
    ask(engine, commands -> commands.set("great", Long.toString(value)));
    assertThat(read("#great").next()).isEqualTo(value + 1);
  }

  @ParameterizedTest
  @CsvSource({
    "text, found='text'",
    "1.5, found='1.5'",
    "-1, found='-1'",
    "9223372036854775807, found='9223372036854775807'",
    "9223372036854775808, found='9223372036854775808'",
  })
  void read_noCounter_failsShowingTheValue(String value, String message) {
    ask(engine, commands -> commands.set("none", value));
    assertThatThrownBy(() -> read("#none"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message);
  }

  @Test
  void read_absentKeyOrOtherType_failsWithMessage() {
    ask(engine, commands -> commands.hset("hash", "a", "1"));
    assertThatThrownBy(() -> read("#absent"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("key=absent, found=no such key");
    assertThatThrownBy(() -> read("#hash"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("found=a value that is not a string");
    assertThatThrownBy(() -> read("/1#orders"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("no such key");
    assertThatThrownBy(() -> read("#"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("no key of a counter after '#'");
  }

  @Test
  void read_serverDown_isUnavailable() {
    String url = "redis://:hidden@127.0.0.1:" + EngineProcess.freePort() + "#orders";
    assertThatThrownBy(() -> reader(url).read(url, TIMEOUT))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("Connection refused")
        .hasMessageNotContaining("hidden");
  }

  private static PublishedCounter read(String rest) {
    String url = "redis://127.0.0.1:" + engine.port() + rest;
    return reader(url).read(url, TIMEOUT);
  }

  private static PublishedCounterReader reader(String url) {
    return ServiceLoader.load(PublishedCounterReader.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> Adapters.accepts(each, url))
        .findFirst()
        .orElseThrow();
  }
}
