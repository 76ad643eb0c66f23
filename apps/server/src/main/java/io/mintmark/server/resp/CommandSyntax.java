package io.mintmark.server.resp;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * How a command is written, for example {@code MINT.NEXT name [COUNT n] [VAR name value ...]}. What
 * stands in brackets may be left out; three dots stand for more of the same. A word {@code name}
 * outside of brackets stands for a generator's name.
 *
 * @param command in lower case, as Redis shows commands
 * @param text all of it
 * @param arguments its parts behind the command
 */
record CommandSyntax(String command, String text, List<Argument> arguments) {

  /** A word, or all that stands between a bracket and its end, with brackets in it. */
  private static final Pattern PART = Pattern.compile("\\[(?:[^\\[\\]]|\\[[^\\]]*])*]|[^ ]+");

  private static final String NAME = "name";
  private static final String MORE = "...";

  /**
   * A part of a command.
   *
   * @param text without brackets and dots
   * @param isOptional whether a call may leave it out
   * @param isRepeated whether a call may have more of the same
   */
  record Argument(String text, boolean isOptional, boolean isRepeated) {

    private static Argument of(String part) {
      boolean optional = part.startsWith("[");
      String inner = optional ? part.substring(1, part.length() - 1) : part;
      boolean repeated = inner.endsWith(MORE);
      return new Argument(
          repeated ? inner.substring(0, inner.length() - MORE.length()).strip() : inner,
          optional,
          repeated);
    }

    /** What Redis calls an argument that may be left out, or given several times. */
    Set<String> flags() {
      Set<String> flags = new LinkedHashSet<>();
      if (isOptional) {
        flags.add("optional");
      }
      if (isRepeated) {
        flags.add("multiple");
      }
      return flags;
    }
  }

  static CommandSyntax parse(String text) {
    List<String> parts = PART.matcher(text).results().map(MatchResult::group).toList();
    return new CommandSyntax(
        parts.get(0).toLowerCase(Locale.ROOT),
        text,
        parts.stream().skip(1).map(Argument::of).toList());
  }

  /** How many words it has, with the command; if negative, at least so many: as Redis counts. */
  int arity() {
    int words = 1 + (int) arguments.stream().filter(each -> !each.isOptional()).count();
    return arguments.stream().anyMatch(each -> each.isOptional() || each.isRepeated())
        ? -words
        : words;
  }

  /** Which word is the last name of a generator, as Redis counts: 0 if none is, -1 if all are. */
  int lastName() {
    if (arguments.isEmpty() || !arguments.get(0).text().equals(NAME)) {
      return 0;
    }
    return arguments.get(0).isOptional() ? 0 : arguments.get(0).isRepeated() ? -1 : 1;
  }
}
