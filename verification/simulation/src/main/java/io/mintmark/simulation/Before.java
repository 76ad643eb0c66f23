package io.mintmark.simulation;

/** What stood before a call began. No record: two calls may begin alike, and are two. */
final class Before {
  final boolean waits;
  final long beganNanos;
  final long pausedNanos;
  final long highest;
  final long hops;
  final boolean rewound;
  final boolean closed;
  final long openings;

  Before(
      boolean waits,
      long beganNanos,
      long pausedNanos,
      long highest,
      long hops,
      boolean rewound,
      boolean closed,
      long openings) {
    this.waits = waits;
    this.beganNanos = beganNanos;
    this.pausedNanos = pausedNanos;
    this.highest = highest;
    this.hops = hops;
    this.rewound = rewound;
    this.closed = closed;
    this.openings = openings;
  }
}
