package io.mintmark.server.http;

/** A request is refused with a reply that has the reason. The exception has no stack trace. */
@SuppressWarnings("serial") // It never leaves the connection.
final class RefusedException extends RuntimeException {

  private final HttpReply reply;

  RefusedException(HttpReply reply) {
    super(reply.body(), null, false, false);
    this.reply = reply;
  }

  RefusedException(HttpFault fault, String detail) {
    this(HttpReply.problem(fault, detail));
  }

  HttpReply reply() {
    return reply;
  }
}
