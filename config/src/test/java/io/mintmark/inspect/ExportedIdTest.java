package io.mintmark.inspect;

import static io.mintmark.inspect.Readings.PRESETS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests ids in the form in which shells and exports show them. */
class ExportedIdTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\uFEFF4df2dcec2cdcd20936a8b817",
        "\u200B4df2dcec2cdcd20936a8b817\u00A0",
        "4df2dcec2cdcd20936a8b817,",
        "1) \"4df2dcec2cdcd20936a8b817\"",
        "\uFEFF\"4df2dcec2cdcd20936a8b817\";",
        "{\"_id\": {\"$oid\": \"4df2dcec2cdcd20936a8b817\"}},",
        "| 4df2dcec2cdcd20936a8b817 |"
      })
  void inspect_objectIdInAnExport_isRead(String text) {
    assertThat(PRESETS.inspect(text))
        .extracting(Reading::kind)
        .containsExactly("objectid", "objectid-legacy", "objectid-java-legacy");
  }

  @ParameterizedTest
  @CsvSource({
    "01ARZ3ND-EKTSV4RR-FFQ69G5FAV, ulid, 01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "01arz3ndek-tsv4rrffq69g5fav, ulid, 01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "0AWE-5HZP-3SKT-K, tsid, 0AWE5HZP3SKTK"
  })
  void inspect_crockfordDigitsWithHyphens_areRead(String text, String kind, String id) {
    assertThat(PRESETS.inspect(text)).first().satisfies(reading -> {
      assertThat(reading.kind()).isEqualTo(kind);
      assertThat(reading.fields()).containsEntry("id", id);
    });
  }

  @Test
  void inspect_negativeNumber_keepsItsSign() {
    assertThat(PRESETS.inspect("-1234567890123"))
        .extracting(reading -> reading.fields().get("id"))
        .isNotEmpty()
        .doesNotContain("1234567890123");
  }
}
