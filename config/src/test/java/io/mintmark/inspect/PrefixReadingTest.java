package io.mintmark.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrefixReadingTest {

  private static final Instant MADE = Readings.NOW.minusSeconds(60);
  private static final long FLAKE =
      SnowflakeLayout.DEFAULT.range(MADE, Readings.NOW).from();

  private static final Inspector INSPECTOR = Readings.of(Map.of(
      "users", Map.of("type", "snowflake", "prefix", "user", "table", "t_user"),
      "orders", Map.of("type", "sequence", "prefix", "ord", "check-digit", "true"),
      "events", Map.of("type", "uuid", "prefix", "ev"),
      "documents", Map.of("type", "objectid", "prefix", "doc")));

  private static List<Reading> read(String text) {
    return INSPECTOR.inspect(text);
  }

  @Test
  void inspect_snowflake_hasItsTimeAndNotes() {
    List<Reading> readings = read("user_" + FLAKE);

    assertThat(readings).hasSize(1);
    assertThat(readings.get(0).kind()).isEqualTo("snowflake:users");
    assertThat(readings.get(0).time()).contains(MADE);
    assertThat(readings.get(0).notes()).containsEntry("table", "t_user");
    assertThat(readings.get(0).fields())
        .containsEntry("id", "user_" + FLAKE)
        .containsEntry("prefix", "user")
        .containsEntry("behind-prefix", Long.toString(FLAKE));
  }

  @Test
  void inspect_eachKind_isRecognised() {
    assertThat(read("ord_14")).extracting(Reading::kind).containsExactly("number");
    assertThat(read("ev_01a1fb67-1800-7000-8000-000000000000"))
        .extracting(Reading::kind)
        .containsExactly("uuid-v7");
    assertThat(read("doc_4df2dcec2cdcd20936a8b817"))
        .extracting(Reading::kind)
        .containsExactly("objectid");
  }

  @Test
  void inspect_wrongCheckDigit_isDoubtful() {
    assertThat(read("ord_15"))
        .extracting(Reading::doubt)
        .containsExactly(
            Optional.of("the check digit is wrong, so some character is: index=5, character='5'"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ord_",
        "ord_1",
        "ord_+14",
        "user_",
        "user_007",
        "user_x",
        "use_1",
        "_1",
        "ev_01A1FB67-1800-7000-8000-000000000000",
        "ev_01a1fb6718007000800000000000000",
        "doc_4DF2DCEC2CDCD20936A8B817",
        "user_９",
        "ord_ord_14"
      })
  void inspect_unknownPrefixedText_isEmpty(String text) {
    assertThat(read(text)).isEmpty();
  }

  @Test
  void inspect_hiddenPrefix_isEmpty() {
    Config config = Config.of(
        Map.of(
            "generators.orders.type", "sequence",
            "generators.orders.prefix", "ord"),
        key -> key);
    InstantSource clock = InstantSource.fixed(Readings.NOW);

    assertThat(new Inspector(clock, config, false).inspect("ord_14")).isNotEmpty();
    assertThat(new Inspector(clock, config.seen(name -> !name.equals("orders")), false)
            .inspect("ord_14"))
        .isEmpty();
  }
}
