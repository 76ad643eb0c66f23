package io.mintmark.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.line.ClaimThreads;
import io.mintmark.internal.line.Context;
import io.mintmark.rigs.ChildJvm;
import io.mintmark.rigs.FaultyDisk;
import io.mintmark.testkit.ManualTime;
import io.mintmark.time.ElapsedClock;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The state file of a fixed worker among processes, interrupts and failing disks. */
@Tag("fault")
class StateFileTest {

  private static final String SPEC = "settings";
  private static final String LINE = "worker/7";

  @TempDir
  Path folder;

  private Path file;

  @BeforeEach
  void place() {
    file = folder.resolve("state");
  }

  @AfterEach
  void notInterrupted() {
    Thread.interrupted();
  }

  @Test
  void open_anotherProcessHasTheFileForAMoment_triesAgainByTheClock() throws Exception {
    ManualTime time = new ManualTime(Instant.EPOCH);
    try (ChildJvm other = ChildJvm.of(Child.class, file.toString()).start()) {
      assertThat(other.hear()).isEqualTo("open");
      assertThatThrownBy(() -> new StateFile(file, SPEC, time.elapsed()))
          .hasMessageContaining("in use");
      assertThat(time.elapsed().nanos()).isEqualTo(9 * 20_000_000L);

      time.elapsed().callAfter(30_000_000, other::close);
      new StateFile(file, SPEC, time.elapsed()).close();
      assertThat(time.elapsed().nanos()).isEqualTo(11 * 20_000_000L);
    }
  }

  @Test
  void open_refusedTwiceAndReadHere_isStillRefusedElsewhere() throws Exception {
    try (StateFile state = new StateFile(file, SPEC, ElapsedClock.system())) {
      assertThatThrownBy(() -> new StateFile(file, SPEC, ElapsedClock.system()))
          .hasMessageContaining("in use");
      assertThat(Files.readAllBytes(file)).hasSize(48);
      try (ChildJvm other = ChildJvm.of(Child.class, file.toString()).start()) {
        assertThat(other.hear()).contains("in use");
      }
      assertThat(state.claim(LINE, 0, 5)).isZero();
    }
    try (ChildJvm other = ChildJvm.of(Child.class, file.toString()).start()) {
      assertThat(other.hear()).isEqualTo("open");
    }
  }

  @Test
  void open_byAnotherName_isRefused() throws Exception {
    Path link = folder.resolve("link");
    try (StateFile state = new StateFile(file, SPEC, ElapsedClock.system())) {
      Files.createSymbolicLink(link, file);
      assertThatThrownBy(() -> new StateFile(link, SPEC, ElapsedClock.system()))
          .hasMessageContaining("in use");
      Path hard = Files.createLink(folder.resolve("hard"), file);
      assertThatThrownBy(() -> new StateFile(hard, SPEC, ElapsedClock.system()))
          .hasMessageContaining("in use");
      assertThat(state.claim(LINE, 0, 5)).isZero();
    }
    assertThatThrownBy(() -> new StateFile(file, SPEC, ElapsedClock.system()))
        .hasMessageContaining("hard links");
    Files.delete(folder.resolve("hard"));
    new StateFile(file, SPEC, ElapsedClock.system()).close();
  }

  @Test
  void claim_fileRemovedOrReplaced_isRefused() throws Exception {
    Path copy = folder.resolve("copy");
    try (StateFile state = new StateFile(file, SPEC, ElapsedClock.system())) {
      assertThat(state.claim(LINE, 0, 5)).isZero();
      Files.copy(file, copy);
      Files.delete(file);
      assertThatThrownBy(() -> state.claim(LINE, 0, 5)).hasMessageContaining("gone or is another");
      Files.move(copy, file);
      assertThatThrownBy(() -> state.claim(LINE, 0, 5)).hasMessageContaining("gone or is another");
    }
  }

  @Test
  void claim_somethingElseHasWritten_isRefused() throws Exception {
    try (StateFile state = new StateFile(file, SPEC, ElapsedClock.system())) {
      assertThat(state.claim(LINE, 0, 5)).isZero();
      byte[] before = Files.readAllBytes(file);
      assertThat(state.claim(LINE, 0, 5)).isEqualTo(5);
      Files.write(file, before);

      assertThatThrownBy(() -> state.claim(LINE, 0, 5))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("something else has written");
    }
  }

  @Test
  void claim_interruptedThread_isAnsweredAndTheLockStays() {
    try (StateFile state = new StateFile(file, SPEC, ElapsedClock.system())) {
      Thread.currentThread().interrupt();
      assertThat(state.claim(LINE, 0, 5)).isZero();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(state.claim(LINE, 0, 5)).isEqualTo(5);
      try (ChildJvm other = ChildJvm.of(Child.class, file.toString()).start()) {
        assertThat(other.hear()).contains("in use");
      }
    }
  }

