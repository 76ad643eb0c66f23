package io.mintmark.server.resp;

import io.mintmark.error.Message;
import io.mintmark.server.net.RequestOutcome;
import io.mintmark.service.DrawnNumbers;
import io.mintmark.service.Problem;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A reply, which is written in the version of the protocol that its client uses. */
sealed interface RespReply {

  /**
   * An upper bound, in bytes, for a type character with a length and line ends, for a number, and
   * for the null reply.
   */
  long AROUND_BYTES = 24;

  /** The first version of the protocol with maps, and with a null of its own. */
  int WITH_MAPS = 3;

  /**
   * Appends the reply.
   *
   * @param version the version of the protocol, 2 or 3
   */
  void writeTo(Buffer out, int version);

  /** Counts this reply, or the several replies that it represents. */
  default void count(ObjIntConsumer<RequestOutcome> to) {
    to.accept(RequestOutcome.OK, 1);
  }

  /**
   * A short text, a number or an error; or a number for each of several commands.
   *
   * @param text begins with the character of its type
   * @param times how many commands it answers
   */
  record Line(String text, RequestOutcome outcome, int times) implements RespReply {

    @Override
    public void writeTo(Buffer out, int version) {
      var unused = out.appendString(text).appendString("\r\n");
    }

    @Override
    public void count(ObjIntConsumer<RequestOutcome> to) {
      to.accept(outcome, times);
    }
  }

  /** Any bytes. */
  record Bulk(Buffer text) implements RespReply {

    @Override
    public void writeTo(Buffer out, int version) {
      var unused =
          out.appendString("$" + text.length() + "\r\n").appendBuffer(text).appendString("\r\n");
    }
  }

  /** An absent value. */
  record Nil() implements RespReply {

    @Override
    public void writeTo(Buffer out, int version) {
      var unused = out.appendString(version < WITH_MAPS ? "$-1\r\n" : "_\r\n");
    }
  }

  /**
   * A list, or names with their values. In version 2 of the protocol, the latter are a list too.
   *
   * @param items the items; each name is followed by its value
   */
  record Items(List<RespReply> items, boolean arePairs) implements RespReply {

    @Override
    public void writeTo(Buffer out, int version) {
      boolean isMap = arePairs && version >= WITH_MAPS;
      var unused = out.appendString((isMap ? "%" + items.size() / 2 : "*" + items.size()) + "\r\n");
      items.forEach(item -> item.writeTo(out, version));
    }
  }

  /** The replies to a command that was sent several times. */
  record Several(List<RespReply> replies) implements RespReply {

    @Override
    public void writeTo(Buffer out, int version) {
      replies.forEach(reply -> reply.writeTo(out, version));
    }

    @Override
    public void count(ObjIntConsumer<RequestOutcome> to) {
      replies.forEach(reply -> reply.count(to));
    }
  }

  /** Makes the reply to a successful command. */
  static RespReply ok() {
    return simple("OK");
  }

  /** Makes the reply for an absent value. */
  static RespReply nil() {
    return new Nil();
  }

  static RespReply simple(String text) {
    return new Line("+" + text, RequestOutcome.OK, 1);
  }

  static RespReply number(long number) {
    return new Line(":" + number, RequestOutcome.OK, 1);
  }

  static RespReply bulk(byte[] bytes) {
    return new Bulk(Buffer.buffer(bytes));
  }

  static RespReply bulk(String text) {
    return bulk(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Makes a list of replies, texts and numbers. */
  static RespReply list(Object... items) {
    return listOf(Stream.of(items));
  }

  static RespReply listOf(Stream<?> items) {
    return new Items(items.map(RespReply::of).toList(), false);
  }

  /** Makes a reply of names, each followed by its value: a reply, a text or a number. */
  static RespReply map(Object... namesAndValues) {
    return mapOf(Stream.of(namesAndValues));
  }

  static RespReply mapOf(Stream<?> namesAndValues) {
    return new Items(namesAndValues.map(RespReply::of).toList(), true);
  }

  private static RespReply of(Object value) {
    return value instanceof RespReply reply
        ? reply
        : value instanceof Number number ? number(number.longValue()) : bulk(value.toString());
  }

  /** Makes an error. Clients read its first word as the code. */
  static RespReply error(String text) {
    return error(text, RequestOutcome.REFUSED);
  }

  /** Makes an error for a problem, with a code that Redis clients know. */
  static RespReply error(Problem problem) {
    String code = switch (problem.kind()) {
      case UNAUTHENTICATED -> "NOAUTH ";
      case FORBIDDEN -> "NOPERM ";
      case RATE_LIMITED -> "RATELIMITED ";
      case IDEMPOTENCY_KEY_IN_USE -> "TRYAGAIN ";
      default -> "ERR ";
    };
    return error(
        code + problem.detail(),
        problem.kind().isFailure() ? RequestOutcome.FAILED : RequestOutcome.REFUSED);
  }

  private static RespReply error(String text, RequestOutcome outcome) {
    return new Line("-" + text.replace('\r', ' ').replace('\n', ' '), outcome, 1);
  }

  /** Makes the errors for a command that was sent several times and failed each time. */
  static RespReply errors(Throwable cause, int times) {
    return new Several(
        Stream.generate(() -> error(Problem.report(cause))).limit(times).toList());
  }

  /** Makes the error for a wrong number of arguments, with Redis's text. */
  static RespReply wrongCount(RespCall call) {
    return error("ERR wrong number of arguments for '"
        + call.command().toLowerCase(Locale.ROOT)
        + "' command");
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
    RespReply made = drawn.count() > 0 && large.areIntegers(drawn)
        ? integers(drawn)
        : new Several(IntStream.range(0, drawn.count())
            .mapToObj(i -> drawn(name, drawn.number(i), large))
            .toList());
    return drawn.missing() == 0
        ? made
        : new Several(List.of(made, errors(drawn.failure().orElseThrow(), drawn.missing())));
  }

  private static RespReply integers(DrawnNumbers drawn) {
    StringBuilder text = new StringBuilder().append(':').append(drawn.number(0));
    for (int i = 1; i < drawn.count(); i++) {
      text.append("\r\n:").append(drawn.number(i));
    }
    return new Line(text.toString(), RequestOutcome.OK, drawn.count());
  }
}
