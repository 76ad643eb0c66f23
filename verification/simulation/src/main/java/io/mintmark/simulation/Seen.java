package io.mintmark.simulation;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one process's generator has shown. */
final class Seen {
  final Node node;
  final boolean mayHop;
  final IdSet own = new IdSet();
  final Map<Thread, Long> highestOfThreads = new HashMap<>();
  long highest = -1;
  long stepsBackThen;

  /** How often it may still go over to another worker number, at its clock's time. */
  long hopsLeft;

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
  Seen(Node node, Subject own) {
    this.node = node;
    this.mayHop = own.mayHop();
    this.stepsBackThen = node.host().stepsBack();
    this.timesBack = node.host().clock().timesBack();
    this.snapshots = node.host().snapshots();
  }

  boolean isRewound() {
    return rewound;
  }

  /** Nothing is promised of calls that do not wait, or across worker numbers. */
  long highestOfThread(boolean waits) {
    return waits && !mayHop ? highestOfThreads.getOrDefault(Thread.currentThread(), -1L) : -1;
  }
}
