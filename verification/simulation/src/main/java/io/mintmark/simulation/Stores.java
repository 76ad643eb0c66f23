package io.mintmark.simulation;

import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.store.StoreLines;
import java.util.List;
import java.util.stream.IntStream;

/** The store of a run, and the one that its lines are moved to in some runs. */
final class Stores {

  /** The engine that all processes use at first, and the one that the lines go to. */
  final Server source;

  final Server target;

  private final boolean moves;
  private final List<Subject> subjects;
  private boolean knewAllNames = true;

  /** Whether a copy has ended. */
  boolean moved;

  Stores(Server source, Server target, boolean moves, List<Subject> subjects) {
    this.source = source;
    this.target = target;
    this.moves = moves;
    this.subjects = subjects;
  }

  List<Server> all() {
    return moves ? List.of(source, target) : List.of(source);
  }

  /** The one that has a fault. */
  Server of(PlannedFault fault) {
    return moves && fault.nanos() % 2 != 0 ? target : source;
  }

  /** Whether from now on nobody uses lines that the source does not have yet. */
  boolean isGateClosed() {
    return moves && source.position(StoreLines.GATE) == Long.MAX_VALUE;
  }

  /** Notes that a copy begins. */
  void copyBegins() {
    knewAllNames &= subjects.stream()
        .filter(subject -> subject.scope == Subject.Scope.STORE)
        .allMatch(subject -> IntStream.range(0, subject.generators)
            .allMatch(i -> source.position(SpecLine.of(subject.name(i))) != 0));
  }

  /**
   * Whether a process may be started on the target: when the lines are there, or when a copy cannot
   * go back, unless a name was new when it began. Users may not open such a one in both stores.
   */
  boolean isTargetUsable() {
    return moved || (knewAllNames && isGateClosed());
  }
}
