package io.mintmark.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import io.mintmark.Mintmark;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.snowflake.SnowflakeId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Tests the page's steps for moving from another Snowflake library, with the library that is part
 * of MyBatis-Plus.
 */
class AssignIdMigrationTest {

  private static final int IDS = 20_000;

  @Test
  void ids_ofBothTogether_shareTheLayoutAndAreDisjoint() {
    DefaultIdentifierGenerator old = new DefaultIdentifierGenerator(3, 2);
    Set<Long> ids = new HashSet<>();
    try (Mintmark mint = Mintmark.open("memory:")) {
      SnowflakeGenerator users =
          mint.snowflake("users", s -> s.layout("twitter").workers(512, 1023));
      for (int i = 0; i < IDS; i++) {
        ids.add(old.nextId(new Object()));
        ids.add(users.next());
      }
      assertThat(ids).hasSize(2 * IDS);

      SnowflakeId read = users.decode(old.nextId(new Object()));
      assertThat(read.worker()).isEqualTo(2 * 32 + 3);
      assertThat(Duration.between(read.time(), Instant.now()).abs())
          .isLessThan(Duration.ofMinutes(1));
    }
  }

  @Test
  void ids_afterTheOldGeneratorStopped_areGreater() {
    DefaultIdentifierGenerator old = new DefaultIdentifierGenerator(3, 2);
    long last =
        LongStream.generate(() -> old.nextId(new Object())).limit(IDS).max().orElseThrow();
    try (Mintmark mint = Mintmark.open("memory:")) {
      SnowflakeGenerator users =
          mint.snowflake("users", s -> s.layout("twitter").workers(67, 67));
      Instant oldEnd = users.decode(last).time();
      while (!Instant.now().isAfter(oldEnd.plusMillis(1))) {
        Thread.onSpinWait();
      }

      assertThat(LongStream.of(users.nextBatch(1000))).allMatch(id -> id > last);
    }
  }
}
