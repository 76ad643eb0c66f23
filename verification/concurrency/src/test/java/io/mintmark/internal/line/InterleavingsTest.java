package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.Message;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.InterleavedEngine.Without;
import io.mintmark.internal.line.ReplayedProcess.Program;
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
 * Claims of worker numbers by the real code, in every interleaving of two processes, a network and
 * an engine: no position is ever owned twice. Without one of the steps that this rests on, one is.
 */
final class InterleavingsTest {

  private static final System.Logger LOG = System.getLogger(InterleavingsTest.class.getName());

  /** Says of each state in which it is too early to take a number that it is. */
  private static final Logger STORE_LOG = Logger.getLogger("io.mintmark.store");

  /** Half of the margin of an engine's clock: a longest window has two of them. */
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
  void claim_storeThatKeepsItsWord_everyStateHasDisjointWindows() {
    assertNoRepeat(lossless(2), 0, engine(2, 0, 0), 0);
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource({"2, 1, 0", "1, 1, 1"})
  void claim_faultsOfTheNetworkAndACrash_everyStateHasDisjointWindows(
      int claims, int faults, int crashes) {
    assertNoRepeat(lossless(claims), 0, engine(2, faults, 0), crashes);
  }

  @Test
  @Tag("long")
  void claim_engineThatForgets_everyStateHasDisjointWindows() {
    assertNoRepeat(lossy(), 5, engine(1, 0, 1), 0);
  }

  @ParameterizedTest
  @EnumSource(names = {"MAXIMUM", "COMPARISON"})
  void claim_storeThatDoesNot_oneStateHasNot(Without without) {
    assertRepeat(new Interleavings(lossless(2), without, 0), engine(2, 0, 0));
  }

  @ParameterizedTest
  @Tag("long")
  @EnumSource(names = {"BEGINNING", "LIVES"})
  void claim_engineThatForgetsUnseen_oneStateHasNot(Without without) {
    assertRepeat(new Interleavings(lossy(), without, 6), engine(1, 0, 1));
  }

  private static void assertNoRepeat(
      Program program, int lastTick, InterleavedEngine engine, int crashes) {
    Interleavings search = new Interleavings(program, Without.NOTHING, lastTick);
    int states = search.search(engine, PROCESSES, crashes);
    LOG.log(
        System.Logger.Level.INFO, Message.of("states={}, crashes={}, {}", states, crashes, engine));
    assertThat(search.repeat()).isNull();
    assertThat(states).isGreaterThan(10_000);
  }

  private static void assertRepeat(Interleavings search, InterleavedEngine engine) {
    int states = search.search(engine, PROCESSES, 0);
    assertThat(search.repeat()).as("states=%s", states).isNotNull();
  }

  private static InterleavedEngine engine(int workers, int faults, int losses) {
    return new InterleavedEngine(
        Collections.nCopies(workers, 0L), List.of(), 0, 0, 0, faults, losses);
  }

  private static Program lossless(int claims) {
    return new Program(RULES, windows(2, 2), 3, claims, false);
  }

  private static Program lossy() {
    return new Program(RULES, windows(1, 1), 1, 2, true);
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
