package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.generator.Generator;
import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TimedLinesTest {

  private final Mintmark mint = Mintmark.open("memory:");

  @AfterEach
  void close() {
    mint.close();
  }

  @Test
  void tickOf_snowflakesWorker_isTheTimeOfAnIdAtThatPosition() {
    Generator users = mint.snowflake("users", s -> s.workerPool("shared"));
    SnowflakeLayout layout = SnowflakeLayout.DEFAULT;
    long tick = 217_000_000_000L;

    assertThat(TickPosition.of(users, "worker/shared/7", tick * layout.capacity() + 5))
        .contains(new TickPosition(
            layout.decode(layout.encode(tick, 7, 5)).time(),
            layout.decode(layout.encode(tick + 1, 7, 5)).time(),
            5,
            layout.capacity()));
  }

  @Test
  void tickOf_keysOfADay_isTheDayOfTheirZone() {
    Generator invoices =
        mint.keys("invoices", k -> k.format("INV-{time:yyyyMMdd}-{seq:4}").zone("Europe/Berlin"));
    long dayOfTheSpringStep = 20_541; // 2026-03-29, which has 23 hours

    assertThat(TickPosition.of(invoices, "key/invoices", dayOfTheSpringStep * 10_000 + 42))
        .contains(new TickPosition(
            Instant.parse("2026-03-28T23:00:00Z"),
            Instant.parse("2026-03-29T22:00:00Z"),
            42,
            10_000));
  }

  @Test
  void tickOf_linesOfOtherGenerators_isEmpty() {
    Generator users = mint.snowflake("users");
    Generator orders =
        mint.keys("orders", k -> k.format("{time:yyMMdd}{worker:2}{seq:4}").zone("UTC"));
    Generator invoices =
        mint.keys("invoices", k -> k.format("{time:yyMMdd}{seq:4}").zone("UTC"));

    assertThat(TickPosition.of(users, "worker/users2/1", 4096)).isEmpty();
    assertThat(TickPosition.of(users, "worker/users/eu/1", 4096)).isEmpty();
    assertThat(TickPosition.of(users, "spec/users", 4096)).isEmpty();
    assertThat(TickPosition.of(orders, "key/orders", 4096)).isEmpty();
    assertThat(TickPosition.of(invoices, "key/invoices2", 4096)).isEmpty();
  }

  @Test
  void tickOf_positionsWithoutTime_isEmpty() {
    Generator plain = mint.keys("plain", k -> k.format("P{seq:6}"));
    Generator tail = mint.sequence("tail");

    assertThat(TickPosition.of(plain, "key/plain", 5)).isEmpty();
    assertThat(TickPosition.of(tail, "seq/tail", 5)).isEmpty();
  }

  @Test
  void tickOf_pastTheEndOfTime_isEmpty() {
    Generator users = mint.snowflake("users");
    long end = 1L << (41 + 12);

    assertThat(TickPosition.of(users, "worker/users/1", end - 1)).isPresent();
    assertThat(TickPosition.of(users, "worker/users/1", end)).isEmpty();
  }
}
