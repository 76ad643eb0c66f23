package io.mintmark.moving;

import io.mintmark.concurrency.StateSearch;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.moving.ReplayedParty.Work;
import io.mintmark.moving.StoreCall.Claim;
import io.mintmark.moving.StoreCall.Listing;
import io.mintmark.moving.StoreCall.Move;
import io.mintmark.moving.StoreCall.Note;
import io.mintmark.moving.StoreCall.Read;
import io.mintmark.moving.StoreCall.Side;
import io.mintmark.moving.StoreCall.Write;
import io.mintmark.moving.TwoStores.Called;
import io.mintmark.store.Line;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One state of two stores, a copy from one to the other, and processes that make ids.
 *
 * <p>It continues in every possible way. The copy or a process makes its next call. The reply does
 * not arrive before the deadline, and the request arrives late or never. The copy is killed and run
 * again. A process starts on the source, and changes to the target when it learns that a line was
 * moved there. Or it starts on the target, as soon as the copy can no longer be undone.
 *
 * @param without the step that is left out
 * @param underway writes whose callers no longer wait, and which may still arrive
 * @param parties the copy, and then the processes
 * @param faults how many more times the network may lose a request or a reply
 * @param kills how many more times the copy may be killed
 */
record MovingState(
    Without without,
    TwoStores stores,
    List<Write> underway,
    List<ReplayedParty> parties,
    int faults,
    int kills)
    implements StateSearch.State<MovingState> {

  /** The step that is left out, to show that it is necessary. */
  enum Without {
    NOTHING,
    /** The copy does not close the source's gate. */
    CLOSED_GATE,
    /** Processes do not claim on the gate. */
    ASKING_AT_THE_GATE,
    /** The copy does not claim the source's lines to their end. */
    SEALING,
    /** The copy does not raise the target's lines. */
    RAISING,
    /**
     * The copy does not prevent processes from starting on the target before the lines are there.
     */
    PLACEHOLDER,
    /** The copy uses the listing that it made before the gate was closed. */
    LISTING_AGAIN
  }

  static MovingState of(
      Without without, TwoStores stores, List<Work> processes, int faults, int kills) {
    List<ReplayedParty> parties = new ArrayList<>();
    parties.add(ReplayedParty.started(Work.COPY));
    processes.forEach(each -> parties.add(ReplayedParty.started(each)));
    return new MovingState(without, stores, List.of(), parties, faults, kills);
  }

  @Override
  public String text() {
    return stores
        + parties.stream().map(Object::toString).sorted().collect(Collectors.joining("|"))
        + underway
        + faults
        + kills;
  }

  /** Whether an id was made twice. */
  boolean repeats() {
    Set<String> ids = new HashSet<>();
    return parties.stream().flatMap(party -> party.ids().stream()).anyMatch(id -> !ids.add(id));
  }

  /** Whether the copy has ended, and all processes have made all ids. */
  boolean allIsMade() {
    return parties.stream()
        .allMatch(party ->
            party.stop().isEmpty() && party.ids().size() == party.work().names().size());
  }

  @Override
  public void goOn(StateSearch.Steps<MovingState> steps) {
    Optional<StoreCall> copying = parties.get(0).stop().filter(this::concernsNobodyElse);
    if (copying.isPresent()) {
      step(0, copying.get(), steps);
      return;
    }
    for (int i = 0; i < parties.size(); i++) {
      Optional<StoreCall> stop = parties.get(i).stop();
      Side from = parties.get(i).work().from();
      if (stop.isPresent() && (from == Side.SOURCE || stores.mayUseTarget())) {
        step(i, stop.get(), steps);
      }
    }
    for (int i = 0; i < underway.size(); i++) {
      List<Write> others = new ArrayList<>(underway);
      Write late = others.remove(i);
      steps.to(
          () -> "arrives late: " + late,
          new MovingState(without, stores.call(late).stores(), others, parties, faults, kills));
    }
  }

  /**
   * Whether a call of the copy does not affect the processes, so that it is made at once. Only
   * copies move the target's reserved lines. A write of a killed copy may still arrive.
   */
  private boolean concernsNobodyElse(StoreCall call) {
    return (call instanceof Read read && read.line().equals(StoreLines.IDENTITY))
        || (call instanceof Note note && !LineName.isReserved(note.line()))
        || (call instanceof Move move
            && underway.isEmpty()
            && call.side() == Side.TARGET
            && LineName.isReserved(move.line()));
  }

  private void step(int i, StoreCall call, StateSearch.Steps<MovingState> steps) {
    ReplayedParty party = parties.get(i);
    Called called = isTakenAway(party, call)
        ? new Called(stores, granted(call))
        : heard(party, call, stores.call(call));
    steps.to(
        () -> trace(i, call) + " -> " + called.answer(),
        with(i, party.after(called.answer()), called.stores(), underway, faults, kills));
    if (faults > 0) {
      steps.to(
          () -> trace(i, call) + " -> no answer",
          with(
              i,
              party.after(new StoreUnavailableException("no answer")),
              stores,
              sent(call),
              faults - 1,
              kills));
    }
    if (party.work().isCopy() && kills > 0) {
      ReplayedParty again = party.again();
      steps.to(
          () -> "the copy is killed before " + call,
          with(i, again, stores, underway, faults, kills - 1));
      if (call instanceof Write) {
        steps.to(
            () -> "the copy is killed after it sent " + call,
            with(i, again, stores, sent(call), faults, kills - 1));
      }
    }
  }

  private static String trace(int i, StoreCall call) {
    return (i == 0 ? "the copy: " : "process " + i + ": ") + call;
  }

  private List<Write> sent(StoreCall call) {
    List<Write> more = new ArrayList<>(underway);
    if (call instanceof Write write) {
      more.add(write);
    }
    return more;
  }

  private MovingState with(
      int i,
      ReplayedParty changed,
      TwoStores after,
      List<Write> sent,
      int faultsLeft,
      int killsLeft) {
    List<ReplayedParty> all = new ArrayList<>(parties);
    all.set(i, changed);
    return new MovingState(without, after, sent, all, faultsLeft, killsLeft);
  }

  /** Whether a call is left out. Its caller gets the reply as if the call had been made. */
  private boolean isTakenAway(ReplayedParty party, StoreCall call) {
    boolean byCopy = party.work().isCopy();
    boolean atSource = call.side() == Side.SOURCE;
    boolean atGate = call instanceof Claim claim && claim.line().equals(StoreLines.GATE);
    return switch (without) {
      case NOTHING, LISTING_AGAIN -> false;
      case CLOSED_GATE -> byCopy && atGate;
      case ASKING_AT_THE_GATE -> !byCopy && atGate;
      case SEALING -> byCopy && atSource && call instanceof Claim && !atGate;
      case RAISING ->
        byCopy && !atSource && call instanceof Move move && move.line().startsWith("seq/");
      case PLACEHOLDER -> byCopy && call instanceof Move move && isPlaceholder(move);
    };
  }

  private static boolean isPlaceholder(Move move) {
    return move.line().startsWith(SpecLine.PREFIX) && SpecLine.isPlaceholder(move.next());
  }

  private static Object granted(StoreCall call) {
    return call instanceof Claim claim ? claim.atLeast() : true;
  }

  /**
   * Returns the reply to a call of the copy. With {@code LISTING_AGAIN}, once the gate is closed,
   * the reply to a listing of the source is the copy's previous listing.
   */
  private Called heard(ReplayedParty party, StoreCall call, Called called) {
    if (without != Without.LISTING_AGAIN
        || !party.work().isCopy()
        || !stores.isGateClosed()
        || !(call instanceof Listing listing)
        || listing.side() != Side.SOURCE
        || !listing.page().prefix().isEmpty()) {
      return called;
    }
    return party.answers().stream()
        .filter(MovingState::isOfSource)
        .reduce((earlier, later) -> later)
        .map(last -> new Called(called.stores(), last))
        .orElse(called);
  }

  private static boolean isOfSource(Object answer) {
    return answer instanceof List<?> lines
        && lines.stream()
            .map(Line.class::cast)
            .anyMatch(line -> line.name().equals(StoreLines.IDENTITY)
                && line.next() == TwoStores.SOURCE_IDENTITY);
  }
}
