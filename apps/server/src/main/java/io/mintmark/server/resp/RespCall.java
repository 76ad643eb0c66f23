package io.mintmark.server.resp;

import io.mintmark.internal.text.WholeNumber;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** One command with its arguments. Immutable. */
final class RespCall {

  private static final int MAX_SHOWN = 128;

  private final String command;
  private final Optional<RespCommand> known;
  private final List<byte[]> arguments;
  private final String first;
  private final long number;
  private final int times;
  private final Optional<RespReply> refusal;

  private RespCall(
      String command, List<byte[]> arguments, long number, Optional<RespReply> refusal) {
    this(command, RespCatalog.find(command), arguments, number, 1, refusal);
  }

  private RespCall(
      String command,
      Optional<RespCommand> known,
      List<byte[]> arguments,
      long number,
      int times,
      Optional<RespReply> refusal) {
    this.command = command;
    this.known = known;
    this.arguments = arguments;
    this.first = arguments.isEmpty() ? "" : text(arguments.get(0));
    this.number = number;
    this.times = times;
    this.refusal = refusal;
  }

  /**
   * Parses the words of a command.
   *
   * @param number the number of the command on its connection, from 1
   */
  static RespCall of(List<byte[]> words, long number) {
    return new RespCall(
        text(words.get(0)).toUpperCase(Locale.ROOT),
        words.subList(1, words.size()),
        number,
        Optional.empty());
  }

  /** Returns the same call, sent several times in a row. */
  RespCall sent(int often) {
    return often == 1 ? this : new RespCall(command, known, arguments, number, often, refusal);
  }

  /** Makes a call for bytes that are not a command. Its number is 0. */
  static RespCall refused(RespReply reply) {
    return new RespCall("", List.of(), 0, Optional.of(reply));
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
    return LongStream.range(number, number + times)
        .mapToObj(own -> new RespCall(command, known, arguments, own, 1, refusal));
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
