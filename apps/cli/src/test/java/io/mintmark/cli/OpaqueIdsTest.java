package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.opaque.OpaqueKey;
import io.mintmark.opaque.PublicUuids;
import io.mintmark.uuid.TypeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests opaque ids on the command line: making them, reading them with the key, restoring them, and
 * refusals.
 */
final class OpaqueIdsTest {

  @TempDir
  private Path directory;

  private Path key;
  private Path config;

  @BeforeEach
  void configure() throws IOException {
    key = Files.writeString(directory.resolve("key"), "00112233445566778899aabbccddeeff");
    config =
        Files.writeString(directory.resolve("mintmark.yaml"), """
        generators:
          orders: {type: sequence, start: 100, step: 10, maximum: 99999999999, opaque-key-file: KEY}
          users: {type: snowflake, opaque-key-file: KEY}
          links: {type: snowflake, prefix: ln, opaque-key-file: KEY}
          events: {type: uuid, prefix: ev}
          bills: {type: key, format: "B{seq:8}", opaque-key-file: KEY}
        """.replace("KEY", key.toString()));
  }

  private Run run(String... args) {
    return Run.of(Stream.concat(
            Stream.of(args),
            Stream.of(
                "--data", directory.resolve("data").toString(), "--config", config.toString()))
        .toArray(String[]::new));
  }

  private List<String> next(String name, int count) {
    return run("next", name, "-n", Integer.toString(count)).out().lines().toList();
  }

  @Test
  void inspect_withTheKey_showsThePlainId() {
    assertThat(run("inspect", next("orders", 4).get(3), "--as", "opaque:orders").out())
        .contains("Opaque id: orders", "plain  130");
    assertThat(run("inspect", next("bills", 3).get(2)).out())
        .contains("key:bills")
        .containsPattern("number +2\n");
    String shown =
        run("inspect", next("users", 1).get(0), "--as", "opaque:users").out();
    assertThat(shown).contains("Opaque id: users", "worker", "number").containsPattern("time +20");
    assertThat(shown).doesNotContain("HARDLY", "00112233");
  }

  @Test
  void inspect_withoutTheKey_showsThatTheIdIsHidden() throws IOException {
    String order = next("orders", 1).get(0);
    String user = next("users", 1).get(0);
    String bill = next("bills", 1).get(0);
    String link = next("links", 1).get(0);
    Files.delete(key);

    for (Run read : List.of(
        run("inspect", order, "--as", "opaque:orders"),
        run("inspect", user, "--as", "opaque:users"),
        run("inspect", link, "--as", "opaque:links"),
        run("inspect", bill))) {
      assertThat(read.out())
          .contains("readable only with its generator's key")
          .doesNotContain("plain", "number ", "time ");
    }
    assertThat(run("inspect", user).out()).doesNotContain("snowflake:users");
  }

  /** The key file may have another path on the host that inspects ids. */
  @Test
  void inspect_keyFileGiven_isRead() throws IOException {
    String order = next("orders", 4).get(3);
    String bill = next("bills", 3).get(2);
    Path mine = Files.move(key, directory.resolve("mine"));

    Run read = run("inspect", order, bill, "--opaque-key-file", mine.toString());
    assertThat(read.err()).isEmpty();
    assertThat(read.out()).contains("plain  130").containsPattern("number +2\n");
  }

  /** Other ids can still be inspected. */
  @Test
  void inspect_keyMissingOrMalformed_showsTheFileAndItsFault() throws IOException {
    String order = next("orders", 1).get(0);
    String uuid = "919108f7-52d1-4320-9bac-f847db4148a8";
    Files.writeString(key, "no key, but a secret");
    Run malformed = run("inspect", order, uuid);
    Files.delete(key);
    Run missing = run("inspect", order, uuid);

    assertThat(malformed.out())
        .contains("readable only with its generator's key; the file does not hold a random key")
        .contains("characters=20, file=" + key, "uuid-v4")
        .doesNotContain("secret");
    assertThat(missing.out()).contains("the key's file cannot be read: file=" + key, "uuid-v4");
    assertThat(malformed.err() + missing.err()).isEmpty();
  }

  @Test
  void inspect_keyFileUnusable_isRefused() throws IOException {
    String order = next("orders", 1).get(0);
    Path other = Files.writeString(directory.resolve("other"), "no key");
    Path none = directory.resolve("none");

    assertThat(run("inspect", order, "--opaque-key-file", other.toString()).err())
        .startsWith("mintmark: opaque key: the file does not hold a random key of 32, 48 or 64");
    assertThat(run("inspect", order, "--opaque-key-file", none.toString()).err())
        .startsWith("mintmark: opaque key: the key's file cannot be read: file=" + none);
    Run alone = Run.of("inspect", order, "--opaque-key-file", key.toString());
    assertThat(alone.code()).isEqualTo(2);
    assertThat(alone.err()).contains("--opaque-key-file needs --config");
    Run server = Run.of(
        "inspect",
        order,
        "--config",
        config.toString(),
        "--server",
        "http://h:1",
        "--opaque-key-file",
        key.toString());
    assertThat(server.err()).contains("the server has its own configuration");
    Files.writeString(
        config,
        Files.readString(config) + "  more: {type: snowflake, worker-pool: m, opaque-key-file: "
            + other + "}\n");
    assertThat(run("inspect", order, "--opaque-key-file", key.toString()).err())
        .contains("generators have several keys", key.toString(), other.toString());
    Files.writeString(config, "generators:\n  plain: {type: sequence}\n");
    assertThat(run("inspect", order, "--opaque-key-file", key.toString()).err())
        .contains("no generator has an opaque-key-file");
  }

