package io.mintmark.faults;

/** Among which calls the values of a kind promise to rise with time. */
enum Order {
  /** All of the generator, in whatever process. */
  ALL,

  /** Those of one process. */
  PROCESS,

  /** Those of one thread. */
  THREAD;

  /** Names the calls that one belongs to. */
  String group(String process, long thread) {
    return switch (this) {
      case ALL -> "all";
      case PROCESS -> "process " + process;
      case THREAD -> "thread " + thread + " of process " + process;
    };
  }
}
