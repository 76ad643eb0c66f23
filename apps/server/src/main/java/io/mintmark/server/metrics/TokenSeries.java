package io.mintmark.server.metrics;

import io.micrometer.core.instrument.Clock;
import io.mintmark.server.access.TokenStatus;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.function.Supplier;

/**
 * The series of the tokens. Tokens appear and disappear with the content of their file, so each
 * scrape reads the present tokens. Thread-safe.
 *
 * @param statuses the status of each present token
 * @param clock decides how long a token remains valid
 */
record TokenSeries(Supplier<List<TokenStatus>> statuses, Clock clock) implements MultiCollector {

  private static final double MILLIS = 1e3;

  @Override
  public MetricSnapshots collect() {
    CounterSnapshot.Builder requests = CounterSnapshot.builder()
        .name("mintmark_token_requests")
        .help("Requests with a token, by outcome");
    CounterSnapshot.Builder byCredential = CounterSnapshot.builder()
        .name("mintmark_token_credential_requests")
        .help("Accepted requests, by the proof of the token");
    GaugeSnapshot.Builder remaining = GaugeSnapshot.builder()
        .name("mintmark_token_remaining_seconds")
        .help("How long until the token expires");
    for (TokenStatus token : statuses.get()) {
      String name = token.name();
      requests
          .dataPoint(count(token.admitted(), "token", name, "outcome", "admitted"))
          .dataPoint(count(token.refused(), "token", name, "outcome", "refused"))
          .dataPoint(count(token.limited(), "token", name, "outcome", "limited"));
      token
          .byCredential()
          .forEach((credential, admitted) ->
              byCredential.dataPoint(count(admitted, "token", name, "credential", credential)));
      token
          .expires()
          .ifPresent(end -> remaining.dataPoint(GaugeDataPointSnapshot.builder()
              .value((end.toEpochMilli() - clock.wallTime()) / MILLIS)
              .labels(Labels.of("token", name))
              .build()));
    }
    return MetricSnapshots.of(requests.build(), byCredential.build(), remaining.build());
  }

  private static CounterDataPointSnapshot count(long value, String... labels) {
    return CounterDataPointSnapshot.builder()
        .value(value)
        .labels(Labels.of(labels))
        .build();
  }
}
