package io.mintmark.enginespeed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ComparisonTest {

  private final Comparison comparison = new Comparison();

  private void round(int threads, double sequence, double key, double plain) {
    comparison.add(Comparison.SEQUENCE, threads, new Sample(sequence, 10, 20));
    comparison.add(Comparison.KEY, threads, new Sample(key, 10, 20));
    comparison.add("plain", threads, new Sample(plain, 10, 30));
  }

  private List<String> printed() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    comparison.print(new PrintStream(bytes, true, UTF_8));
    return bytes.toString(UTF_8).lines().toList();
  }

  @Test
  void print_threeRounds_hasMediansAndRatiosWithinRounds() {
    round(1, 1_000, 800, 2_000);
    round(1, 3_000, 1_500, 3_000);
    round(1, 4_000, 4_000, 2_000);
    assertThat(printed().get(2))
        .isEqualTo("| 1 | **strict sequence** | 3,000 (1,000 to 4,000) | 10 | 20 | | | | |");
    assertThat(printed().get(4))
        .isEqualTo("| 1 | plain | 2,000 (2,000 to 3,000) | 10 | 30 | 1.00 | 0.50 | 0.95 | met |");
  }

  @Test
  void print_tooSlow_saysMissed() {
    round(1, 94, 100, 100);
    round(64, 990, 1_000, 100);
    assertThat(printed().get(4)).endsWith(" 0.94 | 1.00 | 0.95 | missed |");
    assertThat(printed().get(7)).endsWith(" 9.90 | 10.00 | 10, p99 lower | missed |");
  }

  @Test
  void print_longerWaits_saysSo() {
    comparison.add(Comparison.SEQUENCE, 64, new Sample(1_000, 10, 31));
    comparison.add(Comparison.KEY, 64, new Sample(1_000, 10, 31));
    comparison.add("plain", 64, new Sample(100, 10, 30));
    assertThat(printed().get(4)).endsWith(" 10.00 | 10.00 | 10, p99 lower | p99 missed |");
  }
}
