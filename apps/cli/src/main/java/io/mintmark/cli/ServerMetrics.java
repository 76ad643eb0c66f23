package io.mintmark.cli;

import io.mintmark.cli.Finding.Group;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Examines a server's metrics since its start. */
final class ServerMetrics {

  /** The used share of a limit above which the limit is reached soon. */
  private static final double MUCH = 0.9;

  /** The label of all auto-created names together. */
  private static final String AUTO_CREATED = "*";

  private final List<MetricSample> samples;
  private final Findings found;

  ServerMetrics(List<MetricSample> samples, Findings found) {
    this.samples = samples;
    this.found = found;
  }

  void examine() {
    clock();
    claims();
    limit("clients", clients(), "mintmark_connections_max", "max-connections");
    limit(
        "auto-created names",
        values("mintmark_auto_created_names", Map.of()).findFirst(),
        "mintmark_auto_created_names_max",
        "max-auto-created");
    limit(
        "open files",
        values("process_files_open_files", Map.of()).findFirst(),
        "process_files_max_files",
        "the limit for files of the process");
    problems();
    named("mintmark_claimed_ids").forEach(this::claimedAhead);
  }

  /**
   * Compares the server's clock with its store's. {@link Doctor} compares the store's with this
   * machine's.
   */
  private void clock() {
    OptionalDouble skew = values("mintmark_store_clock_skew_seconds", Map.of()).findFirst();
    if (skew.isEmpty() || Double.isNaN(skew.getAsDouble())) {
      return;
    }
    double seconds = skew.getAsDouble();
    found.failIf(
        Math.abs(seconds) > Doctor.MAX_SKEW.toSeconds(),
        "server's clock",
        String.format(Locale.ROOT, "engine %+.0f ms of the server's", seconds * 1e3),
        "the server's clock and its store's are over 5 s apart: set the wrong one");
    long steps = (long) values("mintmark_clock_rollbacks_total", Map.of()).sum();
    if (steps > 0) {
      found.warn(
          "clock steps back",
          Figures.grouped(steps),
          "the server's clock was set back while it ran: have time kept without steps");
    }
  }

  private void claims() {
    double count = calls("count", "answered");
    double failed = calls("count", "failed");
    double mean = count == 0 ? 0 : calls("sum", "answered") / count;
    found.warnIf(
        failed != 0,
        "server's claims",
        String.format(
            Locale.ROOT,
            "%,.0f, mean %.1f ms, slowest of late %.1f ms, %,.0f failed",
            count,
            mean * 1e3,
            calls("max", "answered") * 1e3,
            failed),
        "the store did not answer some of the server's claims: its log says when");
  }

  /** Clients without the admin port's, and without connections that give way to clients. */
  private OptionalDouble clients() {
    return named("mintmark_clients")
        .filter(sample -> !sample.label("protocol").equals("admin"))
        .mapToDouble(MetricSample::value)
        .reduce(Double::sum);
  }

  private void limit(String name, OptionalDouble open, String most, String setting) {
    double max = values(most, Map.of()).findFirst().orElse(0);
    if (open.isPresent() && max > 0) {
      found.warnIf(
          open.getAsDouble() > max * MUCH,
          name,
          String.format(Locale.ROOT, "%,.0f of %,.0f", open.getAsDouble(), max),
          "soon there are no more: look at " + setting);
    }
  }

  private void problems() {
    long internal = problems("internal");
    long rewound = problems("store-rewound");
    if (internal > 0) {
      found.warn(
          "internal problems",
          Figures.grouped(internal),
          "the server failed by a fault of its own: its log says why");
    }
    if (rewound > 0) {
      found.fail(
          "store rewound",
          Figures.grouped(rewound),
          "the store has forgotten claims: raise its lines past what was made"
              + " (docs/GUARANTEES.md)");
    }
  }

  /** Reports how far a generator gets without the store. */
  private void claimedAhead(MetricSample claimed) {
    String name = claimed.label("generator");
    OptionalDouble seconds =
        values("mintmark_claimed_remaining_seconds", Map.of("generator", name)).findFirst();
    String left = Figures.grouped((long) claimed.value()) + " ids";
    boolean lasts = seconds.isPresent() && !Double.isInfinite(seconds.getAsDouble());
    found
        .of(Group.GENERATORS)
        .ok(
            (name.equals(AUTO_CREATED) ? "all of auto-create" : name) + ", claimed ahead",
            claimed.value() == 0
                ? "none: the next id takes a claim"
                : lasts ? left + ", for " + (long) seconds.getAsDouble() + " s" : left);
  }

  private long problems(String kind) {
    return (long) values("mintmark_problems_total", Map.of("kind", kind)).sum();
  }

  private double calls(String figure, String outcome) {
    return values(
            "mintmark_store_calls_seconds_" + figure,
            Map.of("operation", "claim", "outcome", outcome))
        .sum();
  }

  private DoubleStream values(String name, Map<String, String> labels) {
    return named(name)
        .filter(sample -> sample.labels().entrySet().containsAll(labels.entrySet()))
        .mapToDouble(MetricSample::value);
  }

  private Stream<MetricSample> named(String name) {
    return samples.stream().filter(sample -> sample.name().equals(name));
  }
}
