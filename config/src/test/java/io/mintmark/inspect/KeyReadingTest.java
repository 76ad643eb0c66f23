package io.mintmark.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.key.FormatAccess;
import io.mintmark.internal.key.KeyField;
import io.mintmark.key.KeyFormat;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyReadingTest {

  private static final KeyFormat ORDERS =
      KeyFormat.parse("OD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}");
  private static final KeyFormat INVOICES =
      KeyFormat.parse("INV{time:yyyyMMdd}N{seq:6}{check:iso7064-37-36}");
  private static final KeyFormat PARCELS = KeyFormat.parse("{var:id:4}{time:yyDDDHH}{seq:4}");

  private static final Inspector INSPECTOR = Readings.of(Map.of(
      "orders",
      Map.of(
          "type", "key",
          "format", ORDERS.toString(),
          "zone", "Asia/Shanghai",
          "table", "t_order",
          "column", "order_id",
          "version", "2",
          "shards.databases", "8",
          "shards.tables-per-database", "4",
          "earlier-shards.1.databases", "4",
          "earlier-shards.1.tables-per-database", "2"),
      "invoices",
      Map.of("type", "key", "format", INVOICES.toString(), "zone", "UTC"),
      "parcels",
      Map.of("type", "key", "format", PARCELS.toString(), "zone", "UTC")));

  private static Reading first(String text) {
    List<Reading> readings = INSPECTOR.inspect(text);
    assertThat(readings).isNotEmpty();
    return readings.get(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ObjectId({seq:4})",
        "UUID({seq:4})",
        "{{{seq:4}}}",
        "urn:uuid:{seq:4}",
        "'{seq:4}'",
        "{{$oid:{seq:4}}}"
      })
  void inspect_keyThatLooksWrapped_isAKey(String format) {
    KeyFormat wrapped = KeyFormat.parse(format);
    Inspector inspector =
        Readings.of(Map.of("wrapped", Map.of("type", "key", "format", wrapped.toString())));
    String key =
        wrapped.toString().replace("{seq:4}", "0042").replace("{{", "{").replace("}}", "}");
    for (String pasted : List.of(key, " " + key + "\n", '"' + key + '"')) {
      assertThat(inspector.inspect(pasted))
          .first()
          .extracting(Reading::kind)
          .isEqualTo("key:wrapped");
    }
  }

  @Test
  void inspect_key_showsFieldsTimeAndRoute() {
    Reading reading = first("OD050003022611211230103340700002");

    assertThat(reading.kind()).isEqualTo("key:orders");
    assertThat(reading.plausible()).isTrue();
    assertThat(reading.time()).contains(Instant.parse("2026-11-21T04:30:10.334Z"));
    assertThat(reading.fields())
        .containsEntry("db", "05")
        .containsEntry("table", "0003")
        .containsEntry("version", "02")
        .containsEntry("worker", "07")
        .containsEntry("seq", "00002")
        .containsEntry("printed-time", "2026-11-21T12:30:10.334 Asia/Shanghai")
        .containsEntry("route", "database 5, table 3")
        .containsEntry("format", ORDERS.toString());
    assertThat(reading.fields().keySet()).first().isEqualTo("id");
    assertThat(reading.notes()).isEqualTo(Map.of("table", "t_order", "column", "order_id"));
    assertThat(reading.characters()).isEqualTo(FormatAccess.of(ORDERS).fields().apply(ORDERS));
    assertThat(reading.bits()).isEmpty();
  }

  @Test
  void inspect_keyOfAnEarlierLayout_usesItsGrid() {
    assertThat(first("OD030001012611211230103340700002").plausible()).isTrue();
    assertThat(first("OD050001012611211230103340700002").doubt())
        .hasValueSatisfying(
            doubt -> assertThat(doubt).contains("database=5, table=1, layout=4 x 2 by hash"));
    assertThat(first("OD050001092611211230103340700002").doubt())
        .hasValueSatisfying(doubt -> assertThat(doubt).contains("version=9"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INV20261121N0000019 | the check digit does not match the text before it:"
            + " check=iso7064-37-36, found='9', expected='2', column=19",
        "INV20261321N0000012 | column=8",
        "INV2O261121N0000012 | character='O', column=5",
        "INV20261121N000012  | the key does not have this format's 19 characters: length=18",
        "INV20261121N00000122 | the key does not have this format's 19 characters: length=20"
      })
  void inspect_keyWithATypo_isDoubtfulWithReason(String text, String reason) {
    Reading reading = first(text);

    assertThat(reading.kind()).isEqualTo("key:invoices");
    assertThat(reading.doubt()).hasValueSatisfying(doubt -> assertThat(doubt).contains(reason));
    assertThat(reading.time()).isEmpty();
    assertThat(reading.fields()).containsEntry("id", text);
    assertThat(reading.characters())
        .isEqualTo(
            text.length() == INVOICES.length()
                ? FormatAccess.of(INVOICES).fields().apply(INVOICES)
                : List.<KeyField>of());
  }

  @ParameterizedTest
  @CsvSource({
    "INX20261121N0000012",
    "INV20261121X0000012",
    "INV20261121N0000",
    "INV20261121N0000012345",
    "XY"
  })
  void inspect_unlikeAKey_isEmpty(String text) {
    assertThat(INSPECTOR.inspect(text)).noneMatch(reading -> reading.kind().startsWith("key:"));
  }

  @Test
  void inspect_formatWithoutLiteralText_isMatchedByCharacters() {
    assertThat(first("ACME26325200000").plausible()).isTrue();
    assertThat(first("ACME26325200000").fields())
        .containsEntry("id", "ACME26325200000")
        .containsEntry("var:id", "ACME")
        .doesNotContainKey("printed-time");
    assertThat(first("ACME26399200000").doubt()).isPresent();
    assertThat(INSPECTOR.inspect("ACME-6325200000")).isEmpty();
  }

  @Test
  void inspect_hostileLength_isEmpty() {
    assertThat(INSPECTOR.inspect("OD" + "0".repeat(10_000_000))).isEmpty();
  }
}
