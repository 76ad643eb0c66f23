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
  void print_severalRounds_hasMediansAndRatiosWithinRounds() {
    round(1, 1_000, 800, 2_000);
    round(1, 3_000, 1_500, 3_000);
    round(1, 4_000, 4_000, 2_000);
    round(64, 50_000, 40_000, 2_000);
    assertThat(printed())
        .containsExactly(
            "| | 1 thread, a second | p50, p99, us | sequence/this |"
                + " 64 threads, a second | p50, p99, us | sequence/this |",
            "|---|---|---|---|---|---|---|",
            "| **strict sequence** | 3,000 (1,000 to 4,000) | 10, 20 |  |"
                + " 50,000 (50,000 to 50,000) | 10, 20 |  |",
            "| **strict key**, of a second | 1,500 (800 to 4,000) | 10, 20 | 1.25 |"
                + " 40,000 (40,000 to 40,000) | 10, 20 | 1.25 |",
            "| plain | 2,000 (2,000 to 3,000) | 10, 30 | 1.00 |"
                + " 2,000 (2,000 to 2,000) | 10, 30 | 25.00 |",
            "",
            "The sequence is as fast as we want it.");
  }

  @Test
  void print_sequenceThatIsTooSlow_saysByHowMuch() {
    round(1, 94, 100, 100);
    round(64, 990, 1_000, 100);
    assertThat(printed())
        .endsWith("Less than we want: plain, threads=1, 0.94 times instead of 0.95;"
            + " plain, threads=64, 9.90 times instead of 10.00.");
  }

  @Test
  void print_longerWaits_saysSo() {
    comparison.add(Comparison.SEQUENCE, 64, new Sample(1_000, 10, 30));
    comparison.add("plain", 64, new Sample(100, 10, 30));
    assertThat(printed()).endsWith("Less than we want: plain, threads=64, p99 not lower.");
  }
}
