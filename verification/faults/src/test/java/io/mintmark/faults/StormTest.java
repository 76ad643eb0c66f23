package io.mintmark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One fault after another: two minutes of all, shared out among the stores, and some of disks. */
@Tag("fault")
@Tag("long")
class StormTest {

  private static final int SECONDS = 120;
  private static final long SEED = Long.getLong("mintmark.storm.seed", 20260101);

  /** With this seed both faults of a disk begin within this time, also on Redis, which rests. */
  private static final long DISK_SECONDS = 25;

  private static final long DISK_SEED = Long.getLong("mintmark.storm.seed", 2);

  static List<String> sites() {
    return Main.SITES;
  }

  @ParameterizedTest
  @MethodSource("sites")
  void rage_oneFaultAfterAnother_noDuplicateNoHangNoFalseHealth(String site) throws Exception {
    assertThat(Main.rage(SECONDS / sites().size(), site, Set.of(), SEED, System.out))
        .isEmpty();
  }

  /** The engine ends, waits or refuses, until there is room again and somebody starts it again. */
  @ParameterizedTest
  @ValueSource(strings = {"mariadb", "mongodb", "zookeeper", "redis"})
  void rage_disksFullAndFailing_noDuplicateNoHangNoFalseHealth(String site) throws Exception {
    assertThat(Main.rage(DISK_SECONDS, site, SiteDisk.FAULTS, DISK_SEED, System.out))
        .isEmpty();
  }
}
