package io.mintmark.compatibility.migrating;

import static org.assertj.core.api.Assertions.assertThat;

import cn.hutool.core.lang.Snowflake;
import com.baomidou.mybatisplus.core.toolkit.Sequence;
import com.xfvape.uid.impl.DefaultUidGenerator;
import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.snowflake.SnowflakeId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.TimeZone;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings of the page, with old and new ids while an old library still runs. */
@Tag("long")
final class SnowflakeMigrationsTest {

  private static final Path PAGE = Path.of("../../docs/migrating/snowflake.md");
  private static final Pattern YAML = Pattern.compile("(?ms)^```yaml\n(.*?)^```$");
  private static final int IDS = 50_000;
  private static final Duration CLOSE = Duration.ofMinutes(1);

  private final Mintmark mint = Mintmark.open("memory:");

  @TempDir
  Path folder;

  private TimeZone zone = TimeZone.getDefault();

  @BeforeEach
  void keepZone() {
    zone = TimeZone.getDefault();
  }

  @AfterEach
  void close() {
    TimeZone.setDefault(zone);
    mint.close();
  }

  /** Opens the generators of the first YAML block below a heading of the page. */
  private SnowflakeGenerator users(String heading) throws Exception {
    String page = Files.readString(PAGE);
    int section = page.indexOf("\n## " + heading + "\n");
    assertThat(section).as("the heading %s", heading).isNotNegative();
    Matcher block = YAML.matcher(page.substring(section));
    assertThat(block.find()).as("a block of YAML below %s", heading).isTrue();
    Config.load(Files.writeString(folder.resolve("mintmark.yaml"), block.group(1)))
        .open(mint);
    return mint.snowflake("users");
  }

  /** The ids that the old and the new generator make in turn. */
  private record Made(Set<Long> before, Set<Long> after) {

    static Made inTurn(LongSupplier old, SnowflakeGenerator now, int ids) {
      Made made = new Made(new HashSet<>(), new HashSet<>());
      for (int i = 0; i < ids; i++) {
        assertThat(made.before.add(old.getAsLong()))
            .as("the old one repeats itself")
            .isTrue();
        assertThat(made.after.add(now.next())).isTrue();
      }
      return made;
    }

    void assertApart() {
      assertThat(Collections.disjoint(after, before)).isTrue();
    }
  }

  /** Checks that the new generator decodes an id of the old library. */
  private static void assertReads(SnowflakeGenerator users, long old, long worker) {
    SnowflakeId id = users.decode(old);
    assertThat(id.worker()).isEqualTo(worker);
    assertThat(Duration.between(id.time(), Instant.now()).abs()).isLessThan(CLOSE);
  }

  @Test
  void cosId_machineNumbersInTheUpperHalf_areDisjoint() throws Exception {
    SnowflakeGenerator users = users("CosId");
    MillisecondSnowflakeId old = new MillisecondSnowflakeId(3);

    Made.inTurn(old::generate, users, IDS).assertApart();

    assertReads(users, old.generate(), 3);
    assertThat(users.decode(users.next()).worker()).isGreaterThanOrEqualTo(512);
  }

  @Test
  void hutool_dataCentersInTheUpperHalf_areDisjoint() throws Exception {
    SnowflakeGenerator users = users("Snowflake libraries");
    Snowflake old = new Snowflake(1, 2);

    Made.inTurn(old::nextId, users, IDS).assertApart();

    assertReads(users, old.nextId(), 2 * 32 + 1);
    assertThat(users.decode(users.next()).worker() / 32).isGreaterThanOrEqualTo(16);
  }

  /**
   * The old library's processes choose their numbers at random. Here one of them has the same
   * number as the new process.
   */
  @Test
  void myBatisPlus_epochADayEarlier_isAheadOfOldIdsForADay() throws Exception {
    SnowflakeGenerator users = users("MyBatis-Plus' ASSIGN_ID");
    long worker = users.decode(users.next()).worker();
    Sequence old = new Sequence(worker % 32, worker / 32);

    Made made = Made.inTurn(old::nextId, users, IDS);

    made.assertApart();
    long newest = made.before.stream().mapToLong(Long::longValue).max().orElseThrow();
    long first = made.after.stream().mapToLong(Long::longValue).min().orElseThrow();
    assertThat(Duration.ofMillis((first >>> 22) - (newest >>> 22)))
        .isBetween(Duration.ofDays(1).minus(CLOSE), Duration.ofDays(1).plus(CLOSE));
  }

  /** Verifies the test above: without the epoch from the page, some ids are equal. */
  @Test
  void myBatisPlus_sameEpochAndWorker_collides() {
    SnowflakeGenerator users = mint.snowflake("users", s -> s.layout("twitter").workers(33, 33));
    Sequence old = new Sequence(1, 1);

    Made made = Made.inTurn(old::nextId, users, IDS);

    assertThat(Collections.disjoint(made.after, made.before)).isFalse();
  }

  @Test
  void uidGenerator_workerNumbersAboveItsTable_areDisjoint() throws Exception {
    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Shanghai"));
    SnowflakeGenerator users = users("uid-generator");
    DefaultUidGenerator old = new DefaultUidGenerator();
    old.setTimeBits(30);
    old.setWorkerBits(20);
    old.setSeqBits(13);
    old.setEpochStr("2016-05-20");
    old.setWorkerIdAssigner(() -> 7);
    old.afterPropertiesSet();

    Made.inTurn(old::getUID, users, 5_000).assertApart();

    assertReads(users, old.getUID(), 7);
    assertThat(users.decode(users.next()).worker()).isGreaterThanOrEqualTo(500_000);
  }
}
