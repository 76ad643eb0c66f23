package io.mintmark.faults;

/** Among which calls the values of a kind promise to rise with time. */
enum Order {
  /** All of the generator, in whatever process. */
  ALL,

  /** Those of one process, whatever thread made them: it has one generator of the kind. */
  PROCESS,

  /** No two calls. */
  NONE;

  /** Names the calls that one of a process belongs to. */
  String group(String process) {
    return switch (this) {
      case ALL -> "all";
      case PROCESS -> "process " + process;
      case NONE -> throw new IllegalStateException("no order among calls");
    };
  }
}
