package io.mintmark.server.resp;

import io.mintmark.internal.text.WholeNumber;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * One command with its arguments.
 *
 * <p>The words are parsed once, however often the same words are sent again.
 *
 * @param command its name in upper case
 * @param known its row in the catalog, if there is one
 * @param arguments the words after the name
 * @param first the first argument as a text; empty if there is none
 * @param number the number of the command on its connection, from 1; of commands sent in a row, the
 *     first one's number
 * @param times how often it was sent in a row; more than once only for INCR
 * @param refusal the reply to bytes that are not a command; empty for a command
 */
record RespCall(
    String command,
    Optional<RespCommand> known,
    List<byte[]> arguments,
    String first,
    long number,
    int times,
    Optional<RespReply> refusal) {

  private static final int MAX_SHOWN = 128;

  /** Parses the words of a command, for {@link #sent}. */
  static RespCall of(List<byte[]> words) {
    String command = text(words.get(0)).toUpperCase(Locale.ROOT);
    return new RespCall(
        command,
        RespCatalog.find(command),
        words.subList(1, words.size()),
        words.size() > 1 ? text(words.get(1)) : "",
        0,
        1,
        Optional.empty());
  }

  /** Makes a call for bytes that are not a command. Its number is 0. */
  static RespCall refused(RespReply reply) {
    return new RespCall("", Optional.empty(), List.of(), "", 0, 1, Optional.of(reply));
  }

  /** Returns a call with the same words that was sent. */
  RespCall sent(long asNumber, int often) {
    return new RespCall(command, known, arguments, first, asNumber, often, refusal);
  }

  /** Each call of those sent in a row, separately. */
  Stream<RespCall> each() {
    return LongStream.range(number, number + times).mapToObj(own -> sent(own, 1));
  }

  /** Its number, or the first and the last number of those sent in a row. */
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

  /** The length of all arguments. */
  long bytes() {
    long bytes = 0;
    for (byte[] each : arguments) {
      bytes += each.length;
    }
    return bytes;
  }

  String text(int index) {
    return index == 0 && !arguments.isEmpty() ? first : text(arguments.get(index));
  }

  /**
   * Returns an argument as a whole number, or 1 if it is not a number. Used for estimates before
   * the arguments are checked.
   */
  long number(int index) {
    try {
      return WholeNumber.parse(text(index));
    } catch (NumberFormatException e) {
      return 1;
    }
  }

  /** The arguments from an index on. */
  Stream<String> texts(int from) {
    return arguments.stream().skip(from).map(RespCall::text);
  }

  /** Returns a client's text, limited to the length that an error repeats. */
  static String shown(String text) {
    return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) : text;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
