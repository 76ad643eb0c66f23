package io.mintmark.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.bench.Figures.Row;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
final class FiguresTest {

  private static final Row OURS = new Row("strict", "Mintmark");
  private static final Row PLAIN = new Row("strict", "plain");
  private static final Row OTHER = new Row("strict", "Mintmark" + Figures.OTHER);

  private final Figures figures = new Figures("a second", "p99");
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, UTF_8);

  @Test
  void print_severalRounds_hasMediansAndRatiosWithinRounds() {
    for (double[] round : new double[][] {{1_000, 2_000}, {3_000, 3_000}, {4_000, 2_000}}) {
      figures.add(OURS, "1 thread", round[0], 20);
      figures.add(PLAIN, "1 thread", round[1], 30);
    }
    figures.add(OURS, "64 threads", 500, 0.5);

    figures.print(out);

    assertThat(printed.toString(UTF_8)).isEqualTo("""
        | | | 1 thread, a second | first/this | p99 | 64 threads, a second | first/this | p99 |
        |---|---|---|---|---|---|---|---|
        | strict | **Mintmark** | 3,000 (1,000 to 4,000) | | 20.0 | 500 (500 to 500) | | 0.50 |
        | strict | plain | 2,000 (2,000 to 3,000) | 1.00 | 30.0 | | | |
        """);
  }

  @Test
  void compare_bestFellByOver5Percent_failsNamingTheRow() {
    figures.add(OTHER, "1 thread", 100);
    figures.add(OTHER, "2 threads", 100);
    figures.add(OURS, "1 thread", 50);
    figures.add(OURS, "1 thread", 96);
    assertThat(figures.compare(out)).isTrue();
    assertThat(printed.toString(UTF_8)).doesNotContain("fell");

    figures.add(OURS, "2 threads", 94);
    assertThat(figures.compare(out)).isFalse();
    assertThat(printed.toString(UTF_8))
        .contains("| strict | Mintmark | 1 thread | 100 | 96.0 | 0.96 | |")
        .endsWith("| strict | Mintmark | 2 threads | 100 | 94.0 | 0.94 | fell |\n");
  }

  @Test
  void figures_missing_throw() {
    figures.add(OURS, "1 thread", 50);
    assertThatThrownBy(() -> figures.compare(out)).hasMessageContaining("no row in common");
    assertThatThrownBy(() -> figures.best(PLAIN, "1 thread")).hasMessageContaining("not measured");
  }

  @Test
  void goals_allReached_andOneMissed() {
    IdGoals.GOALS.forEach(goal -> {
      for (String condition : List.of("1 thread", "2 threads")) {
        figures.add(new Row(goal.kind(), goal.name()), condition, 100);
        figures.add(new Row(goal.kind(), "other"), condition, 1);
        figures.add(new Row(goal.kind(), "AtomicLong"), condition, 100);
      }
    });
    assertThat(IdGoals.print(figures, out)).isTrue();

    figures.add(new Row("UUID version 4", "other"), "2 threads", 5);
    assertThat(IdGoals.print(figures, out)).isFalse();
    assertThat(printed.toString(UTF_8).lines().filter(line -> line.contains("missed")))
        .containsExactly("| UUID version 4 | Mintmark | 2 | 20.0 | 25.0 | missed |");
  }

  @Test
  void lastRate_ofAnOutput_isTheLastMatch() {
    String output = "71403.07 requests per second\r78156.00 requests per second";
    assertThat(ServerLoad.lastRate(ServerLoad.REDIS_RATE, output)).isEqualTo(78_156);
    assertThatThrownBy(() -> ServerLoad.lastRate(ServerLoad.WRK_RATE, output))
        .hasMessageContaining("no rate in the output");
  }

  @Test
  void picture_ofARun_hasTheTwoFastestPeersAndTheReadmesStyle() throws Exception {
    for (String kind : SpeedPicture.KINDS) {
      figures.add(new Row(kind, "Mintmark"), "1 thread", 10);
      figures.add(new Row(kind, "slow"), "1 thread", 5);
      figures.add(new Row(kind, "fast"), "1 thread", 20);
      figures.add(new Row(kind, "faster"), "1 thread", 50);
    }
    String drawn = SpeedPicture.draw(figures, "2 processors & more");

    int fifth = SpeedPicture.BARS_WIDTH / 5;
    assertThat(drawn)
        .containsSubsequence("width=\"" + fifth, "width=\"" + 5 * fifth, "width=\"" + 2 * fifth)
        .containsPattern("(?s)(<rect.*){15}")
        .doesNotContainPattern("(?s)(<rect.*){16}")
        .contains("2 processors &amp; more", "50.0 (50.0 to 50.0)", SpeedPicture.COMMAND)
        .doesNotContain(">slow<");
    Path root = Path.of("../..");
    String shown = Files.readString(root.resolve(SpeedPicture.FILE));
    assertThat(shown)
        .contains(drawn.substring(drawn.indexOf("<title"), drawn.indexOf("</style>")))
        .contains(SpeedPicture.COMMAND);
    assertThat(root.resolve("docs/benchmarks.md")).content().contains(SpeedPicture.COMMAND);
  }
}
