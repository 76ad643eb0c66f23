package io.mintmark.server.resp;

import io.mintmark.internal.text.WholeNumber;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * One command with its arguments. Immutable.
 *
 * <p>The words are parsed once, however often the same words are sent again.
 */
final class RespCall {

  private static final int MAX_SHOWN = 128;

  private final String command;
  private final Optional<RespCommand> known;
  private final List<byte[]> arguments;
  private final String first;
  private final long number;
  private final int times;
  private final Optional<RespReply> refusal;

  private RespCall(String command, List<byte[]> arguments, Optional<RespReply> refusal) {
    this.command = command;
    this.known = RespCatalog.find(command);
    this.arguments = arguments;
    this.first = arguments.isEmpty() ? "" : text(arguments.get(0));
    this.number = 0;
    this.times = 1;
    this.refusal = refusal;
  }

  private RespCall(RespCall same, long number, int times) {
    this.command = same.command;
    this.known = same.known;
    this.arguments = same.arguments;
    this.first = same.first;
    this.number = number;
    this.times = times;
    this.refusal = same.refusal;
  }

  /** Parses the words of a command, for {@link #sent}. */
  static RespCall of(List<byte[]> words) {
    return new RespCall(
        text(words.get(0)).toUpperCase(Locale.ROOT),
        words.subList(1, words.size()),
        Optional.empty());
  }

  /** Makes a call for bytes that are not a command. Its number is 0. */
  static RespCall refused(RespReply reply) {
    return new RespCall("", List.of(), Optional.of(reply));
  }

  /**
   * Returns a call with the same words, as a client has sent it.
   *
   * @param asNumber the number of the command on its connection, from 1; of commands sent in a row,
   *     the first one's number
   * @param often how often it was sent in a row; more than once only for INCR
   */
  RespCall sent(long asNumber, int often) {
    return new RespCall(this, asNumber, often);
  }

  /** Its name in upper case. */
  String command() {
    return command;
  }

  /** Its row in the catalog, if there is one. */
  Optional<RespCommand> known() {
    return known;
  }

  /** The words after the name. */
  List<byte[]> arguments() {
    return arguments;
  }

  /** How often it was sent in a row. */
  int times() {
    return times;
  }

  /** The reply to bytes that are not a command; empty for a command. */
  Optional<RespReply> refusal() {
    return refusal;
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
