package io.mintmark.store.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Durability;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.engine.StoreContext;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that are refused, read and kept without a server. */
final class ZooKeeperSettingsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "zookeeper://                          | not a host: host=''",
        "zookeeper://,                         | not a host: host=''",
        "zookeeper:///path                     | not a host: host=''",
        "zookeeper://h:x                       | not a host: host='h:x'",
        "zookeeper://h:0                       | no such port: port=0",
        "zookeeper://h:65536                   | no such port: port=65536",
        "zookeeper://h:123456789012            | not a host: host=",
        "zookeeper://hö                        | not a host: host='hö'",
        "zookeeper://h h                       | not a host: host='h h'",
        "zookeeper://h/a//b                    | namespace is no path",
        "zookeeper://h/a/                      | namespace is no path",
        "zookeeper://h/ä                       | namespace is no path",
        "zookeeper://h/a/../b                  | namespace with a part made of dots",
        "zookeeper://h/zookeeper               | namespace below /zookeeper",
        "zookeeper://h/zookeeper/a             | namespace below /zookeeper",
        "zookeeper://h?strict=maybe            | neither true nor false: strict='maybe'",
        "zookeeper://h?strict=                 | the parameter has no value: strict=''",
        "zookeeper://h?session-timeout-ms=1      | session-timeout-ms='1'; it is 1000 to 600000",
        "zookeeper://h?session-timeout-ms=6s     | session-timeout-ms='6s'",
        "zookeeper://h?colour=red              | no such parameter: 'colour'",
        "zookeeper://h#/root/order-            | the URL of a store names a counter",
        "zookeeper://hidden@h                  | no user and password before the at sign",
        "zookeeper://u:hidden%@h               | a percent sign is written %25",
        "zookeeper://u:hid/den@h               | the characters / ? # @ % in a user or",
        "zookeeper://u:hid?den@h               | the characters / ? # @ % in a user or",
        "zookeeper://u:hid#den@h               | the characters / ? # @ % in a user or",
      })
  void open_wrongUrl_failsWithoutSecrets(String url, String message) {
    assertThatThrownBy(() -> ZooKeeperStore.builder().url(url).timeout(TIMEOUT).open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hid", "den"));
  }

  @Test
  void open_hugeUrl_isRefusedWithAShortMessage() {
    for (String url : List.of(
        "zookeeper://" + "h,".repeat(100_000) + "h",
        "zookeeper://" + "h%".repeat(100_000),
        "zookeeper://h/" + "n".repeat(100_000))) {
      assertThatThrownBy(
              () -> ZooKeeperStore.builder().url(url).timeout(TIMEOUT).open())
          .isInstanceOf(ConfigurationException.class);
    }
  }

  @Test
  void builder_wrongSettings_reportsAllAtOnce() {
    assertThatThrownBy(() -> ZooKeeperStore.builder()
            .namespace("no slash")
            .timeout(Duration.ZERO)
            .open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("namespace")
        .hasMessageContaining("timeout=PT0S")
        .hasMessageContaining("neither url nor client given");
  }

  @Test
  @Tag("long")
  void open_serverDown_isRefusedInTime() {
    String url = ZooKeeperServers.url(EngineProcess.freePort());
    long start = System.nanoTime();

    assertThatThrownBy(() ->
            ZooKeeperStore.builder().url(url).timeout(Duration.ofSeconds(1)).open())
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("timeoutMs=1000")
        .hasMessageContaining(url);
    assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(30));
  }

  @Test
  void cache_nextMinuteOrAnotherSession_isEmpty() throws Exception {
    ManualTime time = new ManualTime(Instant.EPOCH);
    StoreContext system = StoreContext.system();
    LineCache cache =
        new LineCache(new StoreContext(time.elapsed(), system.loops(), system.threads()));
    LineNode node = new LineNode(1, "", 0, 0, 0);
    ZooKeeper one = new ZooKeeper("127.0.0.1:1", 1000, event -> {});
    ZooKeeper two = new ZooKeeper("127.0.0.1:1", 1000, event -> {});
    try {
      cache.of(new Handle(one)).put("a", node);
      time.advance(LineCache.MAX_AGE.minusNanos(1));
      assertThat(cache.of(new Handle(one))).containsKey("a");
      time.advance(Duration.ofNanos(1));
      assertThat(cache.of(new Handle(one))).isEmpty();

      cache.of(new Handle(one)).put("a", node);
      assertThat(cache.of(new Handle(two))).isEmpty();
    } finally {
      one.close();
      two.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', 1",
    "'version=0', 1",
    "'server.1=a:2:3:participant;0.0.0.0:4\nversion=0', 1",
    "'server.1=a:2:3:participant;b:4\nserver.2=a:2:3\nserver.9=a:2:3:observer;b:4', 2",
    "'server.1=a:2:3|b:2:3:participant\nserver.2=a:2:3:observer\nserver.3=a:2:3;4', 2",
  })
  void durability_members_countsVotingMembers(String config, String voters) {
    Durability durability =
        Ensemble.durability(new Handle.Data(config.replace("\\n", "\n"), new Stat()));
    assertThat(durability.settings().get(0).value()).isEqualTo(voters);
    assertThat(durability.isRisky()).isEqualTo(voters.equals("1"));
  }
}
