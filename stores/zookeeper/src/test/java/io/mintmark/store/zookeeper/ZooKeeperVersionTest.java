package io.mintmark.store.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.generator.LongRange;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.Line;
import io.mintmark.testkit.Race;
import io.mintmark.testkit.Ranges;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines whose nodes were written 2^31 and 2^32 times, on a real server. */
@Tag("long")
final class ZooKeeperVersionTest {

  private static final int LINES = 60;
  private static final int THREADS = 4;
  private static final String ROOT = "/mintmark/@lines";

  private static EngineProcess server;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    ForgedData data = new ForgedData().node("/mintmark", "", 0).node(ROOT, "", 0);
    data.node(ROOT + "/high", "100", Integer.MAX_VALUE - 2).node(ROOT + "/low", "100", -5);
    for (int i = 0; i < LINES; i++) {
      data.node(ROOT + "/any" + i, "100", -1);
    }
    data.save(directory);
    server = ZooKeeperServers.standalone(directory);
  }

  @AfterAll
  static void end() {
    server.close();
  }

  @Test
  void claim_versionPassesItsMaximum_continues() throws Exception {
    assertTilesInTurn("high");

    assertThat(version("high")).isEqualTo(Integer.MIN_VALUE + 7);
  }

  @Test
  void claim_versionPassesMinusOne_continues() throws Exception {
    assertTilesInTurn("low");

    assertThat(version("low")).isEqualTo(5);
  }

  @Test
  void annotate_versionMinusOne_keepsTheNumber() {
    try (ZooKeeperStore store = open()) {
      store.annotate("any0", "note");
      store.annotate("any0", "another");

      assertThat(store.lines("any0").get(0))
          .extracting(Line::next, Line::note)
          .containsExactly(100L, "another");
    }
  }

  /**
   * ZooKeeper accepts a write with version -1 whatever the node's version is. Such a write would
   * overwrite the claim of another store.
   */
  @Test
  void claim_versionMinusOneAndManyThreads_neverRepeats() {
    try (ZooKeeperStore one = open();
        ZooKeeperStore two = open();
        ZooKeeperStore three = open();
        ZooKeeperStore four = open()) {
      List<ZooKeeperStore> stores = List.of(one, two, three, four);
      for (int i = 1; i < LINES; i++) {
        String line = "any" + i;
        List<LongRange> claimed = Race.run(THREADS, index -> {
          long start = stores.get(index).claim(line, 0, 10 + index);
          return new LongRange(start, start + 10 + index);
        });

        Ranges.assertDisjoint(claimed);
        assertThat(one.position(line)).isEqualTo(100 + 10 + 11 + 12 + 13);
      }
    }
  }

  private static void assertTilesInTurn(String line) {
    try (ZooKeeperStore one = open();
        ZooKeeperStore two = open()) {
      List<Long> starts = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        starts.add(one.claim(line, 0, 1));
        starts.add(two.claim(line, 0, 1));
      }
      assertThat(starts)
          .containsExactly(100L, 101L, 102L, 103L, 104L, 105L, 106L, 107L, 108L, 109L);
    }
  }

  private static ZooKeeperStore open() {
    return ZooKeeperStore.builder()
        .url(ZooKeeperServers.url(server.port()))
        .timeout(ZooKeeperStore.DEFAULT_TIMEOUT)
        .open();
  }

  private static int version(String line) throws Exception {
    try (CuratorFramework client = CuratorFrameworkFactory.newClient(
        ZooKeeperServers.hosts(server.port()), new RetryOneTime(100))) {
      client.start();
      return client.checkExists().forPath(ROOT + "/" + line).getVersion();
    }
  }
}
