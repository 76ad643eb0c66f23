package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.line.PastPositions;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.store.file.FileStore;
import io.mintmark.testkit.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests raising all lines of a store after a backup was restored. */
@Tag("long")
class RaiseAllTest {

  private static final String GENERATORS = """
      generators:
        invoices: {type: sequence, strict: true}
        tens: {type: sequence, start: 10, step: 10}
        users: {type: snowflake}
        orders: {type: key, format: "O{time:yyMMddHHmmssSSS}{worker:2}{seq:4}"}
        codes: {type: key, format: "C{seq:12}"}
        days: {type: key, format: "D{time:yyMMdd}{seq:8}", zone: UTC}
      """;

  private static final List<String> NAMES =
      List.of("invoices", "tens", "users", "orders", "codes", "days");

  @TempDir
  private Path directory;

  private Path data;
  private Path backup;

  @BeforeEach
  void configure() throws IOException {
    data = directory.resolve("data");
    backup = directory.resolve("backup");
    Files.writeString(directory.resolve("m.yaml"), GENERATORS);
  }

  private Run run(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of(
        "--data", data.toString(), "--config", directory.resolve("m.yaml").toString()));
    return Run.now(all.toArray(String[]::new));
  }

  private List<String> make(String name, int count) {
    Run made = run("next", name, "-n", Integer.toString(count));
    assertThat(made.code()).as(made.err()).isZero();
    return made.out().lines().toList();
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  private void restore() throws IOException {
    Files.move(data, directory.resolve("lost"));
    copy(backup, data);
  }

  @Test
  void raiseAll_restoredBackup_repeatsNoId() throws IOException {
    Map<String, List<String>> made = new HashMap<>();
    for (String name : NAMES) {
      made.computeIfAbsent(name, none -> new ArrayList<>()).addAll(make(name, 5));
    }
    copy(data, backup);
    for (String name : NAMES) {
      made.computeIfAbsent(name, none -> new ArrayList<>()).addAll(make(name, 50));
    }
    restore();
    assertThat(made.get("invoices")).containsAll(make("invoices", 1));
    String[] all = {"lines", "raise", "--all", "--margin", "50"};
    List<String> dry = new ArrayList<>(List.of(all));
    dry.add("--dry-run");

    String before = run("lines", "list").out();
    Run shown = run(dry.toArray(String[]::new));
    assertThat(shown.out())
        .contains("WOULD BE AT", "Nothing was changed.")
        .containsPattern("seq/invoices +6 +56  the margin alone")
        .containsPattern("seq/tens +5 +55  the margin alone")
        .containsPattern("key/codes +6 +56  the margin alone")
        .containsPattern("key/days +\\d+ +\\d+  the clock and the margin")
        .containsPattern("worker/orders/\\d+ +\\d+ +\\d+  the clock\n");
    assertThat(run("lines", "list").out()).isEqualTo(before);
    Run raised = run(all);

    assertThat(raised.code()).as(raised.err()).isZero();
    for (String name : NAMES) {
      made.computeIfAbsent(name, none -> new ArrayList<>()).addAll(make(name, 50));
      assertThat(made.get(name)).as(name).hasSize(105).doesNotHaveDuplicates();
    }
  }

  @Test
  void raiseAll_generatorsFirstUsedAfterTheBackup_repeatNoId() throws IOException {
    make("invoices", 1);
    copy(data, backup);
    List<String> made = new ArrayList<>();
    for (String name : List.of("tens", "codes", "users")) {
      made.addAll(make(name, 20));
    }
    restore();

    assertThat(run("lines", "raise", "--all", "--margin", "50").code()).isZero();

    for (String name : List.of("tens", "codes", "users")) {
      made.addAll(make(name, 20));
    }
    assertThat(made).hasSize(120).doesNotHaveDuplicates();
  }

  /** The backup lacks the line of the worker number, so the number looks unused. */
  @Test
  void raiseAll_clockBehindTheRestore_makesNoId() throws IOException {
    make("invoices", 1);
    copy(data, backup);
    List<String> made = make("users", 20);
    ManualTime time = new ManualTime(Instant.now().minusSeconds(60));
    restore();
    assertThat(run("lines", "raise", "--all", "--margin", "50").code()).isZero();

    try (Mintmark mint = Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .of(Mintmark.builder())
        .store(FileStore.open(data))
        .claimTimeout(Duration.ofMillis(100))
        .open()) {
      SnowflakeGenerator users = mint.snowflake("users");
      assertThatThrownBy(users::next).isInstanceOf(NoIdleWorkerException.class);
      time.advance(Duration.ofSeconds(62));
      assertThat(made).doesNotContain(Long.toString(users.next()));
    }
  }

  @Test
  void raiseAll_lastStoreOfAServer_raisesPastItsEnds() throws IOException {
    Files.writeString(
        directory.resolve("m.yaml"),
        GENERATORS
            .lines()
            .filter(line -> !line.contains("days"))
            .collect(Collectors.joining("\n")));
    make("invoices", 3);
    Path last = Files.writeString(
        directory.resolve("last-store"), "7 file:/a\n40 seq/invoices\n9 seq/gone\n");

    Run raised =
        run("lines", "raise", "--all", "--margin", "10", "--last-store", last.toString(), "--json");

    String workers = "(\"name\":\"worker/[^}]*\"next\":\")\\d+";
    assertThat(raised.out().replaceAll(workers, "$1TICK")).isEqualTo("""
            {"dryRun":false,"lines":[\
            {"name":"key/codes","before":"0","next":"11","reason":"margin"},\
            {"name":"seq/gone","before":"0","next":"19","reason":"server"},\
            {"name":"seq/invoices","before":"3","next":"50","reason":"server"},\
            {"name":"seq/tens","before":"0","next":"10","reason":"margin"},\
            {"name":"worker/orders/-","before":"0","next":"TICK","reason":"clock"},\
            {"name":"worker/users/-","before":"0","next":"TICK","reason":"clock"}]}
            """);
    assertThat(make("invoices", 1)).containsExactly("51");
  }

  @Test
  void raiseAll_unknownLines_areReportedAndUnchanged() {
    make("users", 1);
    try (FileStore store = FileStore.open(data)) {
      assertThat(store.claim("worker/others/0", 0, 5)).isZero();
    }

    Run raised = run("lines", "raise", "--all", "--margin", "10");

    assertThat(raised.code()).isEqualTo(1);
    assertThat(raised.out())
        .containsPattern(
            "worker/others/0 +5 +5  nothing: no generator of the configuration uses it")
        .containsPattern("worker/users/\\d+ +\\d+ +\\d+  the clock\n");
  }

  /** Nobody knows which numbers of past moments were given out after the backup. */
  @Test
  void raiseAll_idsOfPastMoments_givesUpTheirWorkerNumber() {
    assertThat(run("next", "users", "--at", "2024-05-06").code()).isZero();

    Run raised = run("lines", "raise", "--all", "--margin", "10");

    assertThat(raised.code()).as(raised.err()).isZero();
    assertThat(raised.out())
        .containsPattern("worker/users/1023 +9223372036854775805 +9223372036854775806  its worker"
            + " number makes no more ids for past moments")
        .containsPattern("backfill/users/1023/h\\d+ +1 +1  its worker");
    assertThat(run("next", "users", "--at", "2024-05-06").err())
        .contains("the last worker number has made ids", "limit workers");
    make("users", 1);
    assertThat(run("lines", "raise", "--all", "--margin", "10").code()).isZero();
  }

  /** The command's clock is fixed in the past, and the store has the host's clock. */
  @Test
  void raiseAll_wrongClock_isRefusedAndChangesNothing() {
    make("users", 1);
    String before = run("lines", "list").out();
    String config = directory.resolve("m.yaml").toString();
    Run raised = Run.of(
        "lines", "raise", "--all", "--margin", "1", "--data", data.toString(), "--config", config);
    assertThat(raised.code()).isEqualTo(1);
    assertThat(raised.err())
        .contains("this host's clock differs from the store's: aheadMs=-", "at most 60000");
    assertThat(run("lines", "list").out()).isEqualTo(before);
  }

  /** A number that has made ids must not be given to ids of past moments. */
  @Test
  void raise_usedWorkerNumberToItsRetirement_isRefused() throws IOException {
    String retired = Long.toString(PastPositions.RETIRED);
    try (FileStore store = FileStore.open(data)) {
      assertThat(store.claim("worker/users/3", 0, 5)).isZero();
    }
    assertThat(run("lines", "raise", "worker/users/3", retired).err())
        .contains("the worker number has made ids", "line=worker/users/3, position=5");
    assertThat(run("lines", "raise", "worker/users/4", retired, "--new").code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"codes", "days"})
  void raiseAll_keysFirstMadeAfterTheBackup_areCoveredByAMarginOfTheirCount(String name)
      throws IOException {
    make("invoices", 1);
    copy(data, backup);
    List<String> made = new ArrayList<>(make(name, 5));
    restore();
    assertThat(run("lines", "raise", "--all", "--margin", "5").code()).isZero();
    made.addAll(make(name, 5));
    assertThat(made).hasSize(10).doesNotHaveDuplicates();
  }

  @Test
  void raiseAll_dailyNumbersOfOneLine_areRaisedByTheMarginWithinTheDay() throws IOException {
    List<String> made = new ArrayList<>(make("days", 3));
    copy(data, backup);
    made.addAll(make("days", 5));
    restore();
    assertThat(run("lines", "raise", "--all", "--margin", "10").out())
        .containsPattern("key/days +\\d+00000004 +\\d+00000014  the clock and the margin");
    made.addAll(make("days", 1));
    assertThat(made).doesNotHaveDuplicates().last().asString().endsWith("00000014");

    assertThat(run("lines", "raise", "--all", "--margin", "1000000000").out())
        .containsPattern("key/days +\\d+00000015 +\\d+00000000  the clock and the margin");
  }

  /** A backup can lack the lines of worker numbers, so nobody knows which of the day were used. */
  @Test
  void raiseAll_dailyNumbersOfWorkers_areRaisedToTheNextDay() throws IOException {
    Files.writeString(directory.resolve("m.yaml"), """
        generators:
          parcels: {type: key, format: "P{time:yyMMdd}{worker:1}{seq:4}", zone: UTC}
        """);
    make("parcels", 3);
    assertThat(run("lines", "raise", "--all", "--margin", "10").out())
        .containsPattern("worker/parcels/0 +\\d+0004 +\\d+0000  the clock: the next id is made");
  }

  @Test
  void raiseAll_wrongArguments_areRefusedAndChangeNothing() throws IOException {
    make("invoices", 3);
    Path file = Files.writeString(directory.resolve("wrong"), "7\nseven\n");

    assertThat(run("lines", "raise").err()).contains("--all");
    assertThat(run("lines", "raise", "--all").err()).contains("--margin");
    assertThat(run("lines", "raise", "seq/a", "5", "--all", "--margin", "1").code())
        .isEqualTo(2);
    assertThat(run("lines", "raise", "--all", "--margin", "-1").err())
        .contains("out of range 0 to 1099511627776: --margin=-1");
    assertThat(run("lines", "raise", "--all", "--margin", "1", "--last-store", file.toString())
            .err())
        .contains("the file is not a server's last-store: --last-store=" + file);
    assertThat(run("lines", "list", "seq/").out()).containsPattern("seq/invoices +3 ");
  }
}
