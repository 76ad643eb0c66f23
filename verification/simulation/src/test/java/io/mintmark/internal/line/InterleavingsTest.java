package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.concurrency.StateSearch;
import io.mintmark.concurrency.StateSearch.Found;
import io.mintmark.error.Message;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.InterleavedEngine.Without;
import io.mintmark.internal.line.InterleavedState.Setup;
import io.mintmark.internal.line.ReplayedProcess.Program;
import io.mintmark.internal.line.ReplayedProcess.Resumed;
import io.mintmark.internal.line.ReplayedProcess.Work;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs the product's code that claims worker numbers, in every interleaving of two processes, a
 * network and an engine. No position is ever owned twice. If one of the necessary steps is left
 * out, some position is owned twice.
 */
@Tag("long")
final class InterleavingsTest {

  private static final System.Logger LOG = System.getLogger(InterleavingsTest.class.getName());

  /** This log gets a message in each state in which it is too early to take a number. */
  private static final Logger STORE_LOG = Logger.getLogger("io.mintmark.store");

  /** Half of the margin of an engine's clock. The longest window has two ticks. */
  private static final long TICK_MS = 5_000;

  private static final long CAPACITY = 1;
  private static final int PROCESSES = 2;
  private static final TickRules RULES = new TickRules(
      TickScale.of(0, TICK_MS), CAPACITY, 1L << 40, TICK_MS, 12 * TICK_MS, OnClockBehind.HOP);
  private static final ClockAheadRules SKEW =
      new ClockAheadRules(12 * TICK_MS, true, UnaryOperator.identity());

