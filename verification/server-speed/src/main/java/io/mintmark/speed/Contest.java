package io.mintmark.speed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One load that is put on several servers and on what they may replace, in turn. */
final class Contest {

  private final Load load;
  private final Map<Contender, List<Figure>> runs = new LinkedHashMap<>();
  private final List<Figure> peerRuns = new ArrayList<>();

  Contest(Load load, Contender peer, Contender... servers) {
    this.load = load;
    for (Contender each : servers) {
      runs.put(each, new ArrayList<>());
    }
    runs.put(peer, peerRuns);
  }

  /** Lets every server compile what the load needs. */
  void warmUp() {
    runs.keySet().forEach(load::put);
  }

  void round() {
    runs.forEach((server, figures) -> figures.add(load.put(server)));
  }

  double median(Contender server) {
    return Rounds.median(runs.getOrDefault(server, List.of()), Figure::perSecond);
  }

  String title() {
    return load.title();
  }

  /** How often as much as its peer a server did, each round by itself. */
  double ratio(Contender server) {
    return Figure.medianRatio(runs.getOrDefault(server, List.of()), peerRuns);
  }

  /** A row for each server. */
  List<String> rows() {
    List<String> rows = new ArrayList<>();
    runs.forEach((server, figures) -> rows.add(String.format(
        Locale.ROOT,
        "| %s | %s | %,.0f (%,.0f to %,.0f) | %s | %s |",
        load.title(),
        server.name(),
        Rounds.median(figures, Figure::perSecond),
        Rounds.least(figures, Figure::perSecond),
        Rounds.most(figures, Figure::perSecond),
        figures == peerRuns
            ? ""
            : String.format(Locale.ROOT, "%.2f", Figure.medianRatio(figures, peerRuns)),
        String.format(Locale.ROOT, "%.3f", Rounds.median(figures, Figure::cpuNanos) / 1e3))));
    return rows;
  }
}
