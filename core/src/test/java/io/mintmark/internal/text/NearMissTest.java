package io.mintmark.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearMissTest {

  private static final List<String> WORDS = List.of("snowflake", "sequence", "uuid", "epoch");

  @Test
  void of_typo_findsTheWord() {
    assertThat(NearMiss.of("sequnce", WORDS)).contains("sequence");
    assertThat(NearMiss.of("eepoch", WORDS)).contains("epoch");
    assertThat(NearMiss.of("uuit", WORDS)).contains("uuid");
    assertThat(NearMiss.of("snwofalke", WORDS)).contains("snowflake");
  }

  @Test
  void of_nothingNear_isEmpty() {
    assertThat(NearMiss.of("window", WORDS)).isEmpty();
    assertThat(NearMiss.of("", WORDS)).isEmpty();
    assertThat(NearMiss.of("x", List.of("n"))).isEmpty();
    assertThat(NearMiss.of("s".repeat(10_000_000), WORDS)).isEmpty();
  }

  @Test
  void hint_nearAndFarWords_suggestsOrEndsOtherwise() {
    assertThat(NearMiss.hint("ordrs", List.of("orders", "users"), "none"))
        .isEqualTo("did you mean orders?");
    assertThat(NearMiss.hint("parcels", List.of("orders", "users"), "none")).isEqualTo("none");
  }
}
