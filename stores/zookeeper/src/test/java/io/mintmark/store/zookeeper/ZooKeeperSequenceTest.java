package io.mintmark.store.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.store.PublishedCounter;
import io.mintmark.internal.store.PublishedCounterReader;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.testkit.Race;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sequential nodes of a real server. In its data, the counters of some parents are near their end.
 */
@Tag("long")
final class ZooKeeperSequenceTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static EngineProcess server;
  private static CuratorFramework client;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    ForgedData data = new ForgedData();
    for (String parent : List.of("/ending", "/batch", "/adopted")) {
      data.node(parent, "", 0).childrenMade(parent, ZooKeeperSequence.LAST - 2);
    }
    data.save(directory);
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

  @Test
  void next_manyThreadsOfTwoProcesses_isUniqueAndAscending() {
    try (ZooKeeperSequence one = open("/many");
        ZooKeeperSequence two = open("/many")) {
      List<Long> all = flatten(Race.run(8, index -> {
        List<Long> mine = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
          mine.add((index % 2 == 0 ? one : two).next());
        }
        assertThat(mine).isSorted();
        return mine;
      }));

      assertThat(all).containsExactlyInAnyOrderElementsOf(numbers(0, 400));
    }
  }

  @Test
  void next_batch_isContiguousAndAscending() {
    try (ZooKeeperSequence sequence = open("/batches")) {
      assertThat(sequence.nextBatch(3)).containsExactly(0, 1, 2);
      assertThat(sequence.next()).isEqualTo(3);
      assertThat(sequence.reserve(10)).isEqualTo(new LongRange(4, 14));
      int great = 9 * ZooKeeperSequence.NODES_A_WRITE + 1;
      assertThat(sequence.nextBatch(great))
          .containsExactly(LongStream.range(14, 14 + great).toArray());
      assertThat(sequence.nextTextBatch(1)).containsExactly(Long.toString(14L + great));
      awaitNoChildren("/batches");
    }
  }

  @Test
  void reserve_manyThreads_rangesHaveNoGaps() {
    try (ZooKeeperSequence sequence = open("/reserved")) {
      List<Long> ends = flatten(Race.run(4, index -> {
        List<Long> mine = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          mine.add(sequence.reserve(7).last());
        }
        return mine;
      }));

      assertThat(ends).allSatisfy(end -> assertThat(end % 7).isEqualTo(6)).doesNotHaveDuplicates();
    }
  }

  @Test
  void next_nodesOfCrashedProcesses_areRemovedUpToTheOwnNumber() throws Exception {
    client.create().forPath("/left");
    for (int i = 0; i < 500; i++) {
      client.create().withMode(CreateMode.PERSISTENT_SEQUENTIAL).forPath("/left/order-");
    }
    client.create().forPath("/left/order-hand");
    client.create().withMode(CreateMode.PERSISTENT_SEQUENTIAL).forPath("/left/other-");
    try (ZooKeeperSequence sequence = open("/left")) {
      assertThat(sequence.next()).isEqualTo(502);
      await(() -> Set.copyOf(client.getChildren().forPath("/left"))
          .equals(Set.of("order-hand", "other-0000000501")));
    }
  }

  @Test
  void next_atTheEnd_throwsForAllAndRepeatsNothing() {
    try (ZooKeeperSequence one = open("/ending");
        ZooKeeperSequence two = open("/ending")) {
      assertThat(one.next()).isEqualTo(2147483644);
      assertThat(two.next()).isEqualTo(2147483645);
      assertThat(one.describe().warnings()).hasSize(1);
      assertThat(one.next()).isEqualTo(2147483646).isEqualTo(ZooKeeperSequence.LAST);
      for (ZooKeeperSequence each : List.of(one, two, one, two)) {
        assertThatThrownBy(each::next)
            .isInstanceOf(ExhaustedException.class)
            .hasMessageContaining("/ending/order-");
      }
    }
    try (ZooKeeperSequence later = open("/ending")) {
      assertThatThrownBy(later::next).isInstanceOf(ExhaustedException.class);
    }
  }

  @Test
  void next_batchPastTheEnd_throws() {
    try (ZooKeeperSequence sequence = open("/batch")) {
      assertThatThrownBy(() -> sequence.nextBatch(10)).isInstanceOf(ExhaustedException.class);
      assertThatThrownBy(sequence::next).isInstanceOf(ExhaustedException.class);
    }
  }

  /**
   * After the end of the counter, a server assigns the same number again whenever its node was
   * removed.
   */
  @Test
  void server_afterTheEnd_repeatsNumbers() throws Exception {
    for (int i = 0; i < 3; i++) {
      client.create().withMode(CreateMode.PERSISTENT_SEQUENTIAL).forPath("/adopted/order-");
    }
    assertThat(read("/adopted/order-").next()).isEqualTo(ZooKeeperSequence.LAST + 1L);
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
  void next_parentRecreated_throws() throws Exception {
    try (ZooKeeperSequence sequence = open("/anew")) {
      sequence.nextBatch(5);
      awaitNoChildren("/anew");
      client.delete().forPath("/anew");
      assertThatThrownBy(sequence::next).isInstanceOf(StoreRewoundException.class);
      client.create().forPath("/anew");
      for (int i = 0; i < 10; i++) {
        assertThatThrownBy(sequence::next).isInstanceOf(StoreRewoundException.class);
      }
    }
  }

  @Test
  void next_serverKilledAndRestarted_repeatsNothing() {
    try (ZooKeeperSequence sequence = open("/killed")) {
      Set<Long> all = new HashSet<>();
      for (int i = 0; i < 20; i++) {
        assertThat(all.add(sequence.next())).isTrue();
      }
      server.kill();
      assertThatThrownBy(sequence::next).isInstanceOf(StoreUnavailableException.class);
      server.restart();
      assertThat(all.add(nextSoon(sequence))).isTrue();
      for (int i = 0; i < 20; i++) {
        assertThat(all.add(sequence.next())).isTrue();
      }
      awaitNoChildren("/killed");
    }
  }

  @Test
  void close_ownOrGivenClient_endsOrKeepsTheSession() {
    ZooKeeperSequence sequence =
        ZooKeeperSequence.builder().client(client).root("/given").prefix("").open();
    assertThat(sequence.next()).isZero();
    assertThat(sequence.name()).isEqualTo("/given/");
    assertThat(sequence.isStrict()).isTrue();
    sequence.close();
    sequence.close();

    assertThat(client.getState()).isEqualTo(CuratorFrameworkState.STARTED);
    assertThatThrownBy(sequence::next).isInstanceOf(ClosedException.class);
  }

  @Test
  void everyCall_badArgument_isRefused() {
    try (ZooKeeperSequence sequence = open("/arguments")) {
      for (int count : new int[] {0, -1, 1_000_001}) {
        assertThatThrownBy(() -> sequence.nextBatch(count))
            .isInstanceOf(IllegalArgumentException.class);
      }
      for (long count : new long[] {0, -1, 501, 1L << 32}) {
        assertThatThrownBy(() -> sequence.reserve(count))
            .isInstanceOf(IllegalArgumentException.class);
      }
      assertThat(sequence.next()).isZero();
    }
    assertThatThrownBy(() -> ZooKeeperSequence.builder()
            .url("zookeeper://h/path")
            .root("relative")
            .prefix("a/b")
            .open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("root is no path")
        .hasMessageContaining("it is up to 100 characters")
        .hasMessageContaining("path='/path'");
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
    try (ZooKeeperSequence sequence = open("/read")) {
      assertThat(sequence.next()).isEqualTo(8);
    }
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
    assertThat(SequentialNode.number(child, prefix)).hasValue(number);
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
    assertThat(SequentialNode.number(child, prefix)).isEmpty();
  }

  private static PublishedCounter read(String node) {
    String url = ZooKeeperServers.url(server.port()) + "#" + node;
    PublishedCounterReader reader = ServiceLoader.load(PublishedCounterReader.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> each.accepts(url))
        .findFirst()
        .orElseThrow();
    return reader.read(url, TIMEOUT);
  }

  private static ZooKeeperSequence open(String root) {
    return ZooKeeperSequence.builder()
        .url(ZooKeeperServers.url(server.port()))
        .root(root)
        .prefix("order-")
        .timeout(TIMEOUT)
        .open();
  }

  private static long nextSoon(ZooKeeperSequence sequence) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (true) {
      try {
        return sequence.next();
      } catch (StoreUnavailableException e) {
        assertThat(System.nanoTime()).as(e.getMessage()).isLessThan(deadline);
      }
    }
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void awaitNoChildren(String parent) {
    await(() -> client.getChildren().forPath(parent).isEmpty());
  }

  private static void await(Condition condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    try {
      while (!condition.holds()) {
        assertThat(System.nanoTime()).isLessThan(deadline);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static List<Long> numbers(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  private static <T> List<T> flatten(List<List<T>> lists) {
    return lists.stream().flatMap(Collection::stream).toList();
  }
}
