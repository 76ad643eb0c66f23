package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.cli.Finding.Group;
import io.mintmark.cli.ids.Severity;
import io.mintmark.generator.Description;
import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.key.KeyGenerator;
import io.mintmark.rigs.SmallDisk;
import io.mintmark.server.Server;
import io.mintmark.server.ServerSettings;
import io.mintmark.testkit.FaultyStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {

  @TempDir
  private Path directory;

  /** How long to wait for a note, which is written in the background. */
  private static final Duration NOTE_WRITTEN = Duration.ofSeconds(60);

  private final FaultyStore store = new FaultyStore();

  private List<Finding> examine(Description... generators) {
    Findings found = new Findings(Finding.Group.STORE);
    Doctor doctor = new Doctor(store, Terminal.ofProcess(), found);
    doctor.examine(List.of(generators));
    doctor.claim(Doctor.MANY_CLAIMS);
    return found.all();
  }

  private static Finding named(List<Finding> checks, String name) {
    return checks.stream()
        .filter(check -> check.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " in " + checks));
  }

  @Test
  void doctor_embeddedStore_findsNothingWrong() {
    Run run = Run.now("doctor", "--data", directory.toString());

    assertThat(run.out())
        .contains("store file:" + directory.toAbsolutePath())
        .contains("none yet: no server has used it")
        .contains("snowflake (snowflake)")
        .contains("time ends 20")
        .endsWith("Nothing is wrong.\n");
    assertThat(run.code()).isZero();
  }

  @Test
  void doctor_problemFound_exitsWithOneAndShowsTheRemedy() {
    // The clock of this run stands still, and the engine's clock does not.
    Run run = Run.of("doctor", "--data", directory.toString());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .contains("fail  clock: the clocks of this host and of the engine")
        .endsWith("Wrong: 1.\n");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void doctor_directoryOfARunningServer_callsTheServer() {
    try (Server server = Server.builder()
        .dataDirectory(directory)
        .http("127.0.0.1:0")
        .resp("127.0.0.1:0")
        .set(ServerSettings.DRAIN, Duration.ofMillis(100))
        .start()) {
      Run run = Run.of("doctor", "--claims", "--json", "--data", directory.toString());

      assertThat(run.err()).isEmpty();
      Map<?, ?> answer = (Map<?, ?>) run.json();
      assertThat(answer.get("where")).isEqualTo("server " + server.url());
      assertThat(String.valueOf(answer.get("checks")))
          .contains("name=ready, value=yes, level=ok")
          .contains("group=store, name=store, value=file:" + directory.toAbsolutePath())
          .contains("name=identity, value=")
          .contains("none twice; the line is at")
          .doesNotContain("none yet");
    }
  }

  @Test
  @Tag("long")
  @Tag("fault")
  void doctor_serverWhoseDiskIsFull_exitsWithOne() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 3);
        Server server = Server.builder()
            .dataDirectory(disk.directory().resolve("data"))
            .http("127.0.0.1:0")
            .resp("127.0.0.1:0")
            .set(ServerSettings.DRAIN, Duration.ofMillis(100))
            .start()) {
      disk.fill();
      Run run = Run.now("doctor", "--claims", "--server", server.url());

      assertThat(run.code()).as(run.out()).isEqualTo(1);
      assertThat(run.out()).contains("fail  claims");
      disk.free();
    }
  }

  @Test
  void examine_healthyStore_reportsTheFindings() {
    try (Mintmark mint = Mintmark.open((LineStore) store)) {
      long unused =
          mint.snowflake("users", s -> s.window(Duration.ofMinutes(5))).next();
      long start = System.nanoTime();
      while (store
          .line(SpecLine.of("worker/users"))
          .filter(is -> !is.note().isEmpty())
          .isEmpty()) {
        assertThat(System.nanoTime() - start).isLessThan(NOTE_WRITTEN.toNanos());
        Thread.onSpinWait();
      }
      List<Finding> checks = examine(mint.snowflake("users").describe());

      assertThat(checks).allMatch(check -> check.level() == Severity.OK);
      assertThat(named(checks, "users").value()).isEqualTo("1 held now, 0 idle");
      assertThat(named(checks, "claims").value()).matches("p50 .* ms, p99 .* ms of \\d+");
      assertThat(named(checks, "clock").value()).matches("engine [+-]\\d+ ms \\(±\\d+ ms\\)");
      assertThat(store.position(StoreLines.DOCTOR)).isBetween(9L, 200L);
    }
  }

  @Test
  void examine_riskyEngineSettings_areProblems() {
    store.setDurability(new Durability(List.of(
        Durability.Setting.good("fsync", "on"),
        new Durability.Setting("sync", "off", "the last second"))));
    store.setCanLoseAcknowledgedWrites(true);

    List<Finding> checks = examine();

    assertThat(named(checks, "fsync").level()).isEqualTo(Severity.OK);
    assertThat(named(checks, "sync").problem()).contains("the last second");
    assertThat(named(checks, "may lose acknowledged claims").value()).isEqualTo("yes");
    assertThat(named(checks, "may lose acknowledged claims").level()).isEqualTo(Severity.WARN);

    store.setCanLoseAcknowledgedWrites(false);
    assertThat(named(examine(), "may lose acknowledged claims").value()).isEqualTo("yes");
    store.setDurability(Durability.NOTHING_READ);
    assertThat(named(examine(), "may lose acknowledged claims"))
        .isEqualTo(new Finding(Group.STORE, "may lose acknowledged claims", "no", Severity.OK, ""));
  }

  @Test
  void examine_clockSkew_isAProblemButAMissingClockIsNot() {
    store.setClockOffset(Duration.ofSeconds(-7));
    assertThat(named(examine(), "clock").problem()).contains("differ by over 5 s");
    store.setClockOffset(Duration.ofSeconds(4));
    assertThat(named(examine(), "clock").problem()).isEmpty();
    store.setClockless(true);
    assertThat(named(examine(), "clock").value()).isEqualTo("the engine has none");
  }

  @Test
  void examine_storeDown_failsEachCheck() {
    store.setDown(true);

    List<Finding> checks = examine();

    assertThat(named(checks, "identity").level()).isEqualTo(Severity.FAIL);
    assertThat(named(checks, "claims").value()).isEqualTo("failed");
    assertThat(named(checks, "claims").problem()).isNotEmpty();
    assertThat(named(checks, "workers").level()).isEqualTo(Severity.FAIL);
  }

  @Test
  void examine_storeLosesClaimsDuringTheCheck_isDetected() {
    store.afterDelivery(() -> {
      if (store.calls() == 20) {
        store.rewind(5);
      }
    });

    assertThat(named(examine(), "claims read back").problem())
        .contains("hands positions out twice");
  }

  @Test
  void examine_sequenceNearItsEnd_isAProblem() {
    try (Mintmark mint = Mintmark.open((LineStore) store)) {
      Description sequence =
          mint.sequence("tickets", s -> s.maximum(1000).strict(true)).describe();
      long unused = store.claim("seq/tickets", 0, 899);
      assertThat(named(examine(sequence), "tickets (sequence)").level()).isEqualTo(Severity.OK);
      unused = store.claim("seq/tickets", 0, 50);
      assertThat(named(examine(sequence), "tickets (sequence)").problem()).contains("it ends soon");
    }
    Description warned = new Description("old", "snowflake", Map.of(), List.of("its time ends"));
    assertThat(named(examine(warned), "old (snowflake)").problem()).isEqualTo("its time ends");
  }

  @Test
  void examine_keysNearTheirEnd_areAProblem() {
    try (Mintmark mint = Mintmark.open((LineStore) store)) {
      KeyGenerator parcels = mint.keys("parcels", k -> k.format("P{seq:2}"));
      List<String> unused = parcels.nextTextBatch(88);
      assertThat(named(examine(parcels.describe()), "parcels (key)"))
          .isEqualTo(
              new Finding(Group.GENERATORS, "parcels (key)", "88.9 % used", Severity.OK, ""));
      unused = parcels.nextTextBatch(10);
      assertThat(named(examine(parcels.describe()), "parcels (key)").level())
          .isEqualTo(Severity.WARN);
      String last = parcels.next();
      assertThat(last).isEqualTo("P99");
      Finding up = named(examine(parcels.describe()), "parcels (key)");
      assertThat(up.level()).isEqualTo(Severity.FAIL);
      assertThat(up.problem()).contains("it is used up, and every call fails");
    }
  }

  @Test
  void examine_movedStore_showsTheNewStore() {
    store.compareAndSet(StoreLines.MOVED_TO, 0, 7);
    store.annotate(StoreLines.MOVED_TO, "redis://new");
    store.compareAndSet(StoreLines.GATE, 0, Long.MAX_VALUE);

    assertThat(named(examine(), "moved").problem()).contains("redis://new");
  }
}
