package io.mintmark.store.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.PublishedCounter;
import io.mintmark.internal.store.PublishedCounterReader;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sequential nodes of a real server. In its data, the counter of one parent is near its end. */
@Tag("long")
final class ZooKeeperCounterReaderTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static EngineProcess server;
  private static CuratorFramework client;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    new ForgedData()
        .node("/adopted", "", 0)
        .childrenMade("/adopted", ZooKeeperCounterReader.LAST - 2)
        .save(directory);
    server = ZooKeeperServers.standalone(directory);
    client = CuratorFrameworkFactory.newClient(
        ZooKeeperServers.hosts(server.port()), new RetryOneTime(100));
    client.start();
  }

  @AfterAll
  static void end() {
    client.close();
    server.close();
  }

  /**
   * After the end of the counter, a server assigns the same number again whenever its node was
   * removed.
   */
  @Test
  void server_afterTheEnd_repeatsNumbers() throws Exception {
    for (int i = 2; i >= 0; i--) {
      String made =
          client.create().withMode(CreateMode.PERSISTENT_SEQUENTIAL).forPath("/adopted/order-");
      assertThat(made).isEqualTo("/adopted/order-" + (ZooKeeperCounterReader.LAST - i));
    }
    assertThat(read("/adopted/order-").next()).isEqualTo(ZooKeeperCounterReader.LAST + 1L);
    for (int i = 0; i < 2; i++) {
      String made =
          client.create().withMode(CreateMode.PERSISTENT_SEQUENTIAL).forPath("/adopted/order-");
      assertThat(made).isEqualTo("/adopted/order-2147483647");
      assertThatThrownBy(() -> read("/adopted/order-"))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("passed its end");
      client.delete().forPath(made);
    }
  }

  @Test
  void read_nodesMadeAndRemoved_isTheNextNumber() throws Exception {
    client.create().forPath("/read");
    assertThat(read("/read/order-"))
        .extracting(PublishedCounter::next, PublishedCounter::step, PublishedCounter::cycleEnd)
        .containsExactly(0L, 1L, OptionalLong.empty());
    for (int i = 0; i < 7; i++) {
      String made =
          client.create().withMode(CreateMode.PERSISTENT_SEQUENTIAL).forPath("/read/order-");
      if (i % 3 > 0) {
        client.delete().forPath(made);
      }
      assertThat(read("/read/order-").next()).isEqualTo(i + 1);
    }
    client.create().forPath("/read/order-0000000020");

    assertThat(read("/read/order-").next()).isEqualTo(21);
    assertThat(read("/read/none-").next()).isEqualTo(8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "#           | the URL names no counter #/ROOT/PREFIX: node=''",
        "#read       | the URL names no counter #/ROOT/PREFIX: node='read'",
        "#/read      | the URL names no counter #/ROOT/PREFIX: node='/read'",
        "#/a//b      | the counter's root is no path",
        "#/absent/a  | there is no node /absent",
        "/path#/a/b  | the URL has a path before the hash sign: path='/path'",
      })
  void read_wrongUrl_isRefused(String rest, String message) {
    assertThatThrownBy(() ->
            new ZooKeeperCounterReader().read(ZooKeeperServers.url(server.port()) + rest, TIMEOUT))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message);
  }

  @Test
  void read_serverDown_isRefusedInTime() {
    String url = ZooKeeperServers.url(EngineProcess.freePort()) + "#/a/b";
    assertThatThrownBy(() -> new ZooKeeperCounterReader().read(url, Duration.ofSeconds(1)))
        .isInstanceOf(StoreUnavailableException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "a-0000000000, a-, 0",
    "a-2147483647, a-, 2147483647",
    "a--2147483648, a-, -2147483648",
    "a--000000001, a-, -1",
    "0000000012, '', 12",
  })
  void number_sequentialNode_isParsed(String child, String prefix, int number) {
    assertThat(ZooKeeperCounterReader.number(child, prefix)).hasValue(number);
  }

  @ParameterizedTest
  @CsvSource({
    "a-0000000001, a",
    "a-0000000001, b-",
    "a-1, a-",
    "a-00000000001, a-",
    "a-2147483648, a-",
    "a--2147483649, a-",
    "a-000000000x, a-",
    "a-, a-",
    "a-0000000001, a-0"
  })
  void number_otherNode_isEmpty(String child, String prefix) {
    assertThat(ZooKeeperCounterReader.number(child, prefix)).isEmpty();
  }

  private static PublishedCounter read(String node) {
    String url = ZooKeeperServers.url(server.port()) + "#" + node;
    PublishedCounterReader reader = ServiceLoader.load(PublishedCounterReader.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> Adapters.accepts(each, url))
        .findFirst()
        .orElseThrow();
    return reader.read(url, TIMEOUT);
  }
}
