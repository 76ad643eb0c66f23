package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.mintmark.cli.ids.Severity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerMetricsTest {

  private static List<Finding> examine(String text) {
    Findings found = new Findings(Finding.Group.SERVER);
    new ServerMetrics(MetricSample.read(text), found).examine();
    return found.all();
  }

  private static Severity level(String name, String text) {
    return examine(text).stream()
        .filter(check -> check.name().equals(name))
        .map(Finding::level)
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " in " + examine(text)));
  }

  @Test
  void read_samplesAndOtherLines_takesTheSamples() {
    assertThat(MetricSample.read("""
        # HELP a What it is
        # TYPE a gauge
        a 1.0
        b_total{kind="x",name="a \\\\ b"} 2.5E-3
        c{} NaN
        d -Inf
        not a sample at all
        """))
        .containsExactly(
            new MetricSample("a", Map.of(), 1),
            new MetricSample("b_total", Map.of("kind", "x", "name", "a \\\\ b"), 0.0025),
            new MetricSample("c", Map.of(), Double.NaN),
            new MetricSample("d", Map.of(), Double.NEGATIVE_INFINITY));
  }

  @Test
  void limits_nearlyReached_areWarnings() {
    String half = """
        mintmark_clients{protocol="http"} 50.0
        mintmark_clients{protocol="resp"} 10.0
        mintmark_clients{protocol="admin"} 40.0
        mintmark_connections 116.0
        mintmark_connections_max 100.0
        """;

    assertThat(level("clients", half)).isEqualTo(Severity.OK);
    assertThat(level("clients", half.replace("50.0", "81.0"))).isEqualTo(Severity.WARN);
    assertThat(examine(half.replace("100.0", "-1.0")))
        .noneMatch(check -> check.name().equals("clients"));
  }

  @Test
  void clock_farFromTheStores_isWrongAndAStepIsAWarning() {
    String skew = "mintmark_store_clock_skew_seconds ";

    assertThat(level("server's clock", skew + "-4.9")).isEqualTo(Severity.OK);
    assertThat(level("server's clock", skew + "-5.1")).isEqualTo(Severity.FAIL);
    assertThat(examine(skew + "NaN")).noneMatch(check -> check.name().contains("clock"));
    String steps = skew + "0.1\nmintmark_clock_rollbacks_total{generator=\"a\"} ";
    assertThat(level("clock steps back", steps + "2.0")).isEqualTo(Severity.WARN);
    assertThat(examine(steps + "0.0")).noneMatch(check -> check.name().contains("steps"));
  }

  @Test
  void claimsAndProblems_thatFailed_areTold() {
    String failed = "mintmark_store_calls_seconds_count{operation=\"claim\",outcome=\"failed\"} ";

    assertThat(level("server's claims", failed + "0")).isEqualTo(Severity.OK);
    assertThat(level("server's claims", failed + "3")).isEqualTo(Severity.WARN);
    assertThat(level("store rewound", "mintmark_problems_total{kind=\"store-rewound\"} 1.0"))
        .isEqualTo(Severity.FAIL);
    assertThat(level("internal problems", "mintmark_problems_total{kind=\"internal\"} 1.0"))
        .isEqualTo(Severity.WARN);
  }

  @Test
  void claimedAhead_isToldOfEachGenerator() {
    assertThat(examine("""
        mintmark_claimed_ids{generator="users",kind="snowflake"} 3.3693696E7
        mintmark_claimed_ids{generator="*",kind="sequence"} 0.0
        mintmark_claimed_remaining_seconds{generator="users",kind="snowflake"} 8.265
        mintmark_claimed_remaining_seconds{generator="*",kind="sequence"} +Inf
        """))
        .extracting(Finding::name, Finding::value)
        .contains(
            tuple("users, claimed ahead", "33,693,696 ids, for 8 s"),
            tuple("all of auto-create, claimed ahead", "none: the next id needs a claim"));
  }
}
