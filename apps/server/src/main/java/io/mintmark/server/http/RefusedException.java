package io.mintmark.server.http;

/** A request that is not taken; the answer says why. It tells of no place in the code. */
@SuppressWarnings("serial") // It never leaves the connection.
final class RefusedException extends RuntimeException {

  private final HttpReply reply;

  RefusedException(HttpFault fault, String detail) {
    this(HttpReply.problem(fault, detail));
  }

  RefusedException(HttpReply reply) {
    super(reply.body(), null, false, false);
    this.reply = reply;
  }

  HttpReply reply() {
    return reply;
  }
}
