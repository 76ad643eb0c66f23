package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExplainCommandTest {

  @TempDir
  private Path directory;

  private String config;

  @BeforeEach
  void configure() throws IOException {
    config = KeyConfig.in(directory).toString();
  }

  @Test
  void explain_format_drawsItAndDescribesItsProperties() {
    Run run = Run.of("explain", "INV-{time:yyyyMMdd}-{seq:6}", "--zone", "Europe/Berlin");

    assertThat(run).isEqualTo(new Run(0, """
          INV-20261121-000001
              --------         time  20261121  yyyyMMdd
                       ------  seq   000001

          format               INV-{time:yyyyMMdd}-{seq:6}
          length               19
          start                1
          zone                 Europe/Berlin
          tick                 a day
          capacity-per-tick    999,999
          capacity-per-second  11.6
          time-ends            +10000-01-01T00:00
          days-left            2,912,118
          unique-by            a position that each key claims on the store
        """, ""));
  }

  @Test
  void explain_name_hasItsZoneShardsAndNotes() {
    Run run = Run.of("explain", "orders", "--config", config);

    assertThat(run.code()).isZero();
    assertThat(run.out())
        .startsWith("  OD0")
        .contains("  time     261121200000000  yyMMddHHmmssSSS\n")
        .contains("  version  01\n")
        .contains("  description          order numbers\n", "  table                t_order\n")
        .contains("  zone                 Asia/Shanghai\n")
        .contains("  shards-1             4 x 2 by hash\n")
        .contains("no key is made from 2100-01-01T00:00 on");
  }

  @Test
  void explain_startZero_showsIt() {
    assertThat(Run.of("explain", "A{seq:2}", "--start", "0").out())
        .startsWith("  A00\n")
        .contains("  start      0\n", "  capacity   100\n");
    assertThat(Run.of("explain", "A{seq:2}", "--start", "2").err())
        .contains("start: not 0 to 1: start=2");
    assertThat(Run.of("explain", "A{time:yyMMddHHmmss}", "--start", "1").err())
        .contains("keys that show no number cannot start at 1");
  }

  @Test
  void explain_onAScreen_coloursFieldsAlike() {
    String first = Run.onScreen(Map.of(), "explain", "A{seq:2}{var:x:1}")
        .out()
        .lines()
        .toList()
        .get(0);

    assertThat(first).isEqualTo("  A\u001b[36m01\u001b[0m\u001b[33mA\u001b[0m");
  }

  @Test
  void explain_variable_isNamed() {
    assertThat(Run.of("explain", "{var:tenant:4}{seq:2}").out()).startsWith("""
              AAAA01
              ----    var:tenant  AAAA
                  --  seq         01
            """);
  }

  @Test
  @Tag("long")
  void explain_skew_showsEveryIdShapeAndUnreachedTables() {
    Run run =
        Run.of("explain", "{db:1}{table:1}{seq:4}", "--shards", "4x2:decimal-published", "--skew");

    assertThat(run.out())
        .contains("1,000,000 IDS  EMPTIEST TABLE        FULLEST  UNREACHED\n")
        .containsPattern("snowflake +0.000 of even +\\d.\\d{3} of even +4\n")
        .contains("sequential", "uuid-v4", "object-id", "phone");
  }

  @Test
  void explain_json_matchesTheServers() {
    assertThat(Run.of("explain", "orders", "--config", config, "--json").json())
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsOnlyKeys("example", "fields", "facts", "notes", "remarks", "warnings", "skew")
        .containsEntry(
            "notes",
            Map.of("description", "order numbers", "table", "t_order", "column", "order_id"))
        .containsEntry("skew", List.of());
  }

  @Test
  void explain_wrongFormat_marksEveryFault() {
    Run run = Run.of("explain", "OD{tim:yy}{seq:0}", "--zone", "Asia/Shangai");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .startsWith("mintmark: keys of this format cannot be made\n  OD{tim:yy}{seq:0}\n"
            + "    ^ a field is one of ")
        .contains("\n            ^ the width is not 1 to 18 characters: width='0'\n")
        .endsWith("\n  zone: not a time zone such as Asia/Shanghai or UTC; did you mean"
            + " Asia/Shanghai?: zone=Asia/Shangai\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "OD{db:2} | keys would repeat",
        "{worker:2}{seq:4} | keys of this format cannot be made",
        "{seq:4} --shards 4x2 | the format needs {db:N}",
        "{db:1}{seq:4} --shards 2000x1 | shards.databases: not 1 to 1024: shards.databases=2000",
        "{db:1}{seq:4} --shards 4x1:random | one of hash, decimal, decimal-published, sum",
        "nobody | no keys of this name are configured, and it is no format"
            + ", as it has no field in braces: name=nobody",
        "flakes | as it has no field in braces: name=flakes"
      })
  void explain_invalidSettings_failsWithTheReason(String arguments, String reason) {
    Run run = Run.of(("explain " + arguments + " --config " + config).split(" "));

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{db:1}{seq:4} --shards four | not of the form 4x2 or 4x2:decimal",
        "orders --zone UTC | --zone, --start and --shards apply only to a format; keys of the"
            + " configuration have their own",
        "orders --start 0 | --zone, --start and --shards apply only to a format",
        "orders --shards 4x2 | --zone, --start and --shards apply only to a format"
      })
  void explain_wrongUsage_exitsWithTwo(String arguments, String reason) {
    Run run = Run.of(("explain " + arguments + " --config " + config).split(" "));

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains(reason);
  }

  @Test
  void explain_hostileLength_isNotPrinted() {
    Run run = Run.of("explain", "{".repeat(100_000));

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("1 to 300 characters: length=100000").hasSizeLessThan(300);
  }
}
