package io.mintmark.server.http;

import java.util.Optional;

/** A request is refused. The reply has the reason. The exception has no stack trace. */
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

  /** Returns whether the request was refused for the given reason. */
  boolean isFor(HttpFault wanted) {
    return fault.equals(Optional.of(wanted));
  }

  HttpReply reply() {
    return reply;
  }
}
