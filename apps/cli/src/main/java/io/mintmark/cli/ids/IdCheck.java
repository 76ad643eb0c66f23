package io.mintmark.cli.ids;

import io.mintmark.error.Message;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes ids one after the other, and then says what can be told of them.
 *
 * <p>Nothing is kept of an id but figures: each form has a {@link Profile} whose size is bounded.
 * If ids are of several forms, those of the commonest are judged, and the others counted.
 *
 * <p>The first line may be a column's name, as a database's export has it: a word, and after it
 * something else than text. It is left out, and that is said.
 */
public final class IdCheck implements Closeable {

  private static final Pattern HEADER = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_ .]{0,63}");
  private static final int GROUPED = 10_000;

  private final CheckOptions options;
  private final DuplicateFinder duplicates;
  private final Map<IdKind, Form> forms = new EnumMap<>(IdKind.class);
  private long count;
  private long empty;
  private @Nullable String waiting;
  private long waitingLine;
  private Optional<String> header = Optional.empty();
  private Optional<String> fault = Optional.empty();

  /**
   * Makes an empty one.
   *
   * @param options what is known before
   * @param bytes the memory for finding duplicates
   * @param directory where temporary files go
   * @param shown how many duplicates to name
   */
  public IdCheck(CheckOptions options, long bytes, Path directory, int shown) {
    this.options = options;
    this.duplicates = new DuplicateFinder(bytes, directory, shown);
  }

  /** The ids of one form. */
  private static final class Form {

    private final Profile profile;
    private final long firstLine;
    private final String example;
    private long count;

    Form(Profile profile, long firstLine, String example) {
      this.profile = profile;
      this.firstLine = firstLine;
      this.example = example;
    }
  }

  /**
   * Takes an id, or nothing of a row that has none.
   *
   * @param id the id
   * @param line its number, above that of the line before
   * @throws IllegalArgumentException if it is too long for an id
   * @throws IOException if a temporary file cannot be written
   */
  public void add(String id, long line) throws IOException {
    if (id.isEmpty()) {
      empty++;
      return;
    }
    if (id.length() > TextLines.MAX_LINE) {
      throw new IllegalArgumentException(Message.of(
          "an id is longer than {} characters: line={}; give one id a line",
          TextLines.MAX_LINE,
          line));
    }
    ParsedId parsed = ParsedId.of(id);
    boolean isText = parsed.kind() == IdKind.TEXT;
    if (count == 0 && waiting == null && isText && isHeader(id)) {
      waiting = id;
      waitingLine = line;
      return;
    }
    String before = waiting;
    waiting = null;
    if (before != null && isText) {
      take(ParsedId.of(before), waitingLine);
    } else if (before != null) {
      header = Optional.of(before);
    }
    take(parsed, line);
  }

  /** Ids of a file, and not of a column, may have a head. */
  private boolean isHeader(String id) {
    return options.column().isEmpty() && HEADER.matcher(id).matches();
  }

  /** Takes a sentence on lines that could not be read; the report then fails. */
  public void addFault(String sentence) {
    fault = Optional.of(sentence);
  }

  private void take(ParsedId id, long line) throws IOException {
    count++;
    duplicates.add(id.key(), line);
    Form form = forms.computeIfAbsent(
        id.kind(), kind -> new Form(profile(kind), line, IdLines.shown(id.text())));
    form.count++;
    form.profile.add(id, line);
  }

  private Profile profile(IdKind kind) {
    return kind == IdKind.NUMBER ? new NumberProfile(options) : new FormProfile(kind, options);
  }

  /**
   * Says what was seen; nothing may be added after it.
   *
   * @throws IllegalArgumentException if there was no id
   * @throws IOException if a temporary file cannot be read
   */
  public CheckReport report() throws IOException {
    if (waiting != null) {
      take(ParsedId.of(waiting), waitingLine);
    }
    Form main = null;
    for (Form form : forms.values()) {
      main = main == null || form.count > main.count ? form : main;
    }
    if (main == null) {
      throw new IllegalArgumentException(fault
          .map(sentence -> "there is no id: " + sentence)
          .orElse(Message.of(
              options.column().isEmpty()
                  ? "there is no id: empty={}; give one id a line"
                  : "there is no id in the column: rowsWithoutOne={}",
              empty)));
    }
    long repeats = duplicates.count();
    Profile.Verdict verdict = main.profile.verdict(repeats);
    List<Remark> remarks = new ArrayList<>(verdict.remarks());
    remarks.add(1, repeats(repeats));
    if (forms.size() > 1 || empty > 0 || header.isPresent() || fault.isPresent()) {
      remarks.add(0, form(main));
    }
    return new CheckReport(
        count, repeats, verdict.kind(), List.copyOf(remarks), verdict.settings());
  }

  private Remark repeats(long repeats) {
    Remark remark = new Remark("duplicates").fact("duplicates", repeats);
    if (repeats == 0) {
      return remark.say("none");
    }
    remark.atLeast(Severity.FAIL).say(grouped(repeats) + " repeat an earlier one");
    duplicates
        .first()
        .forEach(one -> remark.say(
            one.id() + " at line " + one.line() + " was first at line " + one.firstLine()));
    return remark;
  }

  private Remark form(Form main) {
    Remark remark = new Remark("form");
    header.ifPresent(
        name -> remark.say("the first line, " + name + ", is the column's name and was left out"));
    fault.ifPresent(sentence -> remark.atLeast(Severity.FAIL).say(sentence));
    if (empty > 0) {
      remark.say(grouped(empty) + " rows have no id").fact("empty", empty);
    }
    if (forms.size() > 1) {
      remark.atLeast(Severity.WARN);
      forms.forEach((kind, form) -> remark.fact(kind.name(), form.count));
      forms.forEach((kind, form) -> {
        if (form != main) {
          remark.say(grouped(form.count) + " of other form (" + kind.title()
              + "), the first at line " + form.firstLine + ": " + form.example);
        }
      });
      remark.say("what follows is about the other " + grouped(main.count));
    }
    return remark;
  }

  /** With commas from five digits on. */
  static String grouped(long number) {
    return Math.abs(number) < GROUPED
        ? Long.toString(number)
        : String.format(Locale.ROOT, "%,d", number);
  }

  @Override
  public void close() throws IOException {
    duplicates.close();
  }
}
