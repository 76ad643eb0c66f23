package io.mintmark.server.resp;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The syntax of a command, for example {@code MINT.NEXT name [COUNT n] [VAR name value ...]}. A
 * part in brackets is optional. Three dots mean that a part may be repeated. A word {@code name}
 * outside of brackets is a generator's name.
 *
 * @param command the command in lower case, as Redis shows commands
 * @param text the whole syntax
 * @param arguments its parts after the command
 */
record CommandSyntax(String command, String text, List<Argument> arguments) {

  /** A word, or a part in brackets, which may contain brackets. */
  private static final Pattern PART = Pattern.compile("\\[(?:[^\\[\\]]|\\[[^\\]]*])*]|[^ ]+");

  private static final String NAME = "name";
  private static final String MORE = "...";

  /**
   * A part of a command.
   *
   * @param text without brackets and dots
   * @param isOptional whether a call may omit it
   * @param isRepeated whether a call may repeat it
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

    /** Redis's flags of an optional or repeated argument. */
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

  /** The number of words, the command included; if negative, the least number: as Redis counts. */
  int arity() {
    int words = 1 + (int) arguments.stream().filter(each -> !each.isOptional()).count();
    return arguments.stream().anyMatch(each -> each.isOptional() || each.isRepeated())
        ? -words
        : words;
  }

  /**
   * The index of the last word that is a generator's name, as Redis counts: 0 if there is none, -1
   * if all words are names.
   */
  int lastName() {
    if (arguments.isEmpty() || !arguments.get(0).text().equals(NAME)) {
      return 0;
    }
    return arguments.get(0).isOptional() ? 0 : arguments.get(0).isRepeated() ? -1 : 1;
  }
}
