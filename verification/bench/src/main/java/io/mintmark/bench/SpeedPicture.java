package io.mintmark.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;

import io.mintmark.bench.Figures.Row;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Draws a run on one thread as bars, in SVG: for each kind, Mintmark and the two fastest others.
 */
final class SpeedPicture {

  static final String FILE = "docs/pictures/speed.svg";
  static final String COMMAND = "verification/bench/ids picture";

  /** The width of the fastest contender's bar. */
  static final int BARS_WIDTH = 335;

  static final List<String> KINDS = List.of(
      "64-bit ids with time",
      "numbers from segments",
      "ObjectId",
      "UUID version 7",
      "TypeID as text");

  private static final String ONE = Figures.threads(1);
  private static final int BARS_LEFT = 365;
  private static final int ROW = 21;
  private static final int BAR = 15;

  private final StringBuilder out = new StringBuilder();
  private final Figures figures;
  private final double fastest;
  private int y = 52;

  private SpeedPicture(Figures figures) {
    this.figures = figures;
    fastest = KINDS.stream()
        .flatMap(kind -> fastest(kind).stream())
        .mapToDouble(row -> figures.median(row, ONE))
        .max()
        .orElseThrow();
  }

  static String draw(Figures figures, String conditions) throws IOException {
    SpeedPicture picture = new SpeedPicture(figures);
    for (String kind : KINDS) {
      picture.text("name", 15, BAR - 3, kind);
      picture.fastest(kind).forEach(picture::bar);
      picture.y += BAR - 5;
    }
    picture.text("small", 15, BAR, conditions);
    picture.text("small", 15, 2 * BAR, "Medians (lowest to highest second). Command: " + COMMAND);
    try (InputStream in = requireNonNull(SpeedPicture.class.getResourceAsStream("speed.svg"))) {
      String height = Integer.toString(picture.y + 3 * BAR);
      String frame = new String(in.readAllBytes(), UTF_8);
      return frame.replace("HEIGHT", height).replace("BARS", picture.out);
    }
  }

  /** Mintmark's first row of a kind, and the two fastest rows of the others. */
  private List<Row> fastest(String kind) {
    return figures.rows(kind).stream()
        .filter(row -> !row.contender().equals("AtomicLong"))
        .filter(row -> !row.contender().endsWith(IdContenders.BY_THREAD))
        .sorted(comparing((Row row) -> !row.ours()).thenComparing(row -> -figures.median(row, ONE)))
        .limit(3)
        .toList();
  }

  private void bar(Row row) {
    int length = (int) Math.round(figures.median(row, ONE) / fastest * BARS_WIDTH);
    text("right", BARS_LEFT - 10, BAR - 3, row.contender());
    String rect = "  <rect%s x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n";
    String style = row.ours() ? " class=\"ours\"" : "";
    out.append(rect.formatted(style, BARS_LEFT, y, length, BAR));
    text("small", BARS_LEFT + length + 8, BAR - 4, Figures.range(figures.sorted(row, ONE, 0)));
    y += ROW;
  }

  private void text(String style, int x, int below, String text) {
    String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
    String element = "  <text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n";
    out.append(element.formatted(style, x, y + below, escaped));
  }
}
