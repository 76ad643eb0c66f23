package io.mintmark.server.resp;

import io.mintmark.internal.text.WholeNumber;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One command with its arguments.
 *
 * @param command its name in upper case
 * @param row its row in the table of commands, if there is one
 * @param arguments the words after the name
 * @param first the first argument; empty if there is none
 * @param number its number on its connection, from 1; the first if it was sent several times
 * @param times how often it was sent in a row
 */
record RespCall(
    String command,
    @Nullable RespCommand row,
    List<byte[]> arguments,
    String first,
    long number,
    int times) {

  private static final int MAX_SHOWN = 128;

  /** Parses the words of a command. */
  static RespCall of(List<byte[]> words, long number) {
    String command = text(words.get(0)).toUpperCase(Locale.ROOT);
    return new RespCall(
        command,
        RespCommand.ALL.get(command),
        words.subList(1, words.size()),
        words.size() > 1 ? text(words.get(1)) : "",
        number,
        1);
  }

  /** Returns the same call, sent several times in a row. */
  RespCall sent(int often) {
    return new RespCall(command, row, arguments, first, number, often);
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
