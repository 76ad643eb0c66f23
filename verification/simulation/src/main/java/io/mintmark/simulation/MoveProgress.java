package io.mintmark.simulation;

import java.util.List;

/** How far a world's lines have been moved to the other store. */
final class MoveProgress {

  private final Stores stores;
  private final List<Subject> subjects;
  private boolean knewAllNames = true;
  private boolean ended;

  MoveProgress(Stores stores, List<Subject> subjects) {
    this.stores = stores;
    this.subjects = subjects;
  }

  /** Notes that a copy begins. */
  void begins() {
    knewAllNames &= stores.knowsAll(subjects);
  }

  /** Notes that a copy has come to its end. */
  void ends() {
    ended = true;
  }

  /**
   * Whether a process may be started on the store that lines are moved to: when they are there, or
   * when a copy cannot go back, unless a name was new when it began. Users may not open such a one
   * in both stores.
   */
  boolean isTargetUsable() {
    return ended || (knewAllNames && stores.isGateClosed());
  }
}
