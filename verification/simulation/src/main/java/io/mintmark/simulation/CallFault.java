package io.mintmark.simulation;

/** The faults of one call of a process to the store. */
enum CallFault {
  NONE,
  /** The request never arrives. */
  LOSE_REQUEST,
  /** The engine does it, and the answer gets lost. */
  LOSE_REPLY,
  /**
   * The engine does it, answers, and fails over; if it can forget it lacks this write and maybe
   * more. The process stops when the answer arrives.
   */
  FORGET,
  /** It arrives a second time, later; nobody gets the second answer. */
  REPEAT,
  /** The request takes long on its way. */
  DELAY_REQUEST,
  /** The answer takes long on its way. */
  DELAY_REPLY,
  /** The process stops before it asks. */
  PAUSE_BEFORE,
  /** The process stops when the answer arrives. */
  PAUSE_AFTER,
  /** There is no memory for the request. */
  NO_MEMORY_ASKING,
  /** There is no memory for the answer, although the engine did what was asked. */
  NO_MEMORY_ANSWERED,
  /** The process ends when it has asked. */
  CRASH_ASKING,
  /** The process ends when the answer arrives. */
  CRASH_ANSWERED;

  /** Whether it matters only for a call that writes. */
  boolean isForWrites() {
    return this == LOSE_REPLY || this == REPEAT || this == FORGET;
  }
}
