package io.mintmark.server.resp;

import io.mintmark.server.access.Permission;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The description of one command: a row of {@link RespCatalog}.
 *
 * @param syntax for example {@code MINT.NEXT name [COUNT n] [VAR name value ...]}: a part in
 *     brackets is optional, a part with three dots may be repeated, and a word {@code name} outside
 *     of brackets is a generator's name
 * @param permission the right that a call requires
 * @param flag Redis's flag of the command: {@code write} for calls that may not be sent again,
 *     {@code noscript} for calls that concern their connection, otherwise {@code readonly}
 * @param summary the command's effect, in a few words
 * @param arity the number of words, the command included; if negative, the least number: as Redis
 *     counts
 * @param lastName the index of the last word that is a generator's name, as Redis counts: 0 if
 *     there is none, -1 if all words are names
 */
record RespCommand(
    String syntax, Permission permission, String flag, String summary, int arity, int lastName) {

  /** A word, or a part in brackets, which may contain brackets. */
  private static final Pattern PART = Pattern.compile("\\[(?:[^\\[\\]]|\\[[^\\]]*])*]|[^ ]+");

  private static final String MORE = "...";

  /** Parses a row: the syntax, the permission, the flag and the summary, separated by bars. */
  static RespCommand parse(String row) {
    String[] cells = row.split(" \\| ", -1);
    List<String> parts = parts(cells[0]);
    int words = (int) parts.stream().filter(part -> !isOptional(part)).count();
    boolean varies = words < parts.size() || cells[0].endsWith(MORE);
    String first = parts.size() > 1 ? parts.get(1) : "";
    return new RespCommand(
        cells[0],
        Permission.valueOf(cells[1]),
        cells[2],
        cells[3],
        varies ? -words : words,
        first.equals("name") ? 1 : first.equals("name" + MORE) ? -1 : 0);
  }

  private static List<String> parts(String syntax) {
    return PART.matcher(syntax).results().map(MatchResult::group).toList();
  }

  private static boolean isOptional(String part) {
    return part.startsWith("[");
  }

  /** The command in lower case, as Redis shows commands. */
  String name() {
    return parts(syntax).get(0).toLowerCase(Locale.ROOT);
  }

  /** Returns whether a call has a permitted number of arguments. */
  boolean accepts(RespCall call) {
    int words = call.count() + 1;
    return words == arity || (arity < 0 && words >= -arity);
  }

  /** The generators that a call names. */
  List<String> generators(RespCall call) {
    return call.texts(0).limit(lastName < 0 ? call.count() : lastName).toList();
  }

  /** The reply of COMMAND INFO for clients. It includes which words are names. */
  RespReply info() {
    return RespReply.list(List.of(
        RespReply.bulk(name()),
        RespReply.number(arity),
        RespReply.list(List.of(RespReply.simple(flag), RespReply.simple("fast"))),
        RespReply.number(lastName == 0 ? 0 : 1),
        RespReply.number(lastName),
        RespReply.number(lastName == 0 ? 0 : 1)));
  }

  /** The reply of COMMAND DOCS for people, from which redis-cli makes its help. */
  RespReply docs() {
    Map<String, RespReply> docs = new LinkedHashMap<>();
    docs.put("summary", RespReply.bulk(summary));
    docs.put("since", RespReply.bulk("1.0.0"));
    docs.put("group", RespReply.bulk(lastName == 0 ? "connection" : "string"));
    List<String> parts = parts(syntax);
    if (parts.size() > 1) {
      docs.put(
          "arguments",
          RespReply.list(parts.stream().skip(1).map(RespCommand::docs).toList()));
    }
    return RespReply.map(docs);
  }

  private static RespReply docs(String argument) {
    List<RespReply> flags = new ArrayList<>();
    if (isOptional(argument)) {
      flags.add(RespReply.simple("optional"));
    }
    if (argument.contains(MORE)) {
      flags.add(RespReply.simple("multiple"));
    }
    Map<String, RespReply> docs = new LinkedHashMap<>();
    docs.put("name", RespReply.bulk(argument.replaceAll("^\\[|]$| ?\\.\\.\\.", "")));
    docs.put("type", RespReply.bulk("string"));
    if (!flags.isEmpty()) {
      docs.put("flags", RespReply.list(flags));
    }
    return RespReply.map(docs);
  }
}
