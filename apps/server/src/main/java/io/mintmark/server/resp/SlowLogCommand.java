package io.mintmark.server.resp;

import io.mintmark.error.Message;
import io.mintmark.internal.text.WholeNumber;
import io.mintmark.server.net.SlowLog;
import io.mintmark.server.net.SlowRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What SLOWLOG does: entries have the form that Redis's clients read. */
final class SlowLogCommand {

  /** As Redis does without a count; it answers all for -1. */
  private static final int USUAL_COUNT = 10;

  private static final long ALL = -1;

  private SlowLogCommand() {}

  static RespReply answer(RespCall call, SlowLog log) {
    String what = call.text(0).toUpperCase(Locale.ROOT);
    if (call.count() > 1 && !what.equals("GET")) {
      return RespReply.wrongCount(call);
    }
    return switch (what) {
      case "GET" -> get(call, log);
      case "LEN" -> RespReply.number(log.size());
      case "RESET" -> {
        log.clear();
        yield RespReply.OK;
      }
      default -> RespReply.error("ERR unknown subcommand of SLOWLOG: use GET, LEN or RESET");
    };
  }

  private static RespReply get(RespCall call, SlowLog log) {
    if (call.count() > 2) {
      return RespReply.wrongCount(call);
    }
    long count = call.count() == 1 ? USUAL_COUNT : count(call.text(1));
    int most = count == ALL ? Integer.MAX_VALUE : (int) Math.min(count, Integer.MAX_VALUE);
    return RespReply.list(log.latest(most).stream().map(SlowLogCommand::entry).toList());
  }

  private static long count(String text) {
    try {
      long count = WholeNumber.parse(text);
      if (count >= ALL) {
        return count;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(Message.of("not a whole number: count={}", text), e);
    }
    throw new IllegalArgumentException(Message.of("not -1 or above: count={}", text));
  }

  /**
   * Number, second, microseconds, words, address, name; the connection and the token stand among
   * the words.
   */
  private static RespReply entry(SlowRequest slow) {
    List<String> words = new ArrayList<>(slow.call());
    words.add("connection=" + slow.connection().id());
    words.add("token=" + slow.token());
    return RespReply.list(List.of(
        RespReply.number(slow.id()),
        RespReply.number(slow.at().getEpochSecond()),
        RespReply.number(slow.tookMicros()),
        RespReply.list(words.stream().map(RespReply::bulk).toList()),
        RespReply.bulk(slow.connection().from()),
        RespReply.bulk(slow.connection().client().name())));
  }
}
