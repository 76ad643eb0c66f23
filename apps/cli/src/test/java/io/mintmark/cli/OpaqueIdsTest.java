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

/** Opaque ids on the command line: made, read by those who have the key, restored and refused. */
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
  void inspect_withTheKey_showsWhatTheIdWasMadeFrom() {
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
  void inspect_withoutTheKey_saysThatItIsHiddenAndNothingElse() throws IOException {
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
          .contains("only the key of its generator shows that")
          .doesNotContain("plain", "number ", "time ");
    }
    assertThat(run("inspect", user).out()).doesNotContain("snowflake:users");
  }

  /** Whoever looks at ids may have the key at another place than the service that makes them. */
  @Test
  void inspect_keyAtAnotherPlace_isReadFromTheFileThatIsNamed() throws IOException {
    String order = next("orders", 4).get(3);
    String bill = next("bills", 3).get(2);
    Path mine = Files.move(key, directory.resolve("mine"));

    Run read = run("inspect", order, bill, "--opaque-key-file", mine.toString());
    assertThat(read.err()).isEmpty();
    assertThat(read.out()).contains("plain  130").containsPattern("number +2\n");
  }

  /** All other ids can still be read. */
  @Test
  void inspect_keyThatIsMissingOrMalformed_saysWhatIsWrongWithItsFile() throws IOException {
    String order = next("orders", 1).get(0);
    String uuid = "919108f7-52d1-4320-9bac-f847db4148a8";
    Files.writeString(key, "no key, but a secret");
    Run malformed = run("inspect", order, uuid);
    Files.delete(key);
    Run missing = run("inspect", order, uuid);

    assertThat(malformed.out())
        .contains("only the key of its generator shows that; the file does not hold a random key")
        .contains("characters=20, file=" + key, "uuid-v4")
        .doesNotContain("secret");
    assertThat(missing.out()).contains("the key's file cannot be read: file=" + key, "uuid-v4");
    assertThat(malformed.err() + missing.err()).isEmpty();
  }

  @Test
  void inspect_keyThatIsNamedButOfNoUse_isRefused() throws IOException {
    String order = next("orders", 1).get(0);
    Path other = Files.writeString(directory.resolve("other"), "no key");
    Path none = directory.resolve("none");

    assertThat(run("inspect", order, "--opaque-key-file", other.toString()).err())
        .startsWith("mintmark: opaque key: the file does not hold a random key of 32, 48 or 64");
    assertThat(run("inspect", order, "--opaque-key-file", none.toString()).err())
        .startsWith("mintmark: opaque key: the key's file cannot be read: file=" + none);
    Run alone = Run.of("inspect", order, "--opaque-key-file", key.toString());
    assertThat(alone.code()).isEqualTo(2);
    assertThat(alone.err()).contains("--opaque-key-file goes with --config");
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
        Files.readString(config) + "  more: {type: snowflake, scope: m, opaque-key-file: " + other
            + "}\n");
    assertThat(run("inspect", order, "--opaque-key-file", key.toString()).err())
        .contains("generators have several keys", key.toString(), other.toString());
    Files.writeString(config, "generators:\n  plain: {type: sequence}\n");
    assertThat(run("inspect", order, "--opaque-key-file", key.toString()).err())
        .contains("no generator has an opaque-key-file");
  }

  @Test
  void range_ofOpaqueIds_isRefused() {
    assertThat(
            run("range", "users", "--from", "2026-01-01", "--to", "2026-01-02").err())
        .contains("opaque ids have no order of time, so no range holds a span: kind=users");
  }

  /** What is read as a plain number would leave the line far too high, or too low. */
  @Test
  void raise_byOpaqueIdsThatWereFound_goesPastTheHighestNumberAndNotThePrintedOne()
      throws IOException {
    next("orders", 2);
    next("bills", 2);
    Path data = directory.resolve("data");
    Path backup = Files.createDirectory(directory.resolve("backup"));
    try (Stream<Path> files = Files.list(data)) {
      for (Path file : files.toList()) {
        Files.copy(file, backup.resolve(file.getFileName()));
      }
    }
    Path orders = Files.write(directory.resolve("orders.txt"), next("orders", 7));
    Path bills = Files.write(directory.resolve("bills.txt"), next("bills", 9));
    Files.move(data, directory.resolve("lost"));
    Files.move(backup, data);

    Run raised = run(
        "lines",
        "raise",
        "--all",
        "--margin",
        "5",
        "--from-ids",
        "orders=" + orders,
        "--from-ids",
        "bills=" + bills);
    assertThat(raised.err()).isEmpty();
    assertThat(raised.out())
        .containsPattern("seq/orders +2 +14  the ids")
        .containsPattern("key/bills +2 +16  the ids");
    assertThat(next("orders", 100)).doesNotContainAnyElementsOf(Files.readAllLines(orders));
    assertThat(next("bills", 100)).doesNotContainAnyElementsOf(Files.readAllLines(bills));
  }

  @Test
  void adopt_counterAsAnOpaqueSequence_isRefused() {
    Run adopt = run("lines", "adopt", "test:5000,1,0#x", "orders");

    assertThat(adopt.code()).isEqualTo(1);
    assertThat(adopt.err())
        .contains("an opaque sequence cannot go on as a counter does", "a test's counter");
    assertThat(run("lines", "list").out()).doesNotContain("seq/orders");
  }
}
