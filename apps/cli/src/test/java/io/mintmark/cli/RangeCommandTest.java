package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.uuid.TypeId;
import io.mintmark.uuid.Uuids;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RangeCommandTest {

  private static Run range(String kind, String... more) {
    String[] args = new String[more.length + 6];
    System.arraycopy(
        new String[] {"range", kind, "--from", "2026-11-21", "--to", "2026-11-22"}, 0, args, 0, 6);
    System.arraycopy(more, 0, args, 6, more.length);
    return Run.of(args);
  }

  @Test
  void range_objectId_coversADayInTheZone() {
    Run run = range("objectid", "--zone", "Asia/Shanghai");

    assertThat(run.code()).isZero();
    assertThat(run.out()).isEqualTo("""
                        TIME                  ID
        from            2026-11-20T16:00:00Z  6b006e800000000000000000
        to (exclusive)  2026-11-21T16:00:00Z  6b01c0000000000000000000
        """);
  }

  @Test
  void range_uuid_hasVersion7() {
    assertThat(range("uuid").out()).contains("01a1fb67-1800-7000-8000-000000000000");
  }

  @Test
  void range_typeIdOfNoGenerator_hasVersion7AndNoPrefix() {
    TypeId first = new TypeId("", Uuids.parse("01a1fb67-1800-7000-8000-000000000000"));

    assertThat(range("typeid").out()).contains("  " + first);
  }

  @Test
  void range_typeId_hasVersion7AndThePrefix(@TempDir Path directory) throws IOException {
    Path config = Files.writeString(
        directory.resolve("mintmark.yaml"),
        "generators:\n  members: {type: typeid, prefix: member}\n");

    String ids = range("members", "--config", config.toString()).out();

    TypeId first = new TypeId("member", Uuids.parse("01a1fb67-1800-7000-8000-000000000000"));
    assertThat(ids).contains(first.toString());
  }

  @Test
  void range_prefixedIds_coverUuidsButNotNumbers(@TempDir Path directory) throws IOException {
    Path config = Files.writeString(directory.resolve("mintmark.yaml"), """
        generators:
          events: {type: uuid, prefix: ev, check-digit: true}
          users: {type: snowflake, prefix: user}
        """);

    assertThat(range("events", "--config", config.toString()).out())
        .contains("ev_01a1fb67-1800-7000-8000-000000000000");
    assertThat(range("users", "--config", config.toString()).err())
        .contains("not in order of their time, or show no time: kind=users");
  }

  @Test
  void range_presetAndConfigured_useTheirLayouts(@TempDir Path directory) throws IOException {
    Path config = Files.writeString(
        directory.resolve("mintmark.yaml"),
        "generators:\n  users: {type: snowflake, layout: twitter}\n");

    String preset = range("twitter").out();

    assertThat(preset).contains("from            2026-11-21T00:00:00Z  ");
    assertThat(range("users", "--config", config.toString()).out()).isEqualTo(preset);
    assertThat(range("snowflake").out()).isNotEqualTo(preset);
  }

  @ParameterizedTest
  @CsvSource({
    "objectid-legacy, objectid",
    "objectid-java-legacy, objectid",
    "uuid-v7, uuid",
    "snowflake:twitter, twitter",
    "snowflake:mintmark, snowflake"
  })
  void range_kindAsInspectPrintsIt_isAccepted(String printed, String kind) {
    assertThat(range(printed).code()).isZero();
    assertThat(range(printed).out()).isEqualTo(range(kind).out());
  }

  @Test
  void range_json_hasBothEnds() {
    assertThat(range("objectid", "--json").json())
        .isEqualTo(Map.of(
            "kind", "objectid",
            "fromTime", "2026-11-21T00:00:00Z",
            "toTime", "2026-11-22T00:00:00Z",
            "from", "6b00df000000000000000000",
            "to", "6b0230800000000000000000"));
  }

  @Test
  void range_kindMistyped_isSuggested() {
    Run run = range("objectdi");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("no such kind of id: kind=objectdi; did you mean objectid?");
  }

  @Test
  void range_unknownKind_namesEachKindOnce() {
    assertThat(range("nothing").err()).containsOnlyOnce(" objectid,").containsOnlyOnce("js-safe");
  }

  @Test
  void range_sequence_isRefused(@TempDir Path directory) throws IOException {
    Path config = Files.writeString(
        directory.resolve("mintmark.yaml"), "generators:\n  tail: {type: sequence}\n");

    Run run = range("tail", "--config", config.toString());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("or show no time: kind=tail");
  }

  @Test
  void range_reversed_fails() {
    Run run = Run.of("range", "objectid", "--from", "2026-11-22", "--to", "2026-11-21");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("the span is empty: from=2026-11-22T00:00:00Z");
  }

  @Test
  void range_noEnd_isWrongUsage() {
    assertThat(Run.of("range", "objectid", "--from", "2026-11-22").code()).isEqualTo(2);
  }
}
