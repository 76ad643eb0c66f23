package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        .contains("not in order of their time, or show no time: kind=users");
  }

  @Test
  void adopt_counterAsAnOpaqueSequence_isRefused() {
    Run adopt = run("lines", "adopt", "test:5000,1#x", "orders");

    assertThat(adopt.code()).isEqualTo(1);
    assertThat(adopt.err())
        .contains("it needs a start above the counter, as it is opaque", "a test's counter");
    assertThat(run("lines", "list").out()).doesNotContain("seq/orders");
  }
}
