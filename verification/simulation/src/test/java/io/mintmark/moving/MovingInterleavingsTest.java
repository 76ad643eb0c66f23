package io.mintmark.moving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.mintmark.Mintmark;
import io.mintmark.concurrency.StateSearch;
import io.mintmark.concurrency.StateSearch.Found;
import io.mintmark.error.Message;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.moving.MovingState.Without;
import io.mintmark.moving.ReplayedParty.By;
import io.mintmark.moving.ReplayedParty.Work;
import io.mintmark.moving.StoreCall.Side;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the product's code that copies a store's lines, in every interleaving with processes that
 * make ids. No id is made twice in the two stores together. If one step of the copy is left out,
 * some id is made twice.
 */
@Tag("long")
final class MovingInterleavingsTest {

  private static final System.Logger LOG =
      System.getLogger(MovingInterleavingsTest.class.getName());

  /**
   * A sequence whose line exists in the source before the copy begins. The line of {@code UNUSED}
   * does not exist yet, but its name is known there.
   */
  private static final String USED = "orders";

  private static final String UNUSED = "users";

  /** A process on the source creates a line that the copy may not have listed. */
  private static final Work NEW_ON_SOURCE = Work.on(Side.SOURCE, UNUSED);

  private static final List<Work> NEW_LINE = List.of(NEW_ON_SOURCE, Work.on(Side.TARGET, UNUSED));

  /** A process on the source passes the gate with its first id. */
  private static final List<Work> OLD_LINE =
      List.of(Work.on(Side.SOURCE, USED, USED), Work.on(Side.TARGET, USED));

  /** A process on the source moves an existing line, as for a worker number. */
  private static final List<Work> MOVED_LINE =
      List.of(Work.byMove(By.MOVE, USED), Work.on(Side.TARGET, USED));

  static Stream<List<Work>> onBothSides() {
    return Stream.of(NEW_LINE, OLD_LINE, MOVED_LINE);
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        arguments(Without.CLOSED_GATE, NEW_LINE),
        arguments(Without.ASKING_AT_THE_GATE, NEW_LINE),
        arguments(Without.LISTING_AGAIN, NEW_LINE),
        arguments(Without.SEALING, OLD_LINE),
        arguments(Without.RAISING, OLD_LINE),
        arguments(Without.PLACEHOLDER, OLD_LINE));
  }

  @ParameterizedTest
  @MethodSource("onBothSides")
  void run_processesClaimMeanwhile_everyStateHasDifferentIds(List<Work> processes) {
    assertNoRepeat(state(Without.NOTHING, processes, 0, 0));
  }

  @Test
  void run_killedAnywhereAndRunAgain_everyStateHasDifferentIds() {
    assertNoRepeat(state(Without.NOTHING, List.of(NEW_ON_SOURCE), 0, 1));
  }

  @ParameterizedTest
  @MethodSource("onBothSides")
  void run_processesClaimMeanwhile_oneStateHasAllIds(List<Work> processes) {
    Found found = StateSearch.from(state(Without.NOTHING, processes, 0, 0), MovingState::allIsMade);

    assertThat(found.trace()).isPresent();
  }

  static Stream<Arguments> large() {
    List<Work> refused = List.of(NEW_ON_SOURCE, Work.on(Side.SOURCE, USED, UNUSED));
    return Stream.of(
        arguments(refused, 0, 0),
        arguments(NEW_LINE, 0, 1),
        arguments(List.of(NEW_ON_SOURCE), 1, 1));
  }

  @ParameterizedTest
  @MethodSource("large")
  void run_refusedProcessesFaultsAndKills_everyStateHasDifferentIds(
      List<Work> processes, int faults, int kills) {
    assertNoRepeat(state(Without.NOTHING, processes, faults, kills));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void run_withoutOneStep_oneStateHasAnIdTwice(Without without, List<Work> processes) {
    Found found = StateSearch.from(state(without, processes, 0, 0), MovingState::repeats);

    assertThat(found.trace()).as("states=%s", found.states()).isPresent();
  }

  /** Another process creates the line after it was listed, and is refused at the gate. */
  @ParameterizedTest
  @EnumSource(names = "CLAIM", mode = EnumSource.Mode.EXCLUDE)
  void run_lineMovedWithoutTheGate_isSafeOnlyIfSeenBefore(By by) {
    List<Work> processes =
        List.of(NEW_ON_SOURCE, Work.byMove(by, UNUSED), Work.on(Side.TARGET, UNUSED));
    Found found = StateSearch.from(state(Without.NOTHING, processes, 0, 0), MovingState::repeats);

    assertThat(found.trace().isPresent()).isEqualTo(by == By.MOVE_SEEN_LATE);
  }

  private static void assertNoRepeat(MovingState first) {
    Found found = StateSearch.from(first, MovingState::repeats);
    LOG.log(
        System.Logger.Level.INFO,
        Message.of(
            "states={}, processes={}, faults={}, kills={}",
            found.states(),
            first.parties().size() - 1,
            first.faults(),
            first.kills()));
    assertThat(found.trace()).isEmpty();
    assertThat(found.states()).isGreaterThan(1_000);
  }

  private static MovingState state(Without without, List<Work> processes, int faults, int kills) {
    MemoryStore source = StoreState.empty();
    MemoryStore target = StoreState.empty();
    source.compareAndSet(StoreLines.IDENTITY, 0, TwoStores.SOURCE_IDENTITY);
    target.compareAndSet(StoreLines.IDENTITY, 0, TwoStores.TARGET_IDENTITY);
    try (Mintmark mint = ReplayedParty.open(source)) {
      long unused = mint.sequence(USED, s -> s.strict(true)).next();
    }
    String settings = "sequence first=1 step=1 strict";
    source.compareAndSet(SpecLine.of(UNUSED), 0, SpecLine.fingerprint(settings));
    source.annotate(SpecLine.of(UNUSED), settings);
    TwoStores stores = new TwoStores(StoreState.of(source), StoreState.of(target));
    return MovingState.of(without, stores, processes, faults, kills);
  }
}
