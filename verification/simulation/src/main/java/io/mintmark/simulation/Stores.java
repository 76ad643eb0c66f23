package io.mintmark.simulation;

import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.store.StoreLines;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The store of a world, and the one that its lines are moved to in some worlds.
 *
 * @param source where all processes begin
 * @param target where the lines go
 * @param moves whether they do
 */
record Stores(Server source, Server target, boolean moves) {

  /** All that something can befall. */
  List<Server> all() {
    return moves ? List.of(source, target) : List.of(source);
  }

  /** The one that a fault befalls. */
  Server of(PlannedFault fault) {
    return moves && fault.nanos() % 2 != 0 ? target : source;
  }

  /** Whether lines that the source does not have yet are used by nobody from now on. */
  boolean isGateClosed() {
    return moves && source.position(StoreLines.GATE) == Long.MAX_VALUE;
  }

  /** Whether the source has all names, so that none is new there while lines are moved. */
  boolean knowsAll(List<Subject> subjects) {
    return subjects.stream()
        .filter(subject -> subject.scope() == Subject.Scope.STORE)
        .allMatch(subject -> IntStream.range(0, subject.generators())
            .allMatch(i -> source.position(SpecLine.of(subject.name(i))) != 0));
  }
}
