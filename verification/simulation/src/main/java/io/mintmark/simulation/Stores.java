package io.mintmark.simulation;

import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.store.StoreLines;
import java.util.List;
import java.util.stream.IntStream;

/** The store of a run, and the store that its lines are moved to in some runs. */
final class Stores {

  /**
   * The engine that all processes use at first. The target is the engine that the lines are moved
   * to.
   */
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

  /** Returns the engine that a fault affects. */
  Server of(PlannedFault fault) {
    return moves && fault.nanos() % 2 != 0 ? target : source;
  }

  /**
   * Whether the gate is closed: the line that each process claims on after its first write to
   * another line. From then on, no process uses lines that the source does not have yet.
   */
  boolean isGateClosed() {
    return moves && source.position(StoreLines.GATE) == Long.MAX_VALUE;
  }

  /** Records that a copy begins. */
  void copyBegins() {
    knewAllNames &= subjects.stream()
        .filter(subject -> subject.scope == Subject.Scope.STORE)
        .allMatch(subject -> IntStream.range(0, subject.generators)
            .allMatch(i -> source.position(SpecLine.of(subject.name(i))) != 0));
  }

  /**
   * Whether a process may start on the target. This is allowed when a copy has ended. It is allowed
   * earlier, when the copy can no longer be undone, unless a name was new when the copy began.
   * Users must not open a generator with such a name in both stores.
   */
  boolean isTargetUsable() {
    return moved || (knewAllNames && isGateClosed());
  }
}
