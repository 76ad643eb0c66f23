package io.mintmark.simulation;

/** The faults of one call from a process to the store. */
enum CallFault {
  NONE,
  /** The request never arrives. */
  LOSE_REQUEST,
  /** The engine executes the request, and the reply is lost. */
  LOSE_REPLY,
  /**
   * The engine executes the request, replies, and fails over. If it can forget, it loses this write
   * and possibly earlier ones. The process stops when the reply arrives.
   */
  FORGET,
  /** The request arrives a second time, later. The second reply is dropped. */
  REPEAT,
  /** The request is slow. */
  DELAY_REQUEST,
  /** The reply is slow. */
  DELAY_REPLY,
  /** The process stops before it sends the request. */
  PAUSE_BEFORE,
  /** The process stops when the reply arrives. */
  PAUSE_AFTER,
  /** There is no memory for the request. */
  NO_MEMORY_ASKING,
  /** There is no memory for the reply, although the engine executed the request. */
  NO_MEMORY_ANSWERED,
  /** The process ends when it has sent the request. */
  CRASH_ASKING,
  /** The process ends when the reply arrives. */
  CRASH_ANSWERED;

  /** Whether it has an effect only on a call that writes. */
  boolean isForWrites() {
    return this == LOSE_REPLY || this == REPEAT || this == FORGET;
  }
}
