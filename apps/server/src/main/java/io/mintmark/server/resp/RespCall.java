package io.mintmark.server.resp;

import io.mintmark.internal.text.WholeNumber;
import io.mintmark.server.access.Permission;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One command with its arguments. A word has a character for each of its bytes.
 *
 * @param command its name in upper case
 * @param row its row in the table of commands, if there is one
 * @param words its name and its arguments, as the client sent them
 * @param first the first argument; empty if there is none
 * @param ids how many ids it makes at most, or 1 if it makes none: an estimate before the arguments
 *     are checked
 * @param number its number on its connection, from 1
 */
record RespCall(
    String command,
    @Nullable RespCommand row,
    List<String> words,
    String first,
    long ids,
    long number) {

  static final String MINT_NEXT = "MINT.NEXT";

  private static final int MAX_SHOWN = 128;
  private static final char NOT_ASCII = 0x80;

  /** Parses the words of a command. */
  static RespCall of(List<String> words, long number) {
    String command = text(words.get(0)).toUpperCase(Locale.ROOT);
    long ids = switch (command) {
      case "INCRBY" -> words.size() == 3 ? number(words.get(2)) : 1;
      case MINT_NEXT -> largestCount(words);
      default -> 1;
    };
    return new RespCall(
        command,
        RespCommand.ALL.get(command),
        words,
        words.size() > 1 ? text(words.get(1)) : "",
        ids,
        number);
  }

  /**
   * The largest count in the arguments: an upper bound, because the word COUNT may also be the
   * value of another option.
   */
  private static long largestCount(List<String> words) {
    return IntStream.range(2, words.size() - 1)
        .filter(i -> text(words.get(i)).equalsIgnoreCase("COUNT"))
        .mapToLong(i -> number(words.get(i + 1)))
        .reduce(1, Math::max);
  }

  private static long number(String word) {
    try {
      return WholeNumber.parse(text(word));
    } catch (NumberFormatException e) {
      return 1; // It is refused later.
    }
  }

  /** Returns whether it makes ids of the generator that its first argument names. */
  boolean makesIds() {
    return row != null && row.permission() == Permission.NEXT && !row.isRefused();
  }

  /** Its name in metrics. Commands that this server does not know share one name. */
  String metricName() {
    return row == null ? RespCommands.UNKNOWN : command;
  }

  int count() {
    return words.size() - 1;
  }

  String text(int index) {
    return text(words.get(index + 1));
  }

  /** The bytes of an argument, which need not be a text. */
  byte[] bytes(int index) {
    return words.get(index + 1).getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The first argument in upper case; empty if there is none. */
  String subcommand() {
    return first.toUpperCase(Locale.ROOT);
  }

  /** The arguments from an index on. */
  Stream<String> texts(int from) {
    return words.stream().skip(from + 1).map(RespCall::text);
  }

  /** Returns a client's text, limited to the length that an error repeats. */
  static String shown(String text) {
    return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) : text;
  }

  private static String text(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (word.charAt(i) >= NOT_ASCII) {
        return new String(word.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
      }
    }
    return word; // The usual case makes no copy.
  }
}
