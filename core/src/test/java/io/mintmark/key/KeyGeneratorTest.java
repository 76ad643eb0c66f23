package io.mintmark.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.internal.text.CheckDigit;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KeyGeneratorTest {

  private static final String ORDERS =
      "OD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}";

  private final ManualTime time = new ManualTime(Instant.parse("2026-11-21T10:00:00Z"));
  private final LineStore store = new MemoryStore(time.wall());
  private final Mintmark mint = open();

  private Mintmark open() {
    return Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .background(Runnable::run)
        .seed(1)
        .of(Mintmark.builder())
        .store(store)
        .open();
  }

  @AfterEach
  void close() {
    mint.close();
  }

  @Test
  void next_publishedFormat_has32CharactersAndReadsBack() {
    KeyGenerator orders = mint.keys(
        "orders", k -> k.format(ORDERS).shards(Shards.of(4, 2)).version(1).zone("Asia/Shanghai"));

    String key = orders.nextFor("user-42");

    assertThat(key).hasSize(32).startsWith("OD").contains("261121180000000");
    ParsedKey parsed = orders.parse(key);
    assertThat(parsed.time()).contains(LocalDateTime.parse("2026-11-21T18:00:00"));
    assertThat(parsed.version()).hasValue(1);
    assertThat(parsed.number()).isEqualTo(1);
    assertThat(parsed.worker()).isPresent();
    Route route = Shards.of(4, 2).route("user-42");
    assertThat(orders.route(key)).isEqualTo(route);
    assertThat(parsed.database()).hasValue(route.database());
    assertThat(parsed.table()).hasValue(route.table());
  }

  @Test
  void next_readablePrefixWithRouteAndCheckDigit_readsBackAndIsRouted() {
    KeyGenerator orders = mint.keys(
        "orders",
        k -> k.format("ord_{db:1}{table:1}{seq:6}{check:iso7064-37-36}").shards(Shards.of(4, 2)));
    Route route = Shards.of(4, 2).route("user-42");
    String place = "" + route.database() + route.table();

    String first = orders.nextFor("user-42");
    String second = orders.nextFor("user-42");

    assertThat(first)
        .isEqualTo(
            "ord_" + place + "000001" + CheckDigit.MOD_37_36.compute("ORD" + place + "000001"));
    assertThat(second).isNotEqualTo(first).startsWith("ord_" + place + "000002");
    assertThat(orders.route(second)).isEqualTo(route);
    assertThat(orders.parse(second).number()).isEqualTo(2);
    assertThat(orders.isKey("usr_" + second.substring(4))).isFalse();
    assertThat(orders.isKey("ORD_" + second.substring(4))).isFalse();
  }

  @Test
  void parse_publishedExamples_readAsPrinted() {
    KeyGenerator users = mint.keys(
        "users",
        k -> k.format("UD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}")
            .shards(Shards.of(4, 4))
            .version(1));

    ParsedKey parsed = users.parse("UD000000011902261230103345300002");

    assertThat(parsed.time()).contains(LocalDateTime.parse("2019-02-26T12:30:10.334"));
    assertThat(parsed.worker()).hasValue(53);
    assertThat(parsed.number()).isEqualTo(2);

    KeyFormat four =
        KeyFormat.parse("OD{db:2}{table:4}{version:2}{time:yyyyMMddHHmmssSSS}{worker:2}{seq:5}");
    ParsedKey longer = four.parseKey("OD00000101201903251029141503200002");
    assertThat(four.length()).isEqualTo(34);
    assertThat(longer.time()).contains(LocalDateTime.parse("2019-03-25T10:29:14.150"));
    assertThat(longer.worker()).hasValue(32);
    assertThat(longer.table()).hasValue(1);
  }

  @Test
  void next_dailyNumber_restartsEachDayAndFailsWhenFull() {
    KeyGenerator invoices =
        mint.keys("invoices", k -> k.format("INV-{time:yyyyMMdd}-{seq:1}").zone("UTC"));

    assertThat(invoices.nextBatchFor(KeyRequest.PLAIN, 9))
        .startsWith("INV-20261121-1")
        .endsWith("INV-20261121-9");
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(invoices::next)
          .isInstanceOf(TickExhaustedException.class)
          .hasMessageContaining("capacity=9 a tick of 86400000 ms");
    }
    time.advance(Duration.ofHours(14));
    assertThat(invoices.next()).isEqualTo("INV-20261122-1");
  }

  @Test
  void next_batchLargerThanTheRestOfTheDay_throws() {
    KeyGenerator invoices =
        mint.keys("invoices", k -> k.format("INV-{time:yyyyMMdd}-{seq:1}").zone("UTC"));
    invoices.nextBatchFor(KeyRequest.PLAIN, 7);

    assertThatThrownBy(() -> invoices.nextBatchFor(KeyRequest.PLAIN, 3))
        .isInstanceOf(TickExhaustedException.class);

    assertThat(invoices.nextBatchFor(KeyRequest.PLAIN, 2))
        .containsExactly("INV-20261121-8", "INV-20261121-9");
  }

  @Test
  void next_microsecondsAndTwoDigits_claimsMicrosecondTimesHundred() {
    KeyGenerator keys = mint.keys("fine", k -> k.format("{time:yyyyMMddHHmmssSSSSSS}{seq:2}"));

    assertThat(keys.next()).isEqualTo("2026112110000000000001");
    assertThat(store.position("key/fine")).isEqualTo(time.wall().millis() * 1_000 * 100 + 2);
  }

  @Test
  void next_formattedSequence_endsAtItsWidth() {
    KeyGenerator keys =
        mint.keys("short", k -> k.format("A{seq:1}{check:damm}".replace("{check:damm}", "")));
    for (int i = 1; i < 10; i++) {
      assertThat(keys.next()).isEqualTo("A" + i);
    }
    assertThatThrownBy(keys::next)
        .isInstanceOf(ExhaustedException.class)
        .hasMessageContaining("come to its end");
  }

  @Test
  void next_tinyCapacityWithWorker_neverRepeatsAndKeepsItsWidth() {
    KeyGenerator keys = mint.keys("tiny", k -> k.format("{time:yyMMddHHmmss}{worker:1}{seq:1}"));
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 500; i++) {
      String key = keys.next();
      assertThat(seen.add(key)).as(key).isTrue();
      assertThat(key).hasSize(14);
      time.advance(Duration.ofMillis(60));
    }
  }

  @Test
  void next_dailyNumberWithWorker_restartingProcessesShareTheDay() {
    Set<String> seen = new HashSet<>();
    for (int process = 0; process < 200; process++) {
      try (Mintmark other = open()) {
        KeyGenerator keys = other.keys(
            "daily", k -> k.format("INV-{time:yyyyMMdd}-{worker:2}{seq:3}").zone("UTC"));
        for (int i = 0; i < 20; i++) {
          String key = keys.next();
          assertThat(seen.add(key)).as(key).isTrue();
          assertThat(key).hasSize(18).startsWith("INV-20261121-");
          time.advance(Duration.ofMillis(500));
        }
      }
    }
    time.advance(Duration.ofHours(15));
    KeyGenerator keys = mint.keys(
        "daily", k -> k.format("INV-{time:yyyyMMdd}-{worker:2}{seq:3}").zone("UTC"));
    assertThat(keys.next()).startsWith("INV-20261122-");
  }

  @Test
  void next_dailyNumberWithWorker_allNumbersOfTheDayThenFull() {
    KeyGenerator keys =
        mint.keys("day", k -> k.format("{time:yyMMdd}{worker:1}{seq:2}").zone("UTC"));
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 990; i++) {
      assertThat(seen.add(keys.next())).isTrue();
      time.advance(Duration.ofMillis(1));
    }
    assertThatThrownBy(keys::next)
        .isInstanceOf(TickExhaustedException.class)
        .hasMessageContaining("all numbers of this tick are used");
    time.advance(Duration.ofDays(1));
    assertThat(keys.next()).startsWith("261122");
  }

  @Test
  void next_zoneWithSummerTime_isCorrectAtMidnightAndChanges() {
    KeyGenerator invoices =
        mint.keys("berlin", k -> k.format("{time:yyyyMMddHH}-{seq:3}").zone("Europe/Berlin"));
    time.setWall(Instant.parse("2027-03-28T00:59:59Z"));
    assertThat(invoices.next()).isEqualTo("2027032801-001");
    time.setWall(Instant.parse("2027-03-28T01:00:00Z"));
    assertThat(invoices.next()).isEqualTo("2027032803-001");
    time.setWall(Instant.parse("2027-10-31T00:30:00Z"));
    assertThat(invoices.next()).isEqualTo("2027103102-001");
    time.setWall(Instant.parse("2027-10-31T01:30:00Z"));
    assertThat(invoices.next()).isEqualTo("2027103102-002");
    time.setWall(Instant.parse("2027-10-31T22:59:59Z"));
    assertThat(invoices.next()).isEqualTo("2027103123-001");
    time.setWall(Instant.parse("2027-10-31T23:00:00Z"));
    assertThat(invoices.next()).isEqualTo("2027110100-001");
  }

  @Test
  void next_variableAndCheck_areInTheKey() {
    KeyGenerator keys = mint.keys(
        "checked",
        k -> k.format("{var:tenant:4}{time:yyMMdd}{seq:3}{check:iso7064-37-36}").zone("UTC"));
    KeyRequest acme = KeyRequest.PLAIN.with("tenant", "ACME");

    String key = keys.nextFor(acme);

    assertThat(key).startsWith("ACME261121001").hasSize(14);
    assertThat(keys.parse(key).variables()).containsEntry("tenant", "ACME");
    String wrong = "ACMF" + key.substring(4);
    assertThatThrownBy(() -> keys.parse(wrong))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageContaining("the check digit does not match");
    assertThatThrownBy(() -> keys.nextFor(KeyRequest.PLAIN.with("tenant", "acme")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("character='a', column=1");
    assertThatThrownBy(keys::next).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void next_checkBeforeTheNumber_coversOnlyPrecedingText() {
    KeyGenerator keys = mint.keys(
        "early", k -> k.format("{time:yyMMdd}{var:shop:1}{check:damm}{seq:3}").zone("UTC"));
    KeyRequest shop = KeyRequest.PLAIN.with("shop", "7");
    String check = CheckDigit.DAMM.compute("2611217");

    assertThat(keys.nextBatchFor(shop, 2))
        .containsExactly("2611217" + check + "001", "2611217" + check + "002");
  }

  @Test
  void next_generatorsInTurnOnOneThread_keepTheirOwnTextAndTime() {
    KeyGenerator a = mint.keys("a", k -> k.format("A-{time:yyMMddHHmmss}-{worker:2}{seq:3}"));
    KeyGenerator b =
        mint.keys("b", k -> k.format("BB{seq:2}/{time:yyyyMMdd}{worker:3}").zone("UTC"));
    for (int i = 0; i < 20; i++) {
      String now = a.parse(a.next()).time().orElseThrow().toString();
      assertThat(now).isEqualTo("2026-11-21T10:00:%02d".formatted(i).replaceFirst(":00$", ""));
      assertThat(b.next()).startsWith("BB%02d/20261121".formatted(i + 1)).hasSize(16);
      time.advance(Duration.ofSeconds(1));
    }
  }

  @Test
  void routeFrom_textAsLongAsAKey_isHashed() {
    KeyGenerator users =
        mint.keys("lenders", k -> k.format("UD{db:2}{table:4}{seq:8}").shards(Shards.of(4, 4)));
    KeyGenerator orders = mint.keys(
        "borrowers",
        k -> k.format("OD{db:2}{table:4}{seq:8}").shards(Shards.of(4, 2)).routeFrom(users));
    String user = users.nextFor("outside");
    String noKey = "XD" + "9".repeat(user.length() - 2);

    assertThat(users.isKey(user)).isTrue();
    assertThat(users.isKey(noKey)).isFalse();
    assertThat(orders.route(orders.nextFor(noKey))).isEqualTo(Shards.of(4, 2).route(noKey));
    assertThat(orders.routesFor(user)).containsValue(orders.route(orders.nextFor(user)));
  }

  @Test
  void routeFrom_keyOfUnknownDatabase_throws() {
    KeyGenerator users =
        mint.keys("many", k -> k.format("UD{db:2}{table:4}{seq:8}").shards(Shards.of(100, 1)));
    KeyGenerator orders = mint.keys(
        "few", k -> k.format("OD{db:2}{table:4}{seq:8}").shards(Shards.of(1, 2)).routeFrom(users));

    assertThatThrownBy(() -> orders.nextFor("UD99000000000000"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("database=99, databases=1, routeFrom=many; no id issued");
  }

  @Test
  void routeFrom_chainOfKeys_staysInOneDatabase() {
    KeyGenerator users = mint.keys(
        "users",
        k -> k.format("UD{db:2}{table:4}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}")
            .shards(Shards.of(4, 4)));
    KeyGenerator orders = mint.keys(
        "orders",
        k -> k.format("OD{db:2}{table:4}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}")
            .shards(Shards.of(4, 2))
            .routeFrom(users));
    for (int i = 0; i < 100; i++) {
      String user = users.nextFor("outside-" + i);
      String order = orders.nextFor(user);
      assertThat(orders.route(order).database()).isEqualTo(users.route(user).database());
    }
    List<String> batch = orders.nextBatchFor(KeyRequest.forRoute(users.nextFor("x")), 5);
    assertThat(batch).hasSize(5).doesNotHaveDuplicates();
  }

  @Test
  void nextAsync_withAndWithoutWorkers_returnsKeysInOrder() {
    KeyGenerator claimed = mint.keys("claimed", k -> k.format("{seq:9}"));
    assertThat(claimed.nextBatchForAsync(KeyRequest.PLAIN, 3).join())
        .containsExactly("000000001", "000000002", "000000003");
    assertThat(claimed.next()).isEqualTo("000000004");
    assertThat(claimed.made()).isEqualTo(4);
    assertThat(claimed.supply()).isEmpty();

    KeyGenerator local =
        mint.keys("local", k -> k.format("{worker:2}{time:yyyyMMdd}{seq:3}").zone("UTC"));
    List<String> keys = local.nextBatchForAsync(KeyRequest.PLAIN, 3).join();
    assertThat(keys).extracting(key -> key.substring(10)).containsExactly("001", "002", "003");
    assertThat(local.made()).isEqualTo(3);
    assertThat(local.supply()).isPresent();
  }

  @Test
  void describe_keysOfAWorker_showsItsNumber() {
    KeyGenerator keys =
        mint.keys("first", k -> k.format("{time:yyyyMMdd}{worker:1}{seq:6}").zone("UTC"));
    assertThat(keys.describe().facts()).containsEntry("worker", "none");
    assertThat(keys.next()).isEqualTo("202611210000001");
    assertThat(keys.describe().facts()).containsEntry("worker", "0");
  }
}
