package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CheckCommandTest {

  private static final String DAY = "2026-11-24";

  @TempDir
  private Path directory;

  /** Returns the file with ids of a library. A page in the same directory describes it. */
  private static Path sample(String library) throws URISyntaxException {
    return Path.of(Objects.requireNonNull(
            CheckCommandTest.class.getResource("ids/" + library + ".ids"), library)
        .toURI());
  }

  private static Run check(String input, String... more) {
    String[] args =
        Stream.concat(Stream.of("check", "--newest", DAY), Stream.of(more)).toArray(String[]::new);
    return Run.withInput(input, args);
  }

  private static String lines(LongStream ids) {
    return ids.mapToObj(Long::toString).collect(Collectors.joining("\n"));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> json(Run run) {
    return (Map<String, Object>) run.json();
  }

  @ParameterizedTest
  @CsvSource({
    "hutool, snowflake:twitter",
    "mybatis-plus, snowflake:twitter",
    "cosid, snowflake:cosid",
    "yitter, snowflake:yitter",
    "tsid-creator, snowflake:mintmark",
    "bson, objectid",
    "uuid-creator-v7, uuid-v7",
    "jug-v1, uuid-v1"
  })
  void check_idsOfALibrary_namesTheLibrary(String library, String kind) throws Exception {
    String file = sample(library).toString();
    Run run = Run.of("check", file, "--newest", DAY, "--in-order", "--json");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(json(run)).containsEntry("kind", kind).containsEntry("ids", 1000);
    assertThat(Run.of("check", file, "--newest", DAY, "--in-order").out())
        .contains("made from 2026-11-24T03:4", "no clock went back", "duplicates  ", "  none");
  }

  /** The next id must be above the greatest old id, so that no new id repeats an old one. */
  @ParameterizedTest
  @ValueSource(
      strings = {"hutool", "mybatis-plus", "cosid", "yitter", "tsid-creator", "bson", "jug-v1"})
  void check_proposedGenerator_continuesAboveTheGreatestId(String library) throws Exception {
    List<String> old = Files.readAllLines(sample(library));
    String next = next(Run.of("check", sample(library).toString(), "--newest", DAY, "--json"));

    if (library.equals("bson")) {
      assertThat(next).isGreaterThan(Collections.max(old));
    } else if (library.equals("jug-v1")) {
      assertThat(next.charAt(14)).isEqualTo('1');
    } else {
      BigInteger greatest =
          old.stream().map(BigInteger::new).max(BigInteger::compareTo).orElseThrow();
      assertThat(new BigInteger(next)).isGreaterThan(greatest);
    }
  }

  private String next(Run check) throws IOException {
    Path config = Files.writeString(
        directory.resolve("mintmark.yaml"), (String) json(check).get("yaml"));
    Run run = Run.now("next", "ids", "--config", config.toString(), "--store", "memory:");
    assertThat(run.code()).as(run.err()).isZero();
    return run.out().strip();
  }

  @Test
  void check_sequence_continuesInItsSteps() throws IOException {
    Run run = check(lines(LongStream.range(0, 500).map(i -> 7 + 2 * i).filter(i -> i != 9)));

    assertThat(run.code()).isZero();
    assertThat(run.out())
        .contains("a sequence or AUTO_INCREMENT: 7 to 1005 in steps of 2")
        .contains("exact as JavaScript numbers")
        .endsWith("generators:\n  ids: {type: sequence, start: 1007, step: 2}\n");
    assertThat(next(check(lines(LongStream.rangeClosed(1, 500)), "--json"))).isEqualTo("501");
  }

  /** The numbers are also valid Snowflakes of 2020. */
  @Test
  void check_sequenceWithAHighStart_isNoSnowflake() {
    long high = 100_000_000_000_000_000L;

    assertThat(check(lines(LongStream.range(0, 3_000).map(i -> high + i * 977))).out())
        .contains("to 100000000002930023 in steps of\n", "step: 977}\n");
    assertThat(check(lines(LongStream.range(high, high + 20_000))).out())
        .contains("100000000000000000 to 100000000000019999\n");
  }

  @Test
  void check_duplicates_exits1AndNamesLines() throws Exception {
    List<String> ids = Files.readAllLines(sample("hutool"));
    Run run = check(String.join("\n", ids) + "\n" + ids.get(4));

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .contains("fail  duplicates  1 repeat an earlier one")
        .contains(ids.get(4) + " at line 1001 was first at line 5");
  }

  /**
   * The ids of two hosts with the same worker number, and with clocks that differ by four seconds.
   */
  @Test
  void check_clocksOfTwoHosts_areComparedOnlyInOrder() {
    long first = 2125072407592558592L;
    String ids = lines(LongStream.range(0, 400)
        .map(i -> first + ((i * 10 - (i % 2) * 4_000) << 22) + i % 3));

    Run run = check(ids, "--in-order");
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("warn  clock", "a clock went back 200 times by up to 4.0 s");
    Run unknown = check(ids);
    assertThat(unknown.code()).isZero();
    assertThat(unknown.out())
        .contains("--in-order finds steps of a clock, if the ids are in the order of creation");
  }

  @Test
  void check_clockSetBackOnce_isReportedAsOneStep() {
    long first = 2125072407592558592L;
    String ids = lines(LongStream.range(0, 400)
        .map(i -> first + ((i < 200 ? i * 10 : i * 10 - 1_500) << 22) + i / 200));

    Run run = check(ids, "--in-order");
    assertThat(run.code()).isZero();
    assertThat(run.out())
        .contains("warn  clock")
        .contains("a clock went back once by up to 1.5 s, first at line 201");
  }

  @Test
  void check_uuidsWithoutANode_reportsClockSteps() {
    String ids = LongStream.range(0, 100)
        .mapToObj(
            i -> String.format("%012x", 1_795_491_000_000L + i * 100 - (i % 20 < 10 ? 0 : 5_000)))
        .map(time -> time.substring(0, 8) + "-" + time.substring(8) + "-7e15-a826-bf81f025dc1b")
        .collect(Collectors.joining("\n"));

    assertThat(check(ids, "--in-order").out())
        .contains("warn  clock")
        .contains("a clock went back 5 times by up to 4.9 s, first at line 11");
  }

  @Test
  void check_givenLayoutAndEpoch_areUsed() {
    String ids = lines(LongStream.range(0, 200).map(i -> ((i * 1_000) << 22) | ((i % 2) << 12)));
    String report = check(ids, "--as", "41/10/12", "--epoch", "2026-11-01").out();
    assertThat(report.replaceAll("\\s+", " "))
        .contains("made from 2026-11-01T00:00:00Z to 2026-11-01T00:03:19Z")
        .contains("with 2 worker numbers");
  }

  @Test
  void check_numbersOfUnknownKind_areReportedAsUnknown() {
    Run run = check(lines(IntStream.range(0, 500).mapToLong(i -> i * 0x9E37_79B9_7F4A_7C15L)));

    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("the kind is unknown").contains("--as 41/10/12");
  }

  @Test
  void check_unknownText_showsItsLength() {
    Run run = check("orders/7\norders/77");

    assertThat(run.code()).isZero();
    assertThat(run.out())
        .contains("text of unknown form: up to 9 characters", "needs CHAR(9)")
        .contains("No generator is known to continue from these");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "01H455VB4PEX5VSKNK084SN02Q|ulid",
        "user_01h455vb4pex5vsknk084sn02q|typeid",
        "order_01h455vb4pex5vsknk084sn02q|typeid",
        "line_item_01h455vb4pex5vsknk084sn02q|typeid",
        "0ujtsYcgvSTl8PAuAdqWYSMnLOv|ksuid",
        "0RDYKQ3NH8X2M|tsid",
        "919108f7-52d1-4320-9bac-f847db4148a8|uuid-v4",
        "919108f752d143209bacf847db4148a8|uuid-v4",
        "1ec9414c-232a-6b00-b3c8-9e6bdeced846|uuid-v6",
        "4df2dcec2cdcd20936a8b817|objectid"
      })
  void check_oneIdOfAForm_isRecognized(String id, String kind) {
    assertThat(json(check(id, "--json"))).containsEntry("kind", kind);
  }

  @Test
  void check_blankLines_areSkippedAndTheHeaderIsReported() {
    Run run = check("\ufeffid\r\n\r\n\"1\"\r\n\"2\"\r\n'3'\r\n");

    assertThat(run.code()).isZero();
    assertThat(run.out())
        .startsWith("4 ids\n")
        .contains("1 of another form (other text), the first at line 1: id")
        .contains("a sequence or AUTO_INCREMENT: 1 to 3\n");
  }

  @Test
  void check_severalForms_judgesTheMostCommonOne() {
    Run run = check("1\n2\n3\nnull-ish\n");

    assertThat(run.code()).isZero();
    assertThat(run.out())
        .startsWith("4 ids\n")
        .contains("1 of another form (other text), the first at line 4: null-ish")
        .contains("the rest of the report is about the other 3");
  }

  @ParameterizedTest
  @CsvSource({
    "-2147483648, 'fits INTEGER, of which 100 %'",
    "-2147483649, needs BIGINT",
    "-9000000000000000001, needs BIGINT"
  })
  void check_negativeIds_showTheNarrowestColumn(String id, String column) {
    assertThat(check(id).out()).contains(column);
  }

  /** Spreadsheets keep 15 digits of a number, and replace the others by zeros. */
  @Test
  void check_idsCutByASpreadsheet_areReported() {
    String ids = LongStream.range(0, 20)
        .mapToObj(i -> 912_631_880_622_178L + 7_919 * i + "000\n")
        .collect(Collectors.joining());

    Run run = check(ids);

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).contains("a spreadsheet has already rounded these ids: all 20");
  }

  @Test
  void check_idsRoundedByJavaScript_areReported() {
    StringBuilder exact = new StringBuilder();
    StringBuilder shortest = new StringBuilder();
    StringBuilder rare = new StringBuilder();
    Random random = new Random(7);
    for (int i = 0; i < 20; i++) {
      double rounded = 912_631_880_622_178_305L + (double) random.nextLong(1L << 40);
      exact.append((long) rounded).append('\n');
      shortest.append(new BigDecimal(Double.toString(rounded)).toPlainString()).append('\n');
      rare.append(((long) rounded >> 12) << 12).append('\n');
    }

    for (String ids : List.of(exact.toString(), shortest.toString())) {
      Run run = check(ids);
      assertThat(run.code()).isEqualTo(1);
      assertThat(run.out()).contains("has already rounded these ids: all 20");
    }
    assertThat(check(rare.toString()).out()).doesNotContain("already rounded");
  }

  @Test
  void check_negativeHugeAndForeign_areTextOrNumbersAndNeverFail() {
    for (String id : List.of(
        "-1",
        "-9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "9".repeat(300),
        "0007",
        "číslo-7",
        "订单7")) {
      Run run = check(id);
      assertThat(run.code()).as(id).isZero();
      assertThat(run.out()).as(id).startsWith("1 id\n");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|the input has no id: all lines are blank; write one id on each line",
        "' \n\n'|the input has no id: all lines are blank",
        "'1,Bob\n2,Eve'|the input has no id: lines without exactly one id were skipped: lines=2,"
            + " first=1, text='1,Bob'"
      })
  void check_inputWithoutIds_isRefusedWithTheReason(String input, String message) {
    Run run = check(input);

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("mintmark: " + message);
  }

  @Test
  void check_binaryInput_isRefused() {
    assertThat(check("1\n2\0").err())
        .contains("the input is not text with an id on each line: line=2, byte=0x00");
  }

  @Test
  void check_lineOfTenMegabytes_isRefused() {
    assertThat(check("1\n" + "7".repeat(10_000_000)).err())
        .contains("an id is longer than 4096 characters: line=2; write one id on each line");
  }

  @Test
  void check_layoutThatDoesNotFit_isRefused() {
    Run run = check("2125072407592558592\n2125072407592558593", "--as", "discord");

    assertThat(run.out())
        .contains("the ids are not such Snowflakes: with 42/10/12 since 2015-01-01T00:00:00Z")
        .doesNotContain("AUTO_INCREMENT", "generators:");
  }

  @Test
  void check_bytesOutsideUtf8_areNoId() throws IOException {
    Path file = Files.write(
        directory.resolve("latin"), "M\u00fcller-7\n".getBytes(StandardCharsets.ISO_8859_1));
    Run run = Run.of("check", file.toString());
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .contains("the input has no id: lines without exactly one id were skipped");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--epoch 2026-01-01", "--newest never", "--as 99/1", "--show -1", "--table t"})
  void check_invalidOptions_areWrongUsage(String arguments) {
    String[] args = ("check " + arguments).split(" ", -1);
    assertThat(Run.of(args).code()).isEqualTo(2);
  }

  /** Such numbers are in unsigned columns of MySQL. As a long they would be negative. */
  @Test
  void check_numbersAbove63Bits_areShownUnchanged() {
    String ids = LongStream.rangeClosed(1, 1000)
        .mapToObj(i -> Long.toUnsignedString(-i - 1))
        .collect(Collectors.joining("\n"));
    Run run = check(ids);
    assertThat(run.out())
        .contains(
            "a sequence or AUTO_INCREMENT: 18446744073709550615 to 18446744073709551614",
            "18446744073709551614 becomes",
            "18446744073709551616",
            "needs NUMERIC(20) or BIGINT UNSIGNED",
            "No generator is known to continue from these");
    assertThat(check(ids, "--json").out()).contains("18446744073709551614");
    assertThat(check("-1\n18446744073709551615\n5").out())
        .contains("the kind is unknown", "needs NUMERIC(20) or BIGINT UNSIGNED")
        .doesNotContain("generators:");
    assertThat(check("9223372036854775806\n9223372036854775808\n9223372036854775809")
            .out())
        .contains("9223372036854775806 to 9223372036854775809")
        .doesNotContain("generators:");
    assertThat(check("-9\n-7\n-8").out()).contains("-9 to -7", "{type: sequence, start: 1}");
  }

  /**
   * The ids of each host are compared only with ids of the same host, even if there are many hosts.
   */
  @Test
  void check_objectIdsOfSeveralProcesses_haveNoStepBetweenThem() {
    String ids = "%08x%010x000001";
    String many = IntStream.range(0, 4097)
        .mapToObj(i -> ids.formatted(0x69000000 - i, i))
        .collect(Collectors.joining("\n"));
    assertThat(check(many, "--in-order").out()).contains("no clock went back");
    assertThat(check(many + "\n" + ids.formatted(0x68000000, 1), "--in-order").out())
        .contains("a clock went back once");
  }
}
