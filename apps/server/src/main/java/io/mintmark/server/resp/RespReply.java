package io.mintmark.server.resp;

import io.mintmark.server.net.RequestOutcome;
import io.mintmark.service.Problem;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A status or an error. All other replies are the values that clients read: a number, a text,
 * bytes, an {@link Optional} of them, or a list or map of replies.
 *
 * @param text begins with the character of its type
 * @param outcome as which a command with this reply counts
 */
record RespReply(String text, RequestOutcome outcome) {

  /** The reply to a successful command. */
  static final RespReply OK = simple("OK");

  /**
   * An upper bound, in bytes, for a type character with a length and line ends, for a number, and
   * for the null reply.
   */
  static final long AROUND_BYTES = 24;

  /** The first version of the protocol with maps, and with a null of its own. */
  private static final int WITH_MAPS = 3;

  static RespReply simple(String text) {
    return new RespReply("+" + text, RequestOutcome.OK);
  }

  /** Makes an error of a command that Redis answers with the code ERR. */
  static RespReply error(String text) {
    return error("ERR", text);
  }

  /** Makes an error. Clients read its first word as the code. */
  static RespReply error(String code, String text) {
    return new RespReply(
        "-" + code + " " + text.replace('\r', ' ').replace('\n', ' '), RequestOutcome.REFUSED);
  }

  /** Makes an error for a failure, with a code that Redis clients know. */
  static RespReply error(Problem problem) {
    String code = switch (problem.kind()) {
      case UNAUTHENTICATED -> "NOAUTH";
      case FORBIDDEN -> "NOPERM";
      case RATE_LIMITED -> "RATELIMITED";
      case IDEMPOTENCY_KEY_IN_USE -> "TRYAGAIN";
      default -> "ERR";
    };
    RespReply error = error(code, problem.detail());
    return problem.kind().isFailure() ? new RespReply(error.text, RequestOutcome.FAILED) : error;
  }

  /** Makes the error for a wrong number of arguments, with Redis's text. */
  static RespReply wrongCount(RespCall call) {
    return error(
        "wrong number of arguments for '" + call.command.toLowerCase(Locale.ROOT) + "' command");
  }

  /** The outcome as which a command with this reply counts. */
  static RequestOutcome outcome(Object reply) {
    return reply instanceof RespReply line ? line.outcome : RequestOutcome.OK;
  }

  /**
   * Appends a reply.
   *
   * @param version the version of the protocol, 2 or 3; version 2 has no maps, but lists of names
   *     that are each followed by their value
   */
  static void append(Buffer out, Object reply, int version) {
    if (reply instanceof Number number) {
      var unused = out.appendString(":" + number + "\r\n");
    } else if (reply instanceof RespReply line) {
      line(out, line.text);
    } else if (reply instanceof Optional<?> value) {
      value.ifPresentOrElse(
          each -> append(out, each, version), () -> line(out, version < WITH_MAPS ? "$-1" : "_"));
    } else if (reply instanceof List<?> list) {
      line(out, "*" + list.size());
      list.forEach(each -> append(out, each, version));
    } else if (reply instanceof Map<?, ?> map) {
      line(out, version < WITH_MAPS ? "*" + 2 * map.size() : "%" + map.size());
      map.forEach((name, value) -> {
        append(out, name, version);
        append(out, value, version);
      });
    } else {
      byte[] bytes =
          reply instanceof byte[] raw ? raw : reply.toString().getBytes(StandardCharsets.UTF_8);
      line(out, "$" + bytes.length);
      var unused = out.appendBytes(bytes).appendString("\r\n");
    }
  }

  private static void line(Buffer out, String text) {
    var unused = out.appendString(text + "\r\n");
  }
}
