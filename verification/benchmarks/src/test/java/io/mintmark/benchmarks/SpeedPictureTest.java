package io.mintmark.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

final class SpeedPictureTest {

  private static final LocalDate DATE = LocalDate.of(2026, 11, 23);
  private static final int MAX_BYTES = 12 * 1024;

  private static final List<String> RUN = List.of(
      result("ObjectIds.bson", 20),
      result("ObjectIds.mintmark", 200),
      result("OrderedUuids.jug", 30),
      result("OrderedUuids.mintmark", 80),
      result("OrderedUuids.uuidCreator", 5),
      result("OrderedUuids.uuidCreatorPlus1", 25),
      result("SegmentedSequences.cosIdSegmentChain", 150),
      result("SegmentedSequences.mintmark", 300),
      result("TimeOrderedLongs.cosIdSnowflake", 24),
      result("TimeOrderedLongs.hypersistenceTsid", 25),
      result("TimeOrderedLongs.mintmark", 400),
      result("TimeOrderedLongs.tsidCreator", 26),
      result("TypeIdTexts.jugAndUlidCreator", 10),
      result("TypeIdTexts.mintmark", 16),
      result("TypeIdTexts.typeIdJava", 6));

  /** What JMH writes of a benchmark, in millions a second: two iterations, a tenth to each side. */
  private static String result(String benchmark, double speed) {
    return """
        {"jmhVersion": "1.37", "benchmark": "io.mintmark.benchmarks.%s", "mode": "thrpt",
         "threads": 1, "vmName": "OpenJDK <Server>", "vmVersion": "17.0.15",
         "primaryMetric": {"score": %s, "scoreError": "NaN", "scoreUnit": "ops/s",
           "rawData": [[%s], [%s]]}}
        """.formatted(benchmark, speed * 1e6, speed * 0.9e6, speed * 1.1e6);
  }

  private static String json(List<String> results) {
    return results.stream().collect(Collectors.joining(",", "[", "]"));
  }

  private static String drawn() {
    return SpeedPicture.draw(SpeedResults.parse(json(RUN)), "2 processors & more", DATE);
  }

  private static List<Element> elements(String svg, String name) throws Exception {
    NodeList found = DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)))
        .getElementsByTagName(name);
    return IntStream.range(0, found.getLength())
        .mapToObj(i -> (Element) found.item(i))
        .toList();
  }

  @Test
  void parse_ofARun_keepsMintmarkAndTheTwoFastestOthersOfEachKind() {
    SpeedResults results = SpeedResults.parse(json(RUN));

    assertThat(results.kinds())
        .extracting(kind -> kind.name()
            + kind.speeds().stream().map(SpeedResults.Speed::library).toList())
        .containsExactly(
            "64-bit ids with time[Mintmark Snowflake, tsid-creator, hypersistence TSID]",
            "numbers from segments[Mintmark sequence, CosId SegmentChainId]",
            "ObjectId[Mintmark ObjectId, org.bson]",
            "UUID version 7[Mintmark UUID 7, JUG, uuid-creator, plus 1]",
            "TypeID, as text[Mintmark TypeID, JUG and ulid-creator, typeid-java]");
    assertThat(results.kinds().get(2).speeds().get(0))
        .isEqualTo(new SpeedResults.Speed("Mintmark ObjectId", true, 200, 180, 220));
    assertThat(results.iterations()).isEqualTo(2);
  }

  @Test
  void draw_ofARun_hasABarInProportionForEachSpeed() throws Exception {
    List<Integer> bars = elements(drawn(), "rect").stream()
        .map(bar -> Integer.parseInt(bar.getAttribute("width")))
        .toList();

    assertThat(bars).hasSize(13);
    assertThat(bars)
        .containsExactlyElementsOf(
            IntStream.of(400, 26, 25, 300, 150, 200, 20, 80, 30, 25, 16, 10, 6)
                .mapToObj(speed -> (int) Math.round(speed * SpeedPicture.BARS_WIDTH / 440.0))
                .toList());
  }

  @Test
  void draw_ofARun_saysWhatWasMeasuredWhereAndWhen() throws Exception {
    List<String> texts =
        elements(drawn(), "text").stream().map(Element::getTextContent).toList();

    assertThat(texts)
        .contains("Mintmark Snowflake", "400 (360 to 440)", "uuid-creator, plus 1")
        .contains("2 processors & more, OpenJDK <Server> 17.0.15, JMH 1.37, 2026-11-23")
        .anySatisfy(text -> assertThat(text)
            .contains("mean of 2 seconds on one thread")
            .endsWith("Command: " + SpeedPicture.COMMAND));
  }

  @Test
  void parse_withoutMintmarkOrWithoutOthers_namesTheKind() {
    assertThatThrownBy(() -> SpeedResults.parse(json(RUN.subList(0, 11).stream()
            .filter(result -> !result.contains("SegmentedSequences.mintmark"))
            .toList())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("results lack Mintmark or another library: kind=numbers from segments,"
            + " libraries=[CosId SegmentChainId]; nothing drawn");
    assertThatThrownBy(() -> SpeedResults.parse("[]"))
        .hasMessage("results lack Mintmark or another library: kind=64-bit ids with time,"
            + " libraries=[]; nothing drawn");
  }

  @Test
  void parse_ofAnotherMeasure_saysWhich() {
    assertThatThrownBy(() -> SpeedResults.parse(
            json(RUN.stream().map(result -> result.replace("ops/s", "us/op")).toList())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("result is not ids a second on one thread:"
            + " benchmark=io.mintmark.benchmarks.ObjectIds.bson, mode=thrpt, unit=us/op, threads=1;"
            + " nothing drawn");
  }

  @Test
  void parse_ofABenchmarkWithoutAName_namesIt() {
    assertThatThrownBy(() -> SpeedResults.parse(
            json(RUN.stream().map(result -> result.replace("jug", "newLibrary")).toList())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("benchmark has no name in the picture: class=UUID version 7,"
            + " method=newLibrary; nothing drawn");
  }

  @Test
  void picture_ofTheReadme_isOneThatThisDraws() throws Exception {
    Path root = Path.of("../..");
    String shown = Files.readString(root.resolve("docs/pictures/speed.svg"));

    assertThat(elements(shown, "style").get(0).getTextContent())
        .isEqualTo(elements(drawn(), "style").get(0).getTextContent())
        .contains("prefers-color-scheme: dark");
    assertThat(elements(shown, "title").get(0).getTextContent())
        .isEqualTo(elements(drawn(), "title").get(0).getTextContent());
    assertThat(elements(shown, "svg").get(0).getAttribute("role")).isEqualTo("img");
    assertThat(elements(shown, "text"))
        .extracting(Element::getTextContent)
        .contains("Mintmark Snowflake", "Mintmark sequence")
        .contains("Mintmark ObjectId", "Mintmark UUID 7");
    assertThat(shown.getBytes(UTF_8)).hasSizeLessThan(MAX_BYTES);
    assertThat(root.resolve(SpeedPicture.COMMAND)).isExecutable();
    assertThat(root.resolve("docs/benchmarks.md")).content().contains(SpeedPicture.COMMAND);
  }
}
