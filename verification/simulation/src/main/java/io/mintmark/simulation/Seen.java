package io.mintmark.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The ids of one process's generator. */
final class Seen {
  final Node node;

  /** The subject with the settings of its process. */
  final Subject settings;

  /** See {@link Subject.Draw}. */
  final LongSupplier openings;

  final IdSet own = new IdSet();
  final Map<Thread, Long> highestOfThreads = new HashMap<>();
  long highest = -1;

  /** Whether it has made ids. Its first use of a store that can forget may wait longer. */
  boolean hasMade;

  final Hops allowedHops;
  long hops;

  /** The line of the first id after the last hop. */
  String hoppedTo = "";

  /**
   * How often the clock had gone back, and a snapshot had been taken, when the last id was made.
   */
  int timesBack;

  long snapshots;

  final RareCalls rare;
  boolean rewound;
  long madeAtTheEnd;

  @Nullable
  Throwable lastFailure;

  /** Starts when a process has opened its generator. */
  Seen(Node node, Subject settings, LongSupplier openings) {
    NodeClock clock = node.host.clock;
    this.node = node;
    this.settings = settings;
    this.openings = openings;
    this.allowedHops = new Hops(clock, node.timesBackBefore, settings.hopsBeyondMs, node.opening());
    this.rare = new RareCalls(node, settings);
    this.timesBack = clock.timesBack();
    this.snapshots = node.host.snapshots;
  }

  void lookForHops(long nowNanos) {
    allowedHops.look(nowNanos - node.host.pausedNanos);
  }
}