  @BeforeAll
  static void silence() {
    STORE_LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void speak() {
    STORE_LOG.setLevel(null);
  }

  @Test
  void claim_durableStore_everyStateHasDisjointWindows() {
    assertNoRepeat(state(lossless(2), 0, engine(2, 0, 0), 0));
  }

  /** Other processes take over the number of a process that is stopped before a call of its own. */
  @Test
  void claim_processPausedDuringATakeover_isAmongTheStates() {
    InterleavedState first = state(lossless(2), 0, engine(2, 0, 0), 0);

    assertThat(
            StateSearch.from(first, InterleavedState::isPausedDuringATakeover).trace())
        .isPresent();
  }

  @ParameterizedTest
  @CsvSource({"2, 1, 0", "1, 1, 1"})
  void claim_networkFaultsAndACrash_everyStateHasDisjointWindows(
      int claims, int faults, int crashes) {
    assertNoRepeat(state(lossless(claims), 0, engine(2, faults, 0), crashes));
  }

  @Test
  void claim_lossyEngine_everyStateHasDisjointWindows() {
    assertNoRepeat(state(lossy(), 5, engine(1, 0, 1), 0));
  }

  @ParameterizedTest
  @EnumSource(names = {"MAXIMUM", "COMPARISON"})
  void claim_storeLosesWrites_oneStateHasOverlappingWindows(Without without) {
    assertRepeat(InterleavedState.of(
        new Setup(lossless(2), without, Resumed.TOLD, 0), engine(2, 0, 0), PROCESSES, 0, 0));
  }

  @ParameterizedTest
  @EnumSource(names = {"BEGINNING", "LIVES"})
  void claim_undetectedLoss_oneStateHasOverlappingWindows(Without without) {
    assertRepeat(InterleavedState.of(
        new Setup(lossy(), without, Resumed.TOLD, 6), engine(1, 0, 1), PROCESSES, 0, 0));
  }

  /** Two processes with different settings. One of them may hold a window or be idle. */
  @Test
  void claim_otherSettingsOnALossyEngine_windowsAreDisjoint() {
    assertNoRepeat(settings(Without.NOTHING));
  }

  @ParameterizedTest
  @EnumSource(names = {"SETTINGS", "BEGINNING"})
  void claim_otherSettingsUnread_windowsOverlap(Without without) {
    assertRepeat(settings(without));
  }

  /** One process that is resumed twice from a snapshot, which is taken at any moment. */
  @ParameterizedTest
  @CsvSource({"MAKE_FROM_WINDOWS, 2, 0", "MAKE_ONE_BY_ONE, 3, 1"})
  void make_resumedTwiceFromASnapshot_everyStateHasDifferentIds(Work work, int ids, int faults) {
    assertNoRepeat(snapshots(work, ids, 1, faults, Resumed.TOLD, 1));
  }

  @ParameterizedTest
  @CsvSource({
    "MAKE_FROM_WINDOWS, 2, 1, 1, 1",
    "MAKE_ONE_BY_ONE, 2, 2, 1, 1",
    "MAKE_ONE_BY_ONE, 4, 1, 2, 1"
  })
  void make_processesResumedTwiceUnderFaults_everyStateHasDifferentIds(
      Work work, int ids, int processes, int faults, int snapshots) {
    assertNoRepeat(snapshots(work, ids, processes, faults, Resumed.TOLD, snapshots));
  }

  @ParameterizedTest
  @EnumSource(names = "CLAIM", mode = EnumSource.Mode.EXCLUDE)
  void make_snapshotKeepsClaims_oneStateHasAnIdTwice(Work work) {
    assertRepeat(snapshots(work, 2, 1, 0, Resumed.UNTOLD, 1));
  }

  private static void assertNoRepeat(InterleavedState first) {
    Found found = StateSearch.from(first, InterleavedState::ownsTwice);
    LOG.log(
        System.Logger.Level.INFO,
        Message.of(
            "states={}, work={}, crashes={}, snapshots={}, {}",
            found.states(),
            first.setup().program().work(),
            first.crashes(),
            first.snapshots(),
            first.engine()));
    assertThat(found.trace()).isEmpty();
    assertThat(found.states()).isGreaterThan(1_000);
  }

  private static void assertRepeat(InterleavedState first) {
    Found found = StateSearch.from(first, InterleavedState::ownsTwice);
    assertThat(found.trace()).as("states=%s", found.states()).isPresent();
  }

  private static InterleavedState state(
      Program program, int lastTick, InterleavedEngine engine, int crashes) {
    Setup setup = new Setup(program, Without.NOTHING, Resumed.TOLD, lastTick);
    return InterleavedState.of(setup, engine, PROCESSES, crashes, 0);
  }

  private static InterleavedState snapshots(
      Work work, int ids, int processes, int faults, Resumed resumed, int snapshots) {
    Program program = new Program(work, RULES, windows(2, 2), 2, ids, false, "");
    Setup setup = new Setup(program, Without.NOTHING, resumed, 0);
    return InterleavedState.of(setup, engine(2, faults, 0), processes, 0, snapshots);
  }

  private static InterleavedEngine engine(int workers, int faults, int losses) {
    return new InterleavedEngine(
        Collections.nCopies(workers, 0L), List.of(), 0, 0, 0, faults, losses);
  }

  private static Program lossless(int claims) {
    return new Program(Work.CLAIM, RULES, windows(2, 2), 3, claims, false, "");
  }

  private static Program lossy() {
    return new Program(Work.CLAIM, RULES, windows(1, 1), 1, 2, true, "");
  }

  /**
   * One process takes a number and renews it, the other takes one. The first life began long ago.
   * The longest window has four ticks, so that it can be renewed.
   */
  private static InterleavedState settings(Without without) {
    Program first = program(0, 2, "one");
    InterleavedEngine engine =
        new InterleavedEngine(Collections.nCopies(3, 0L), List.of(), 0, 0, -10, 0, 1);
    return InterleavedState.of(
        new Setup(first, without, Resumed.TOLD, 5),
        engine,
        List.of(ReplayedProcess.started(first), ReplayedProcess.started(program(1, 1, "other"))));
  }

  private static Program program(int worker, int claims, String settings) {
    TickRules rules = new TickRules(
        TickScale.of(0, TICK_MS / 2), CAPACITY, 1L << 40, TICK_MS, 12 * TICK_MS, OnClockBehind.HOP);
    WindowRules windows = new WindowRules(
        worker,
        worker + 1,
        OptionalLong.empty(),
        new WindowRules.Ticks(4),
        SKEW,
        UnaryOperator.identity());
    return new Program(Work.CLAIM, rules, windows, 1, claims, true, settings);
  }

  private static WindowRules windows(int workers, long ticks) {
    return new WindowRules(
        0,
        workers,
        OptionalLong.empty(),
        new WindowRules.Ticks(ticks),
        SKEW,
        UnaryOperator.identity());
  }
}
