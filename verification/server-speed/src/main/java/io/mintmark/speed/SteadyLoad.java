package io.mintmark.speed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Servers that are asked in turn, each at a steady rate of its own, round by round. */
final class SteadyLoad {

  private static final int SECONDS = 4;

  private final Path client;
  private final List<Asked> all = new ArrayList<>();

  SteadyLoad(Path client) {
    this.client = client;
  }

  /** Has a server asked so often a second. */
  SteadyLoad with(Contender server, double perSecond) {
    all.add(new Asked(server, perSecond, new ArrayList<>()));
    return this;
  }

  /** Lets every server compile what the load needs. */
  void warmUp() {
    all.forEach(this::ask);
  }

  void round() {
    all.forEach(asked -> asked.times.add(ask(asked)));
  }

  private AnswerTimes ask(Asked asked) {
    return AnswerTimes.of(client, asked.server.nextUrl(), asked.perSecond, SECONDS);
  }

  /** A row for each server. */
  List<String> rows() {
    return all.stream().map(Asked::row).toList();
  }

  private record Asked(Contender server, double perSecond, List<AnswerTimes> times) {

    String row() {
      return String.format(
          Locale.ROOT,
          "| %s | %,.0f | %,.0f | %,.0f (%,.0f to %,.0f) | %,.0f | %,.0f |",
          server.name(),
          perSecond,
          Rounds.median(times, AnswerTimes::p50),
          Rounds.median(times, AnswerTimes::p99),
          Rounds.least(times, AnswerTimes::p99),
          Rounds.most(times, AnswerTimes::p99),
          Rounds.median(times, AnswerTimes::p999),
          Rounds.median(times, AnswerTimes::usualP99));
    }
  }
}
