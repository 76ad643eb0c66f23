package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InspectCommandTest {

  private static final String OBJECT_ID = "4df2dcec2cdcd20936a8b817";

  @Test
  void inspect_objectId_showsEveryReadingAndItsBits() {
    Run run = Run.of("inspect", "--store", "memory:", OBJECT_ID);

    assertThat(run.code()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .startsWith("""
            ObjectId (objectid)
              time     2011-06-11T03:11:40Z
              id       4df2dcec2cdcd20936a8b817
              random   2cdcd20936
              counter  a8b817
              01001101111100101101110011101100
              |-------------time-------------|
              00101100110111001101001000001001
              |------------random------------|
              00110110101010001011100000010111
              |random||-------counter--------|
            """)
        .contains("(objectid-legacy)", "machine  2cdcd2", "process  0936")
        .contains("(objectid-java-legacy)", "machine  2cdcd209", "inc      917026839");
  }

  @Test
  void inspect_number_showsUnlikelyReadingsLast() {
    Run run = Run.of("inspect", "--store", "memory:", "911836375207137326");

    assertThat(run.out())
        .contains("""
              0000110010100111011111100101101000100101100000000101000000101110
              ||-----------------time------------------||-worker-||--number--|
            """)
        .containsSubsequence("(snowflake:twitter)", "HARDLY", "snowflake:");
  }

  @Test
  void inspect_zone_addsTheLocalTime() {
    assertThat(Run.of("inspect", "--store", "memory:", OBJECT_ID, "--zone", "Asia/Shanghai")
            .out())
        .contains("local-time  2011-06-11T11:11:40+08:00");
    assertThat(
            Run.of("inspect", "--store", "memory:", OBJECT_ID, "--zone", "UTC").out())
        .doesNotContain("local-time");
  }

  @Test
  void inspect_unknownZone_isSuggested() {
    Run run = Run.of("inspect", "--store", "memory:", OBJECT_ID, "--zone", "Asia/Shangai");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            "not a time zone such as Asia/Shanghai or UTC; did you mean Asia/Shanghai?: --zone=");
  }

  @Test
  void inspect_as_showsOnlyThatReading() {
    Run run = Run.of("inspect", "--store", "memory:", OBJECT_ID, "--as", "objectid-legacy");

    assertThat(run.out()).contains("(objectid-legacy)").doesNotContain("(objectid)");
  }

  @Test
  void inspect_asMistyped_isSuggested() {
    Run run = Run.of("inspect", "--store", "memory:", OBJECT_ID, "--as", "objectid-legaxy");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("did you mean objectid-legacy?");
  }

  @Test
  void inspect_validAndInvalidIds_showsTheValidOnesAndFails() {
    Run run = Run.of("inspect", "--store", "memory:", "no id", OBJECT_ID, "nor this");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).contains(OBJECT_ID, "(objectid)");
    assertThat(run.err()).isEqualTo("""
            mintmark: the id has no known form: id=no id
            mintmark: the id has no known form: id=nor this
            """);
    assertThat(Run.of("inspect", "--store", "memory:", "--json", "no id", OBJECT_ID)
            .json())
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .extractingByKey("ids", InstanceOfAssertFactories.LIST)
        .hasSize(1);
  }

  @Test
  void inspect_controlCharacters_areEscaped() {
    for (String err : List.of(
        Run.of("inspect", "--store", "memory:", "a\u001b[2Jb\u202ec\u009b1m").err(),
        Run.onScreen(Map.of(), "inspect", "--store", "memory:", "a\u001b[2Jb\u202ec\u009b1m")
            .err())) {
      assertThat(err).contains("id=a\\u001b[2Jb\\u202ec\\u009b1m");
    }
  }

  @Test
  void inspect_nothingKnown_fails() {
    Run run = Run.of("inspect", "--store", "memory:", "no id at all");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).isEqualTo("mintmark: the id has no known form: id=no id at all\n");
  }

  @Test
  void inspect_configuredLayout_isShownFirst(@TempDir Path directory) throws IOException {
    Path config = Files.writeString(
        directory.resolve("mintmark.yaml"),
        "generators:\n  users: {type: snowflake, epoch: 2024-01-01T00:00:00Z}\n");

    Run run = Run.of(
        "inspect", "--store", "memory:", "301836375207137326", "--config", config.toString());

    assertThat(run.out().lines().findFirst().orElseThrow()).contains("snowflake:users");
  }

  @Test
  void inspect_key_drawsItsCharacters(@TempDir Path directory) throws IOException {
    Run run = Run.of(
        "inspect",
        "OD020001012611212000000001200003",
        "--config",
        KeyConfig.in(directory).toString());

    assertThat(run).isEqualTo(new Run(0, """
        Key: orders (key:orders)
          order numbers, in t_order.order_id

          OD020001012611212000000001200003
            --                              db       02
              ----                          table    0001
                  --                        version  01
                    ---------------         time     261121200000000  yyMMddHHmmssSSS
                                   --       worker   12
                                     -----  seq      00003

          time          2026-11-21T12:00:00Z
          printed-time  2026-11-21T20:00 Asia/Shanghai
          route         database 2, table 1
          format        OD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}

        """, ""));
  }

  @Test
  void inspect_keyWithAWrongCheckDigit_showsTheFaultFirst(@TempDir Path directory)
      throws IOException {
    String config = KeyConfig.in(directory).toString();

    assertThat(Run.of("inspect", "--store", "memory:", "PACME0000X", "--config", config)
            .out())
        .startsWith("""
            Key: parcels (key:parcels)
              the check digit does not match the text before it: check=iso7064-37-36, found='X',\
             expected='7', column=10

              PACME0000X
               ----       var:tenant  ACME
                   ----   seq         0000
                       -  check       X     iso7064-37-36

              format  P{var:tenant:4}{seq:4}{check:iso7064-37-36}
            """);
    assertThat(Run.of(
                "inspect",
                "--store",
                "memory:",
                "PACME00007",
                "--as",
                "key:parcels",
                "--config",
                config)
            .code())
        .isZero();
  }

  @Test
  void inspect_configuredSnowflake_showsItsColumn(@TempDir Path directory) throws IOException {
    assertThat(Run.of(
                "inspect",
                "301836375207137326",
                "--config",
                KeyConfig.in(directory).toString())
            .out())
        .startsWith("Snowflake: flakes (snowflake:flakes)\n  in t_x.id\n");
  }

  @Test
  void inspect_hostileLength_isNotPrinted() {
    Run run = Run.of("inspect", "--store", "memory:", "9".repeat(1_000_000));

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).hasSizeLessThan(200).contains("id=999");
  }

  @Test
  void inspect_json_hasEveryId() {
    Run run = Run.of(
        "inspect",
        "--store",
        "memory:",
        "--json",
        OBJECT_ID,
        "919108f7-52d1-4320-9bac-f847db4148a8");

    assertThat(run.json())
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .extractingByKey("ids", InstanceOfAssertFactories.LIST)
        .hasSize(2)
        .first(InstanceOfAssertFactories.MAP)
        .containsEntry("id", OBJECT_ID)
        .extractingByKey("readings", InstanceOfAssertFactories.LIST)
        .first(InstanceOfAssertFactories.MAP)
        .containsEntry("kind", "objectid")
        .containsEntry("time", "2011-06-11T03:11:40Z")
        .containsEntry("plausible", true)
        .containsEntry(
            "bits",
            List.of(
                Map.of("name", "time", "width", 32, "value", "1307761900"),
                Map.of("name", "random", "width", 40, "value", "192683313462"),
                Map.of("name", "counter", "width", 24, "value", "11057175")));
  }
}
