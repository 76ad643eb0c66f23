package io.mintmark.server.http;

import java.util.Optional;

/** A request that is not taken; the answer says why. It tells of no place in the code. */
@SuppressWarnings("serial") // It never leaves the connection.
final class RefusedException extends RuntimeException {

  private final HttpReply reply;
  private final Optional<HttpFault> fault;

  RefusedException(HttpFault fault, String detail) {
    this(HttpReply.problem(fault, detail), Optional.of(fault), detail);
  }

  RefusedException(HttpReply reply) {
    this(reply, Optional.empty(), reply.body());
  }

  private RefusedException(HttpReply reply, Optional<HttpFault> fault, String detail) {
    super(detail, null, false, false);
    this.reply = reply;
    this.fault = fault;
  }

  /** Tells whether this is why. */
  boolean isFor(HttpFault wanted) {
    return fault.equals(Optional.of(wanted));
  }

  HttpReply reply() {
    return reply;
  }
}
