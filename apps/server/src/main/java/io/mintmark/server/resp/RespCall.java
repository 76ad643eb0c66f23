package io.mintmark.server.resp;

import io.mintmark.internal.text.WholeNumber;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One command with its arguments.
 *
 * @param command its name in upper case
 * @param row its row in the table of commands, if there is one
 * @param arguments the words after the name
 * @param first the first argument; empty if there is none
 * @param ids how many ids it makes at most, or 1 if it makes none: an estimate before the arguments
 *     are checked
 * @param number its number on its connection, from 1; the first if it was sent several times
 * @param times how often it was sent in a row
 */
record RespCall(
    String command,
    @Nullable RespCommand row,
    List<byte[]> arguments,
    String first,
    long ids,
    long number,
    int times) {

  static final String MINT_NEXT = "MINT.NEXT";

  private static final int MAX_SHOWN = 128;

  /** Parses the words of a command. */
  static RespCall of(List<byte[]> words, long number) {
    String command = text(words.get(0)).toUpperCase(Locale.ROOT);
    long ids = switch (command) {
      case "INCRBY" -> words.size() == 3 ? number(words.get(2)) : 1;
      case MINT_NEXT -> largestCount(words);
      default -> 1;
    };
    return new RespCall(
        command,
        RespCommand.ALL.get(command),
        words.subList(1, words.size()),
        words.size() > 1 ? text(words.get(1)) : "",
        ids,
        number,
        1);
  }

  /**
   * The largest count in the arguments: an upper bound, because the word COUNT may also be the
   * value of another option.
   */
  private static long largestCount(List<byte[]> words) {
    return IntStream.range(2, words.size() - 1)
        .filter(i -> text(words.get(i)).equalsIgnoreCase("COUNT"))
        .mapToLong(i -> number(words.get(i + 1)))
        .reduce(1, Math::max);
  }

  private static long number(byte[] word) {
    try {
      return WholeNumber.parse(text(word));
    } catch (NumberFormatException e) {
      return 1; // It is refused later.
    }
  }

  /** Returns the same call, sent several times in a row. */
  RespCall sent(int often) {
    return often == 1 ? this : new RespCall(command, row, arguments, first, ids, number, often);
  }

  boolean isIncrement() {
    return command.equals("INCR") && arguments.size() == 1;
  }

  /** Its number, or the first and the last number of those sent in a row. */
  String numbers() {
    return times == 1 ? Long.toString(number) : number + ".." + (number + times - 1);
  }

  int count() {
    return arguments.size();
  }

  String text(int index) {
    return text(arguments.get(index));
  }

  /** The first argument in upper case; empty if there is none. */
  String subcommand() {
    return first.toUpperCase(Locale.ROOT);
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
