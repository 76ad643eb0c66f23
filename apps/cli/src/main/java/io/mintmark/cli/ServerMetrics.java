package io.mintmark.cli;

import io.mintmark.cli.Finding.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** Reads from a server's metrics how it has done since it was started. */
final class ServerMetrics {

  /** Of a limit; more is soon all of it. */
  private static final double MUCH = 0.9;

  /** Stands for all names of auto-create together. */
  private static final String AUTO_CREATED = "*";

  private final List<MetricSample> samples;
  private final List<Finding> checks = new ArrayList<>();

  ServerMetrics(List<MetricSample> samples) {
    this.samples = samples;
  }

  List<Finding> examine() {
    clock();
    claims();
    limit("clients", clients(), "mintmark_connections_max", "max-connections");
    limit(
        "auto-created names",
        value("mintmark_auto_created_names"),
        "mintmark_auto_created_names_max",
        "max-auto-created");
    limit(
        "open files",
        value("process_files_open_files"),
        "process_files_max_files",
        "the limit for files of the process");
    problems();
    named("mintmark_claimed_ids").forEach(this::claimedAhead);
    return checks;
  }

  /** The server's against its store's; a store's against this machine's {@link Doctor} sees. */
  private void clock() {
    double seconds = value("mintmark_store_clock_skew_seconds").orElse(Double.NaN);
    if (Double.isNaN(seconds)) {
      return;
    }
    String found = String.format(Locale.ROOT, "engine %+.0f ms of the server's", seconds * 1e3);
    checks.add(
        Math.abs(seconds) > Doctor.MAX_SKEW.toSeconds()
            ? Finding.fail(
                Group.SERVER,
                "server's clock",
                found,
                "the server's clock and its store's are over 5 s apart: set the wrong one")
            : Finding.ok(Group.SERVER, "server's clock", found));
    double steps = sum("mintmark_clock_rollbacks_total");
    if (steps > 0) {
      checks.add(Finding.warn(
          Group.SERVER,
          "clock steps back",
          Figures.grouped((long) steps),
          "the server's clock was set back while it ran: have time kept without steps"));
    }
  }

  private void claims() {
    double count = call("mintmark_store_calls_seconds_count", "answered");
    double failed = call("mintmark_store_calls_seconds_count", "failed");
    double mean = count == 0 ? 0 : call("mintmark_store_calls_seconds_sum", "answered") / count;
    String found = String.format(
        Locale.ROOT,
        "%,.0f, mean %.1f ms, slowest of late %.1f ms, %,.0f failed",
        count,
        mean * 1e3,
        call("mintmark_store_calls_seconds_max", "answered") * 1e3,
        failed);
    checks.add(
        failed == 0
            ? Finding.ok(Group.SERVER, "server's claims", found)
            : Finding.warn(
                Group.SERVER,
                "server's claims",
                found,
                "the store did not answer some of the server's claims: its log says when"));
  }

  /** Without those of the admin port, and without connections that give way to clients. */
  private Optional<Double> clients() {
    return named("mintmark_clients").stream()
        .filter(sample -> !sample.label("protocol").equals("admin"))
        .map(MetricSample::value)
        .reduce(Double::sum);
  }

  private void limit(String name, Optional<Double> open, String most, String setting) {
    Optional<Double> max = value(most).filter(limit -> limit > 0);
    if (open.isEmpty() || max.isEmpty()) {
      return;
    }
    String found = String.format(Locale.ROOT, "%,.0f of %,.0f", open.get(), max.get());
    checks.add(
        open.get() > max.get() * MUCH
            ? Finding.warn(Group.SERVER, name, found, "soon there are no more: look at " + setting)
            : Finding.ok(Group.SERVER, name, found));
  }

  private void problems() {
    double internal = problems("internal");
    double rewound = problems("store-rewound");
    if (internal > 0) {
      checks.add(Finding.warn(
          Group.SERVER,
          "internal problems",
          Figures.grouped((long) internal),
          "the server failed by a fault of its own: its log says why"));
    }
    if (rewound > 0) {
      checks.add(Finding.fail(
          Group.SERVER,
          "store rewound",
          Figures.grouped((long) rewound),
          "the store has forgotten claims: raise its lines past what was made"
              + " (docs/GUARANTEES.md)"));
    }
  }

  /** How far a generator gets without the store. */
  private void claimedAhead(MetricSample claimed) {
    String name = claimed.label("generator");
    double seconds = named("mintmark_claimed_remaining_seconds").stream()
        .filter(other -> other.label("generator").equals(name))
        .mapToDouble(MetricSample::value)
        .findFirst()
        .orElse(Double.POSITIVE_INFINITY);
    String left = Figures.grouped((long) claimed.value()) + " ids";
    checks.add(Finding.ok(
        Group.GENERATORS,
        (name.equals(AUTO_CREATED) ? "all of auto-create" : name) + ", claimed ahead",
        claimed.value() == 0
            ? "none: the next id takes a claim"
            : Double.isInfinite(seconds) ? left : left + ", for " + (long) seconds + " s"));
  }

  private double problems(String kind) {
    return named("mintmark_problems_total").stream()
        .filter(sample -> sample.label("kind").equals(kind))
        .mapToDouble(MetricSample::value)
        .sum();
  }

  private double call(String name, String outcome) {
    return named(name).stream()
        .filter(sample -> sample.label("operation").equals("claim"))
        .filter(sample -> sample.label("outcome").equals(outcome))
        .mapToDouble(MetricSample::value)
        .sum();
  }

  private double sum(String name) {
    return values(name).sum();
  }

  private Optional<Double> value(String name) {
    return values(name).boxed().findFirst();
  }

  private DoubleStream values(String name) {
    return named(name).stream().mapToDouble(MetricSample::value);
  }

  private List<MetricSample> named(String name) {
    return samples.stream().filter(sample -> sample.name().equals(name)).toList();
  }
}
