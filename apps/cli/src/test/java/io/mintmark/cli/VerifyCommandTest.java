package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class VerifyCommandTest {

  @Test
  void verify_distinctIds_exits0() {
    Run run = Run.withInput("3\n1\n2\n", "verify", "-");

    assertThat(run.code()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("""
        3 ids, no duplicates

        FORM    IDS  OUT OF ORDER  FIRST AT LINE  SMALLEST  GREATEST
        number    3             1              2  1         3
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
            "duplicates",
            1,
            "first",
            List.of(Map.of("id", "a", "line", 3, "firstLine", 1)),
            "forms",
            List.of(Map.of(
                "form",
                "text",
                "ids",
                3,
                "outOfOrder",
                1,
                "firstOutOfOrderLine",
                3,
                "smallest",
                "a",
                "greatest",
                "b",
                "inBothCases",
                false))));
  }

  @Test
  void verify_packedByGzip_isUnpacked_allItsMembersFromAPipe() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    for (String member : List.of("7\n8\n", "9\n7\n")) {
      try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
        gzip.write(member.getBytes(StandardCharsets.UTF_8));
      }
    }

    InputStream pipe = new ByteArrayInputStream(packed.toByteArray()) {
      @Override
      public synchronized int available() {
        return 0;
      }
    };
    Run run = Run.reading(pipe, "verify");

    assertThat(run.out()).startsWith("4 ids, 1 of them repeat an earlier one\n");
    assertThat(run.code()).isEqualTo(3);
  }

  @Test
  void verify_packedOtherwise_isRefused(@TempDir Path directory) throws IOException {
    Path zip = directory.resolve("ids.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("ids"));
      out.write("7\n7\n".getBytes(StandardCharsets.UTF_8));
    }
    Path utf16 =
        Files.writeString(directory.resolve("ids.txt"), "7\r\n7\r\n", StandardCharsets.UTF_16);

    for (Path file : List.of(zip, utf16)) {
      Run run = Run.of("verify", file.toString());
      assertThat(run.code()).as("%s", file).isEqualTo(1);
      assertThat(run.out()).isEmpty();
      assertThat(run.err())
          .contains("the input is no text with an id on each line: line=1, byte=0x");
    }
  }

  @Test
  void verify_gzipCutShort_fails() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write("7\n8\n9\n".getBytes(StandardCharsets.UTF_8));
    }
    byte[] cut = Arrays.copyOf(packed.toByteArray(), packed.size() - 12);

    Run run = Run.reading(new ByteArrayInputStream(cut), "verify");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void verify_objectIdsInBothCases_saysThatTheyWereComparedAsTheyStand() {
    Run run = Run.withInput("4DF2DCEC2CDCD20936A8B817\n4df2dcec2cdcd20936a8b817\n", "verify");

    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("tr A-F a-f < FILE | mintmark verify");
  }

  @Test
  void verify_unknownLayout_isWrongUsage() {
    assertThat(Run.of("verify", "--as", "41/10").code()).isEqualTo(2);
  }

  @Test
  void verify_nothing_isNoDuplicate() {
    assertThat(Run.withInput("", "verify").out()).isEqualTo("0 ids, no duplicates\n");
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
    assertThat(Run.of("verify", directory.toString()).err())
        .isEqualTo(
            "mintmark: a directory cannot be read as a file of ids:" + " FILE=" + directory + "\n");
  }

  @Test
  void verify_tooLongLine_fails() {
    Run run = Run.withInput("1\n" + "x".repeat(5000) + "\n", "verify");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("an id is longer than 4096 bytes: line=2");
  }

  @Test
  void verify_memoryOutOfRange_isWrongUsage() {
    Run run = Run.of("verify", "--memory", "0");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("out of range 1 to 1024: --memory=0");
  }
}
