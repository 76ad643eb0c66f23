package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class VerifyCommandTest {

  @Test
  void verify_distinctIds_exits0() {
    Run run = Run.withInput("3\n1\n2\n", "verify", "-");

    assertThat(run.code()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("""
        3 ids, no duplicates

        FORM    IDS  OUT OF ORDER  FIRST AT LINE
        number    3             1              2
        """);
  }

  @Test
  void verify_duplicates_exits3AndNamesTheirLines() {
    Run run = Run.withInput("7\n8\n\n7\n8\n7\n", "verify", "--show", "2");

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.out()).startsWith("""
        5 ids, 3 of them repeat an earlier one
        LINE  REPEATS LINE  ID
           4             1  7
           5             2  8
        ... and 1 more
        """);
  }

  @Test
  void verify_file_isRead(@TempDir Path directory) throws IOException {
    Path ids = Files.writeString(directory.resolve("ids"), "4df2dcec2cdcd20936a8b817\n");

    Run run = Run.of("verify", ids.toString());

    assertThat(run.code()).isZero();
    assertThat(run.out())
        .contains("1 ids, no duplicates")
        .contains("objectid: made from 2011-06-11T03:11:40Z to 2011-06-11T03:11:40Z");
  }

  @Test
  void verify_json_isOneObject() {
    Run run = Run.withInput("a\nb\na\n", "verify", "--json");

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.json())
        .isEqualTo(Map.of(
            "ids",
            3,
            "unread",
            0,
            "duplicates",
            1,
            "first",
            List.of(Map.of("id", "a", "line", 3, "firstLine", 1)),
            "forms",
            List.of(Map.of("form", "text", "ids", 3, "outOfOrder", 1, "firstOutOfOrderLine", 3))));
  }

  @Test
  void verify_compressedInput_isRefused(@TempDir Path directory) throws IOException {
    Path zip = directory.resolve("ids.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("ids"));
      out.write("7\n7\n".getBytes(StandardCharsets.UTF_8));
    }
    Run run = Run.of("verify", zip.toString());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("the input is not text with an id on each line: line=1, byte=0x");
  }

  @Test
  void verify_pipe_isRead(@TempDir Path directory) throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    FutureTask<Path> writer = new FutureTask<>(() -> Files.writeString(pipe, "7\n7\n"));
    new Thread(writer).start();

    Run run = Run.of("verify", pipe.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isEqualTo(3);
    assertThat(writer).succeedsWithin(Duration.ofSeconds(60));
  }

  /** The text in front of a compressed part must not pass for the whole input. */
  @ParameterizedTest
  @ValueSource(strings = {"", "7\n"})
  void verify_gzip_isRefused(String before) throws IOException {
    ByteArrayOutputStream input = new ByteArrayOutputStream();
    input.writeBytes(before.getBytes(StandardCharsets.UTF_8));
    try (GZIPOutputStream gzip = new GZIPOutputStream(input)) {
      gzip.write("7\n".getBytes(StandardCharsets.UTF_8));
    }
    for (String command : List.of("verify", "check")) {
      Run run = Run.reading(new ByteArrayInputStream(input.toByteArray()), command);

      assertThat(run.code()).isEqualTo(1);
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).contains("unpack compressed input");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE"})
  void verify_anyEncodingAndByteOrderMark_isRead(String charset, @TempDir Path directory)
      throws IOException {
    for (String mark : List.of("", "\uFEFF")) {
      Path file = Files.writeString(
          directory.resolve("ids"), mark + "7\r\n8\r\n\uFEFF7\r\n", Charset.forName(charset));

      Run run = Run.of("verify", file.toString());

      assertThat(run.out()).startsWith("3 ids, 1 of them repeat an earlier one\n");
      assertThat(run.code()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"912631880622178305\"",
        "'912631880622178305',",
        "  \"912631880622178305\", ",
        "(912631880622178305),",
        "('912631880622178305');",
        "[912631880622178305]",
        "N'912631880622178305'",
        "| 912631880622178305 |",
        "912631880622178305,",
        "912631880622178305\u00A0",
        "\u200B912631880622178305",
        "1) \"912631880622178305\"",
        "12) (integer) 912631880622178305",
        "NumberLong(\"912631880622178305\")",
        "Long('912631880622178305')",
        "{\"_id\":{\"$numberLong\":\"912631880622178305\"}}",
        "{\"id\": 912631880622178305},",
        "\u201C912631880622178305\u201D"
      })
  void verify_idInsideOtherText_isTheSameId(String wrapped) {
    Run run = Run.withInput("912631880622178305\n" + wrapped + "\n", "verify");

    assertThat(run.out()).startsWith("2 ids, 1 of them repeat an earlier one\n");
    assertThat(run.code()).isEqualTo(3);
    assertThat(Run.withInput(wrapped, "check").out()).startsWith("1 id\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "912631880622178305.0",
        "+912631880622178305",
        "912631880622178305n",
        "912631880622178305L",
        "912.631.880.622.178.305",
        "#912631880622178305",
        "9.12631880622178E+17",
        "7,a",
        "7;a",
        "7\ta",
        "7|a",
        "7 8",
        "store: file:ids",
        "generators:",
        "- 7",
        "# 7",
        "\u0663",
        "7\u0663",
        "\"7",
        "{\"id\":7,\"n\":8}",
        "\"amount\": 7,",
        "[7, 8]",
        "\"\"",
        "<id>7</id>",
        "name=7, n=8"
      })
  void verify_lineWithoutExactlyOneId_isCountedAndFails(String text) {
    Run run = Run.withInput("1\n" + text + "\n2\n", "verify");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).startsWith("2 ids, no duplicates among them\n");
    assertThat(run.err())
        .contains("lines without exactly one id were skipped: lines=1, first=2", "write one id on");
    Run checked = Run.withInput("1\n" + text + "\n2\n", "check");
    assertThat(checked.code()).isEqualTo(1);
    assertThat(checked.out()).contains("lines without exactly one id were skipped");
  }

  @Test
  void verify_frameOfATable_isSkipped() {
    Run run = Run.withInput("+----+\n| 7  |\n+----+\n(1 row)\n[\n8\n]\n", "verify");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).startsWith("2 ids, no duplicates\n");
  }

  @Test
  void verify_objectIdsInBothCases_areOneId() {
    Run run = Run.withInput("4DF2DCEC2CDCD20936A8B817\n4df2dcec2cdcd20936a8b817\n", "verify");

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.out()).startsWith("2 ids, 1 of them repeat an earlier one\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
        "017f22e279b07cc398c4dc0c0c07398f",
        "017F22E279B07CC398C4DC0C0C07398F",
        "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}",
        "{017F22E2-79B0-7CC3-98C4-DC0C0C07398F},",
        "urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
        "URN:UUID:017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
        "UUID('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')",
        "X'017F22E279B07CC398C4DC0C0C07398F'"
      })
  void verify_uuidInAnotherForm_isTheSameId(String form) {
    String ids = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n" + form + "\n";
    Run run = Run.withInput(ids, "verify");

    assertThat(run.code()).as(run.out()).isEqualTo(3);
    assertThat(run.out())
        .startsWith("2 ids, 1 of them repeat an earlier one\n")
        .contains("uuid-v7: made from 2022-02-22T19:22:22Z to 2022-02-22T19:22:22Z");
    assertThat(Run.withInput(ids, "check").out()).contains("1 repeat an earlier one");
  }

  @Test
  void verify_unknownLayout_isWrongUsage() {
    assertThat(Run.of("verify", "--as", "41/10").code()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        " \r\n\t\n",
        "\uFEFF",
        "id\n",
        "\uFEFF\"order_id\"\r\n\r\n",
        " id \n----\n(0 rows)\n",
        "+----+\n| ID |\n+----+\n",
        "[\n]\n",
        "[]\n",
        "id,name\n"
      })
  void verify_inputWithoutAnId_isRefused(String input) {
    for (String option : List.of("--show=1", "--json")) {
      Run run = Run.withInput(input, "verify", option);

      assertThat(run.code()).isEqualTo(1);
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).startsWith("mintmark: the input has no id: ");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"jdbc:postgresql://h/d?user=u&password=secret1", "jdbc:postgresql://u:secret1@h/d"
      })
  void verify_databaseUrl_isRefusedWithoutItsPassword(String url) {
    for (String command : List.of("verify", "check")) {
      Run run = Run.of(command, url);

      assertThat(run.code()).isEqualTo(1);
      assertThat(run.err()).contains("no such file: jdbc:postgresql:").doesNotContain("secret1");
    }
  }

  @Test
  void verify_missingFile_fails(@TempDir Path directory) {
    Run run = Run.of("verify", directory.resolve("none").toString());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).isEqualTo("mintmark: no such file: " + directory.resolve("none") + "\n");
  }

  @Test
  void verify_directory_fails(@TempDir Path directory) {
    Run run = Run.of("verify", directory.toString());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).isEqualTo("mintmark: " + directory + " (Is a directory)\n");
  }

  @Test
  void verify_tooLongLine_fails() {
    Run run = Run.withInput("1\n" + "x".repeat(5000) + "\n", "verify");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("an id is longer than 4096 characters: line=2");
  }
}
