package io.mintmark.faults;

import java.time.Duration;

/** What can befall one of the processes that draw. */
enum ProcessFault {
  HEAP_USED_UP(2_000),
  THREADS_INTERRUPTED(2_000),
  NO_FURTHER_THREAD(6_000),

  /** Past its window, so that another process takes its worker numbers. */
  STOPPED_IN_ITS_TRACKS(7_000),

  KILLED(1_000),
  CLOCK_5_S_BACK(Duration.ofSeconds(-5)),
  CLOCK_50_S_BACK(Duration.ofSeconds(-50)),

  /** More than is tolerated, so that other worker numbers are taken. */
  CLOCK_10_MINUTES_BACK(Duration.ofMinutes(-10)),

  CLOCK_3_S_AHEAD(Duration.ofSeconds(3)),

  /** More than a claim may be ahead of a store's clock. */
  CLOCK_20_S_AHEAD(Duration.ofSeconds(20)),

  REQUESTS_LOST(6_000),
  ANSWERS_LOST(6_000),
  REQUESTS_LATE(6_000),
  ANSWERS_LATE(6_000);

  private static final Duration LATE = Duration.ofMillis(700);
  private static final long STEP_LASTS_MS = 4_000;

  private final long lastsMs;
  private final Duration step;

  ProcessFault(long lastsMs) {
    this.lastsMs = lastsMs;
    this.step = Duration.ZERO;
  }

  ProcessFault(Duration step) {
    this.lastsMs = STEP_LASTS_MS;
    this.step = step;
  }

  long lastsMs() {
    return lastsMs;
  }

  /** Whether a process was started with what it takes. */
  boolean canBefall(DrawingProcess process) {
    return switch (this) {
      case NO_FURTHER_THREAD -> process.canBeRefusedThreads();
      case CLOCK_5_S_BACK,
          CLOCK_50_S_BACK,
          CLOCK_10_MINUTES_BACK,
          CLOCK_3_S_AHEAD,
          CLOCK_20_S_AHEAD -> process.clock().isPresent();
      case REQUESTS_LOST, ANSWERS_LOST, REQUESTS_LATE, ANSWERS_LATE ->
        process.namespace().isPresent();
      case HEAP_USED_UP, THREADS_INTERRUPTED, STOPPED_IN_ITS_TRACKS, KILLED -> true;
    };
  }

  /** Whether calls may outlast their timeout: the process cannot run, or lacks what it needs. */
  boolean starves() {
    return switch (this) {
      case HEAP_USED_UP, NO_FURTHER_THREAD, STOPPED_IN_ITS_TRACKS -> true;
      case THREADS_INTERRUPTED,
          KILLED,
          CLOCK_5_S_BACK,
          CLOCK_50_S_BACK,
          CLOCK_10_MINUTES_BACK,
          CLOCK_3_S_AHEAD,
          CLOCK_20_S_AHEAD,
          REQUESTS_LOST,
          ANSWERS_LOST,
          REQUESTS_LATE,
          ANSWERS_LATE -> false;
    };
  }

  /** Begins. It is for the caller to start another process in place of a killed one. */
  void strike(DrawingProcess process, long lastsMs, long seed) {
    switch (this) {
      case HEAP_USED_UP -> process.hogMemory(lastsMs);
      case THREADS_INTERRUPTED -> process.interruptThreads(lastsMs, seed);
      case NO_FURTHER_THREAD -> process.refuseThreads();
      case STOPPED_IN_ITS_TRACKS -> process.pause();
      case KILLED -> process.close();
      case CLOCK_5_S_BACK,
          CLOCK_50_S_BACK,
          CLOCK_10_MINUTES_BACK,
          CLOCK_3_S_AHEAD,
          CLOCK_20_S_AHEAD -> process.stepClock(step);
      case REQUESTS_LOST -> process.namespace().orElseThrow().loseRequests();
      case ANSWERS_LOST -> process.namespace().orElseThrow().loseAnswers();
      case REQUESTS_LATE -> process.namespace().orElseThrow().gateway().slowRequestsBy(LATE);
      case ANSWERS_LATE -> process.namespace().orElseThrow().gateway().slowAnswersBy(LATE);
    }
  }

  /** Ends. */
  void mend(DrawingProcess process) {
    switch (this) {
      case NO_FURTHER_THREAD -> process.grantThreads();
      case STOPPED_IN_ITS_TRACKS -> process.goOn();
      case CLOCK_5_S_BACK,
          CLOCK_50_S_BACK,
          CLOCK_10_MINUTES_BACK,
          CLOCK_3_S_AHEAD,
          CLOCK_20_S_AHEAD -> process.stepClock(Duration.ZERO);
      case REQUESTS_LOST, ANSWERS_LOST -> process.namespace().orElseThrow().mend();
      case REQUESTS_LATE ->
        process.namespace().orElseThrow().gateway().slowRequestsBy(Duration.ZERO);
      case ANSWERS_LATE -> process.namespace().orElseThrow().gateway().slowAnswersBy(Duration.ZERO);
      case HEAP_USED_UP, THREADS_INTERRUPTED, KILLED -> {}
    }
  }
}