  @Test
  void open_interruptedThread_isOpened() {
    Thread.currentThread().interrupt();
    try (StateFile state = new StateFile(file, SPEC, ElapsedClock.system())) {
      assertThat(state.claim(LINE, 0, 5)).isZero();
    }
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void claim_fsyncFails_isRefusedAndGoesOnAboveWhenTheDiskDoes() throws Exception {
    FaultyDisk disk = FaultyDisk.compile(folder.resolve("rig"));
    try (ChildJvm child =
        ChildJvm.of(Child.class, file.toString()).with(disk::preload).start()) {
      assertThat(child.hear()).isEqualTo("open");
      assertThat(claim(child)).isEqualTo("0");
      disk.fail();
      assertThat(claim(child)).contains("cannot be used");
      assertThat(claim(child)).contains("cannot be used");
      disk.work();
      assertThat(claim(child)).isEqualTo("15");
    }
    try (StateFile state = new StateFile(file, SPEC, ElapsedClock.system())) {
      assertThat(state.claim(LINE, 0, 1)).isEqualTo(20);
    }
  }

  @Test
  void open_fsyncFails_isRefused() throws Exception {
    FaultyDisk disk = FaultyDisk.compile(folder.resolve("rig"));
    disk.fail();
    try (ChildJvm child =
        ChildJvm.of(Child.class, file.toString()).with(disk::preload).start()) {
      assertThat(child.hear()).contains("cannot be used");
    }
  }

  private static String claim(ChildJvm child) {
    child.tell("claim");
    return child.hear();
  }

  /** A window of a tick, so that each id is a claim. */
  @Test
  @Tag("long")
  void next_diskIsSlowOrFails_endsInTimeAndIdsComeOnceItIsWell() throws Exception {
    FaultyDisk disk = FaultyDisk.compile(folder.resolve("rig"));
    try (ChildJvm child =
        ChildJvm.of(Caller.class, file.toString()).with(disk::preload).start()) {
      assertThat(child.hear()).isEqualTo("open");
      for (int delayMs : new int[] {1, 10, 1_000}) {
        disk.slowDown(Duration.ofMillis(delayMs));
        assertThat(ask(child, 20_000)).as("%s ms", delayMs).isEqualTo("ids ids");
        hears(child, delayMs < 300 ? "ids ids" : "none none");
      }
      disk.fail();
      hears(child, "none none");
      disk.work();
      hears(child, "ids ids");
    }
  }

  /**
   * A claim that was under way may still end otherwise, as may one of a process that has to wait.
   */
  private static void hears(ChildJvm child, String expected) {
    String answer = "";
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!answer.equals(expected) && System.nanoTime() < end) {
      answer = ask(child, 300);
      assertThat(answer).doesNotContain("late");
    }
    assertThat(answer).isEqualTo(expected);
  }

  private static String ask(ChildJvm child, long timeoutMs) {
    child.tell(Long.toString(timeoutMs));
    return child.hear();
  }

  @Test
  void open_fileOfTheFirstVersion_goesOnAboveIt() throws Exception {
    Files.write(
        file,
        HexFormat.of()
            .parseHex("4d494e544d41524b0e8f89188d5afd0a00032a4f350720003b49445b2940130b"
                + "000000000000000034c96acdcadb1bbb"));
    try (StandaloneSnowflake generator =
        StandaloneSnowflake.open("alone", s -> s.worker(7).stateFile(file))) {
      assertThat(generator.next()).isGreaterThan(912327239402549249L);
    }
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs POSIX rights")
  void open_newFile_isForItsOwnerOnly() throws Exception {
    new StateFile(file, SPEC, ElapsedClock.system()).close();
    for (String name : new String[] {"state", "state.lock"}) {
      assertThat(Files.getPosixFilePermissions(folder.resolve(name)))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
    Files.move(file, folder.resolve("else"), StandardCopyOption.ATOMIC_MOVE);
    new StateFile(file, SPEC, ElapsedClock.system()).close();
  }

  /** Makes ids at two doors, each within the time that it is told. */
  static final class Caller {

    private static final long SLACK_MS = 30_000;

    private Caller() {}

    public static void main(String[] arguments) throws Exception {
      try (StandaloneSnowflake hasty = open(arguments[0] + "1", 300);
          StandaloneSnowflake patient = open(arguments[0] + "2", 20_000)) {
        System.out.println("open");
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          long timeoutMs = Long.parseLong(line);
          StandaloneSnowflake generator = timeoutMs == 300 ? hasty : patient;
          System.out.println(
              asked(timeoutMs, generator::next) + " " + asked(timeoutMs, () -> generator.next(20)));
        }
      }
    }

    private static StandaloneSnowflake open(String file, long timeoutMs) {
      return StandaloneSnowflake.open(
          "alone",
          new Context(
              InstantSource.system(),
              ElapsedClock.system(),
              true,
              new ClaimThreads(),
              Duration.ofMillis(timeoutMs),
              SplittableRandom::new),
          s -> s.worker(7).stateFile(Path.of(file)).window(Duration.ofMillis(1)));
    }

    private static String asked(long timeoutMs, Supplier<Object> door) {
      long startNanos = System.nanoTime();
      String answer = "ids";
      try {
        Object unused = door.get();
      } catch (StoreUnavailableException e) {
        answer = "none";
      }
      long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
      return tookMs < timeoutMs + SLACK_MS ? answer : answer + " late: tookMs=" + tookMs;
    }
  }

  /** What runs in the other JVM. */
  static final class Child {

    private Child() {}

    public static void main(String[] arguments) throws Exception {
      try (StateFile state = new StateFile(Path.of(arguments[0]), SPEC, ElapsedClock.system())) {
        System.out.println("open");
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (in.readLine() != null) {
          try {
            System.out.println(state.claim(LINE, 0, 5));
          } catch (StoreUnavailableException e) {
            System.out.println(e.getMessage());
          }
        }
      } catch (StoreUnavailableException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
