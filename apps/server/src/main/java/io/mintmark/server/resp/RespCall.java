package io.mintmark.server.resp;

import io.mintmark.internal.text.WholeNumber;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One command with its arguments. */
final class RespCall {

  static final String MINT_NEXT = "MINT.NEXT";

  private static final int MAX_SHOWN = 128;

  /** Its name in upper case. */
  final String command;

  /** Its row in the table of commands. */
  final RespCommand row;

  /** Its name in metrics. Commands that this server does not know share one name. */
  final String metricName;

  /** Whether it makes ids of the generator that its first argument names. */
  final boolean makesIds;

  /** The first argument; empty if there is none. */
  final String first;

  /**
   * How many ids it makes at most, or 1 if it makes none: an estimate before the arguments are
   * checked.
   */
  final long ids;

  /** Its number on its connection, from 1. */
  final long number;

  /** Its name and its arguments, as the client sent them. */
  final List<byte[]> words;

  RespCall(List<byte[]> words, long number) {
    this.words = words;
    this.number = number;
    command = new String(words.get(0), StandardCharsets.UTF_8).toUpperCase(Locale.ROOT);
    @Nullable RespCommand known = RespCommand.ALL.get(command);
    row = known == null ? RespCommand.UNKNOWN : known;
    metricName = known == null ? RespCommands.UNKNOWN : command;
    makesIds = row.makesIds();
    first = words.size() > 1 ? new String(words.get(1), StandardCharsets.UTF_8) : "";
    ids = switch (command) {
      case "INCRBY" -> words.size() == 3 ? number(text(1)) : 1;
      case MINT_NEXT -> largestCount();
      default -> 1;
    };
  }

  /**
   * The largest count in the arguments: an upper bound, because the word COUNT may also be the
   * value of another option.
   */
  private long largestCount() {
    return IntStream.range(1, count() - 1)
        .filter(i -> text(i).equalsIgnoreCase("COUNT"))
        .mapToLong(i -> number(text(i + 1)))
        .reduce(1, Math::max);
  }

  private static long number(String text) {
    try {
      return WholeNumber.parse(text);
    } catch (NumberFormatException e) {
      return 1; // It is refused later.
    }
  }

  int count() {
    return words.size() - 1;
  }

  String text(int index) {
    return new String(words.get(index + 1), StandardCharsets.UTF_8);
  }

  /** The first argument in upper case; empty if there is none. */
  String subcommand() {
    return first.toUpperCase(Locale.ROOT);
  }

  /** The arguments from an index on. */
  Stream<String> texts(int from) {
    return IntStream.range(from, count()).mapToObj(this::text);
  }

  /** Returns a client's text, limited to the length that an error repeats. */
  static String shown(String text) {
    return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) : text;
  }
}
