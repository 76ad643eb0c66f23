package io.mintmark.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What one process's generator has shown. */
final class Seen {
  final Node node;

  /** What it makes, with the settings that its process has. */
  final Subject settings;

  /** See {@link Subject.Draw}. */
  final LongSupplier openings;

  final IdSet own = new IdSet();
  final Map<Thread, Long> highestOfThreads = new HashMap<>();
  long highest = -1;

  final Hops allowedHops;
  long hops;

  /** The line of the first id after the last of these. */
  String hoppedTo = "";

  /** How often the clock had gone back when the last id was made, and a snapshot been taken. */
  int timesBack;

  long snapshots;

  boolean rewound;
  long madeAtTheEnd;

  @Nullable
  Throwable lastFailure;

  /**
   * Begins where a process has opened its generator.
   *
   * @param own it with the settings that the process has
   */
  Seen(Node node, Subject own, LongSupplier openings) {
    NodeClock clock = node.host().clock();
    this.node = node;
    this.settings = own;
    this.openings = openings;
    this.allowedHops = new Hops(clock, node.timesBackBefore(), own.hopsBeyondMs(), node.opening());
    this.timesBack = clock.timesBack();
    this.snapshots = node.host().snapshots();
  }

  boolean isRewound() {
    return rewound;
  }

  /** Nothing is promised of calls that do not wait. */
  long highestOfThread(boolean waits) {
    return waits ? highestOfThreads.getOrDefault(Thread.currentThread(), -1L) : -1;
  }
}
