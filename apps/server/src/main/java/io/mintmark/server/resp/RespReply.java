package io.mintmark.server.resp;

import io.mintmark.error.Message;
import io.mintmark.server.net.AnswerCount;
import io.mintmark.server.net.RequestOutcome;
import io.mintmark.service.DrawnNumbers;
import io.mintmark.service.Problem;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A reply, which is written in the version of the protocol that its client uses. */
@FunctionalInterface
interface RespReply {

  /**
   * An upper bound, in bytes, for a type character with a length and line ends, for a number, and
   * for the null reply.
   */
  int AROUND_BYTES = 24;

  /** The reply to a successful command. */
  RespReply OK = simple("OK");

  /** The reply for an absent value. */
  RespReply NIL = (out, version) -> out.appendString(version < 3 ? "$-1\r\n" : "_\r\n");

  /**
   * Appends the reply.
   *
   * @param version the version of the protocol, 2 or 3
   */
  void writeTo(Buffer out, int version);

  /** Counts this reply, or the several replies that it represents. */
  default void count(AnswerCount to) {
    to.answered(RequestOutcome.OK, 1);
  }

  static RespReply simple(String text) {
    byte[] bytes = ("+" + text + "\r\n").getBytes(StandardCharsets.UTF_8);
    return (out, version) -> out.appendBytes(bytes);
  }

  /**
   * Makes an error. Clients read its first word as the code. Line ends in the text become spaces.
   */
  static RespReply error(String text) {
    return new RespFault(text, RequestOutcome.REFUSED);
  }

  /** Makes an error for a problem, with a code that Redis clients know. */
  static RespReply error(Problem problem) {
    String code = switch (problem.kind()) {
      case UNAUTHENTICATED -> "NOAUTH";
      case FORBIDDEN -> "NOPERM";
      case RATE_LIMITED -> "RATELIMITED";
      case IDEMPOTENCY_KEY_IN_USE -> "TRYAGAIN";
      default -> "ERR";
    };
    return new RespFault(
        code + " " + problem.detail(),
        problem.kind().isFailure() ? RequestOutcome.FAILED : RequestOutcome.REFUSED);
  }

  /** Makes the error for a wrong number of arguments, with Redis's text. */
  static RespReply wrongCount(RespCall call) {
    return error("ERR wrong number of arguments for '"
        + call.command().toLowerCase(Locale.ROOT)
        + "' command");
  }

  static RespReply number(long number) {
    return (out, version) -> out.appendString(":" + number + "\r\n");
  }

  /** Makes the reply for a number that was drawn. */
  static RespReply drawn(String name, long number, LargeNumbers large) {
    if (large.isAnInteger(number)) {
      return number(number);
    }
    return large == LargeNumbers.TEXT
        ? bulk(Long.toString(number))
        : error(Message.of(
            "ERR the number is above 2^53, which a client in JavaScript would round: name={},"
                + " number={}; it is burned; use database 1 (SELECT 1) or MINT.NEXT to get texts;"
                + " if all clients read 64 bits, set resp-large-numbers: integer in the server's"
                + " configuration",
            name,
            number));
  }

  /**
   * Makes the replies to a command that was sent several times: a number for each success, and an
   * error for each failure.
   */
  static RespReply numbers(String name, DrawnNumbers drawn, LargeNumbers large) {
    RespReply first = large.areIntegers(drawn)
        ? new RespNumbers(drawn)
        : sequence(IntStream.range(0, drawn.count())
            .mapToObj(i -> drawn(name, drawn.number(i), large))
            .toList());
    return drawn
        .failure()
        .map(cause -> sequence(List.of(first, errors(cause, drawn.missing()))))
        .orElse(first);
  }

  /** Makes the replies to a command that was sent several times and failed each time. */
  static RespReply errors(Throwable cause, int times) {
    return sequence(
        Stream.generate(() -> error(Problem.report(cause))).limit(times).toList());
  }

  /** Makes the replies to several commands. */
  static RespReply sequence(List<RespReply> replies) {
    return new RespSequence(replies);
  }

  static RespReply bulk(byte[] bytes) {
    return new RespBulk(bytes);
  }

  static RespReply bulk(String text) {
    return bulk(text.getBytes(StandardCharsets.UTF_8));
  }

  static RespReply list(List<RespReply> replies) {
    return new RespList(replies);
  }

  /** Makes a reply of names and values, in the map's order. */
  static RespReply map(Map<String, RespReply> entries) {
    return new RespMap(entries);
  }

  /** Appends a type character and the length that precedes a number of bytes or replies. */
  static void writeLength(Buffer out, char mark, int length) {
    var unused = out.appendString(mark + Integer.toString(length) + "\r\n");
  }

  /** Appends the end of a line. */
  static void writeEnd(Buffer out) {
    var unused = out.appendString("\r\n");
  }
}
