package io.mintmark.server.resp;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * One command with its arguments.
 *
 * @param command its name in upper case
 * @param arguments what follows the name
 * @param number counts the commands of its connection, from 1; of those sent in a row it is the
 *     first one's
 * @param times how often in a row it was sent, more than once only for INCR
 * @param refusal the reply to bytes that are no command; there is none to a command
 */
record RespCall(
    String command, List<byte[]> arguments, long number, int times, Optional<RespReply> refusal) {

  private static final int MAX_SHOWN = 128;

  static RespCall of(List<byte[]> words, long number) {
    return new RespCall(
        text(words.get(0)).toUpperCase(Locale.ROOT),
        words.subList(1, words.size()),
        number,
        1,
        Optional.empty());
  }

  /** Stands for bytes that are none, and have no number. */
  static RespCall refused(RespReply reply) {
    return new RespCall("", List.of(), 0, 1, Optional.of(reply));
  }

  /** The same, sent so often. */
  RespCall times(int often) {
    return often == times ? this : new RespCall(command, arguments, number, often, refusal);
  }

  /** Each by itself of what was sent in a row. */
  Stream<RespCall> each() {
    return LongStream.range(number, number + times)
        .mapToObj(own -> new RespCall(command, arguments, own, 1, refusal));
  }

  /** Its number, or the first and the last of those sent in a row. */
  String numbers() {
    return times == 1 ? Long.toString(number) : number + ".." + (number + times - 1);
  }

  boolean isIncrement() {
    return command.equals("INCR") && arguments.size() == 1;
  }

  boolean isLast() {
    return refusal.isPresent() || command.equals("QUIT");
  }

  int count() {
    return arguments.size();
  }

  String text(int index) {
    return text(arguments.get(index));
  }

  /** A whole number, or 1 if the text is none: for measuring, before it is looked at. */
  long number(int index) {
    try {
      return Long.parseLong(text(index));
    } catch (NumberFormatException e) {
      return 1;
    }
  }

  /** The arguments from an index on. */
  Stream<String> texts(int from) {
    return arguments.stream().skip(from).map(RespCall::text);
  }

  /** What a client has sent, as far as an error repeats it. */
  static String shown(String text) {
    return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) : text;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
