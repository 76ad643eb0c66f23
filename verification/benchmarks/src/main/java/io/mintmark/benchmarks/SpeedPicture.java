package io.mintmark.benchmarks;

import io.mintmark.benchmarks.SpeedResults.Kind;
import io.mintmark.benchmarks.SpeedResults.Speed;
import io.mintmark.error.Message;
import io.mintmark.rigs.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Draws the results of a JMH run as bars, in SVG. {@code verification/benchmarks/picture} runs the
 * benchmarks and this; so the date and the machine are those of the run.
 */
final class SpeedPicture {

  static final String COMMAND = "verification/benchmarks/picture";

  /** As wide as the fastest iteration of all. */
  static final int BARS_WIDTH = 335;

  private static final int WIDTH = 860;
  private static final int MARGIN = 15;
  private static final int BARS_LEFT = 365;
  private static final int ROW = 21;
  private static final int BAR = 15;
  private static final int TOP = 52;
  private static final int BETWEEN_KINDS = 10;
  private static final int BELOW_BARS = 14;
  private static final int FOOTER_LINE = 17;

  private static final String STYLE = """
        <style>
          text { font: 13px system-ui, sans-serif; fill: #1f2328; }
          .small { font-size: 11px; fill: #59636e; }
          .right { text-anchor: end; }
          .name { font-weight: 600; }
          rect { fill: #d1d9e0; stroke: #8c959f; }
          .ours { fill: #54aeff; stroke: #0969da; }
          path { fill: none; stroke: #1f2328; stroke-width: 1.4; }
          @media (prefers-color-scheme: dark) {
            text { fill: #f0f6fc; }
            .small { fill: #9198a1; }
            rect { fill: #3d444d; stroke: #656c76; }
            .ours { fill: #1158c7; stroke: #4493f8; }
            path { stroke: #f0f6fc; }
          }
        </style>
      """;

  private final StringBuilder out = new StringBuilder();
  private final double fastest;
  private int y = TOP;

  private SpeedPicture(SpeedResults results) {
    fastest = speeds(results).mapToDouble(Speed::high).max().orElseThrow();
  }

  /** Reads JMH's results, the first argument, and writes the picture to the second. */
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      throw new IllegalArgumentException(
          Message.of("arguments are not RESULTS.json PICTURE.svg: arguments={}", List.of(args)));
    }
    SpeedResults results = SpeedResults.parse(Files.readString(Path.of(args[0])));
    Files.writeString(
        Path.of(args[1]), draw(results, Host.machine(), LocalDate.now(ZoneOffset.UTC)));
  }

  static String draw(SpeedResults results, String machine, LocalDate date) {
    return new SpeedPicture(results).svg(results, machine, date);
  }

  private String svg(SpeedResults results, String machine, LocalDate date) {
    results.kinds().forEach(this::kind);
    footer("%s, %s, JMH %s, %s".formatted(machine, results.vm(), results.jmh(), date));
    footer("A bar is the mean of %d seconds on one thread, the line from the slowest to the fastest"
            .formatted(results.iterations())
        + " of them. Command: " + COMMAND);
    return """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" \
        aria-labelledby="title">
          <title id="title">Ids a microsecond on one thread: Mintmark and the fastest other \
        libraries, by kind of id</title>
        """.formatted(WIDTH, y)
        + STYLE
        + text("name", MARGIN, 28, "Ids a microsecond, on one thread")
        + out
        + "</svg>\n";
  }

  private void kind(Kind kind) {
    out.append(text("name", MARGIN, y + BAR - 3, kind.name()));
    for (Speed speed : kind.speeds()) {
      bar(speed);
      y += ROW;
    }
    y += BETWEEN_KINDS;
  }

  private void bar(Speed speed) {
    int middle = y + BAR / 2;
    int end = BARS_LEFT + Math.max(length(speed.mean()), length(speed.high()));
    out.append(text("right", BARS_LEFT - 10, y + BAR - 3, speed.library()))
        .append("  <rect%s x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n"
            .formatted(
                speed.ours() ? " class=\"ours\"" : "", BARS_LEFT, y, length(speed.mean()), BAR))
        .append("  <path d=\"M%d %d L%d %d\"/>\n"
            .formatted(
                BARS_LEFT + length(speed.low()), middle, BARS_LEFT + length(speed.high()), middle))
        .append(text(
            "small",
            end + 8,
            y + BAR - 4,
            "%s (%s to %s)"
                .formatted(number(speed.mean()), number(speed.low()), number(speed.high()))));
  }

  private void footer(String line) {
    out.append(text("small", MARGIN, y + BELOW_BARS, line));
    y += FOOTER_LINE;
  }

  private int length(double speed) {
    return (int) Math.round(speed / fastest * BARS_WIDTH);
  }

  private static Stream<Speed> speeds(SpeedResults results) {
    return results.kinds().stream().flatMap(kind -> kind.speeds().stream());
  }

  private static String number(double speed) {
    return String.format(Locale.ROOT, speed < 100 ? "%.1f" : "%.0f", speed);
  }

  private static String text(String style, int x, int y, String text) {
    String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    return "  <text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n".formatted(style, x, y, escaped);
  }
}
