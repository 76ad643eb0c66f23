package io.mintmark.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.faults.Storm.Outcome;
import io.mintmark.rigs.EngineProcess;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One fault after another: two minutes of all, shared out among the stores, and some of disks. Each
 * storm ends with the store set back to a backup.
 */
@Tag("fault")
@Tag("long")
class StormTest {

  private static final int SECONDS = 120;

  private static final Map<String, String> FAILOVERS = Map.of(
      "postgresql", "primary killed and its standby promoted",
      "etcd", "leader killed",
      "forgetting-redis", "replica falls behind and is promoted");

  private static final long SEED = Long.getLong("mintmark.storm.seed", 20260101);

  /** With this seed both faults of a disk begin within this time, also on Redis, which rests. */
  private static final long DISK_SECONDS = 25;

  private static final long DISK_SEED = Long.getLong("mintmark.storm.seed", 2);

  static List<String> sites() {
    return SiteNames.all();
  }

  @ParameterizedTest
  @MethodSource("sites")
  void rage_oneFaultAfterAnother_noDuplicateNoHangNoFalseHealth(String site) throws Exception {
    Outcome outcome = Main.rage(SECONDS / sites().size(), site, Set.of(), SEED, System.out);
    assertThat(outcome.findings()).isEmpty();
    if (FAILOVERS.containsKey(site)) {
      assertThat(outcome.faults()).containsKey(FAILOVERS.get(site));
    }
    if (!site.equals("forgetting-redis")) {
      assertThat(outcome.faults()).containsEntry(Storm.RESTORED, 1);
    }
  }

  /** The engine ends, waits or refuses, until there is room again and somebody starts it again. */
  @ParameterizedTest
  @ValueSource(strings = {"mariadb", "mongodb", "zookeeper", "etcd", "redis"})
  void rage_disksFullAndFailing_noDuplicateNoHangNoFalseHealth(String site) throws Exception {
    assumeTrue(Programs.isRoot(), "needs root, for a small disk");
    assumeTrue(
        site.equals("etcd")
            ? TracedFsync.isPossible()
            : EngineProcess.find("gcc").isPresent(),
        "needs gcc, and for etcd strace, to have fsync fail");
    Outcome outcome = Main.rage(DISK_SECONDS, site, SiteDisk.FAULTS, DISK_SEED, System.out);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.faults()).containsKeys(SiteDisk.FAULTS.toArray(String[]::new));
  }
}