  /**
   * Each reading shows the other UUID: the public one or the inner one, also for the UUID in a
   * TypeID.
   */
  @Test
  void inspect_publicUuids_showsPlainAndPublicUuid() {
    UUID id = UUID.fromString("019abc3c-2e80-7000-8000-0123456789ab");
    PublicUuids users = PublicUuids.of(OpaqueKey.fromFile(key), "users");
    UUID shown = users.hide(id);
    String typed = new TypeId("user", shown).toString();
    String[] options = {"--public-uuids", "users", "--opaque-key-file", key.toString()};

    for (String one : List.of(shown.toString(), typed)) {
      assertThat(Run.of(Stream.concat(Stream.of("inspect", one), Stream.of(options))
                  .toArray(String[]::new))
              .out())
          .startsWith("Public UUID: users (public-uuid:users)\n")
          .contains("time   2025-11-25T", "plain  " + id);
    }
    Run outside = Run.of(Stream.concat(Stream.of("inspect", id.toString()), Stream.of(options))
        .toArray(String[]::new));
    assertThat(outside.out()).contains("shown-as  " + shown, "UUID version 7");
    assertThat(run(
                "inspect",
                id.toString(),
                "--opaque-key-file",
                key.toString(),
                "--public-uuids",
                "users")
            .out())
        .as("beside a configuration")
        .contains("shown-as  " + shown);
    assertThat(run(
                "inspect",
                "ev_" + id,
                "--opaque-key-file",
                key.toString(),
                "--public-uuids",
                "users")
            .out())
        .as("behind a prefix")
        .contains("shown-as  " + shown);
  }

  @Test
  void inspect_publicUuidsOfAnotherKeyNameOrVersion_areDoubtedOrLeftOut() {
    UUID shown = UUID.fromString("41587d0b-4f17-4dfe-993c-cc544930c881");
    String[] options = {"--public-uuids", "orders", "--opaque-key-file", key.toString()};
    assertThat(Run.of(Stream.concat(Stream.of("inspect", shown.toString()), Stream.of(options))
                .toArray(String[]::new))
            .out())
        .containsPattern("public-uuid:orders .*its time is ahead: it has another key or name");
    for (String other : List.of(
        "c232ab00-9414-11ec-b3c8-9f6bdeced846", "41587d0b-4f17-4dfe-193c-cc544930c881", "12345")) {
      assertThat(Run.of(Stream.concat(Stream.of("inspect", other), Stream.of(options))
                  .toArray(String[]::new))
              .out())
          .doesNotContain("public-uuid");
    }
  }

  @Test
  void inspect_publicUuidsWithoutKeyOrName_isRefused() {
    String id = "41587d0b-4f17-4dfe-993c-cc544930c881";
    Run noKey = Run.of("inspect", id, "--public-uuids", "users");
    assertThat(noKey.code()).isEqualTo(2);
    assertThat(noKey.err()).contains("--public-uuids needs --opaque-key-file");
    Run noName =
        Run.of("inspect", id, "--public-uuids", "a b", "--opaque-key-file", key.toString());
    assertThat(noName.code()).isEqualTo(2);
    Run keyAsFile = Run.of(
        "inspect",
        id,
        "--public-uuids",
        "users",
        "--opaque-key-file",
        "00112233445566778899aabbccddeeff");
    assertThat(keyAsFile.code()).isEqualTo(1);
    assertThat(keyAsFile.err()).contains("its name looks like a key").doesNotContain("00112233");
  }

  /** A user wrote the key itself instead of the name of its file. */
  @Test
  void next_keyInPlaceOfItsFile_isNotPrinted() throws IOException {
    Files.writeString(
        config,
        Files.readString(config).replace(key.toString(), "00112233445566778899AABBCCDDEEFF"));
    Run run = run("next", "orders");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("its name looks like a key").doesNotContain("00112233");
  }

  @Test
  void range_ofOpaqueIds_isRefused() {
    assertThat(
            run("range", "users", "--from", "2026-01-01", "--to", "2026-01-02").err())
        .contains("opaque ids have no order of time, so no range of ids is a span of time:"
            + " kind=users");
  }

  @Test
  void adopt_counterAsAnOpaqueSequence_isRefused() {
    Run adopt = run("lines", "adopt", "test:5000,1,0#x", "orders");

    assertThat(adopt.code()).isEqualTo(1);
    assertThat(adopt.err())
        .contains("it needs a start above the counter, as it is opaque", "a test's counter");
    assertThat(run("lines", "list").out()).doesNotContain("seq/orders");
  }
}
