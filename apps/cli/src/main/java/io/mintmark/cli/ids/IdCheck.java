package io.mintmark.cli.ids;

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

/**
 * Reads ids one after the other, and then reports the facts about them.
 *
 * <p>Only figures are kept of an id: each form has a {@link Profile} of bounded size. If ids have
 * several forms, the report judges the most common form and counts the others.
 *
 * <p>The first line may be a column's name, as in a database's export: a word, followed by an id
 * that is not text. It is left out, and the report mentions it.
 */
public final class IdCheck implements Closeable {

  private static final Pattern HEADER = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_ .]{0,63}");
  private static final int GROUPED = 10_000;

  private final CheckOptions options;
  private final DuplicateFinder duplicates;
  private final Map<IdKind, Form> forms = new EnumMap<>(IdKind.class);
  private long count;
  private long headerLine;
  private Optional<ParsedId> header = Optional.empty();
  private Optional<String> fault = Optional.empty();

  /**
   * Makes an empty check.
   *
   * @param options facts that are known before
   * @param bytes the memory for finding duplicates
   * @param directory the directory for temporary files
   * @param shown how many duplicates to report
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
   * Adds an id.
   *
   * @param id the id
   * @param line its line number, above that of the previous line
   * @throws IOException if a temporary file cannot be written
   */
  public void add(String id, long line) throws IOException {
    ParsedId parsed = ParsedId.of(id);
    boolean isText = parsed.kind() == IdKind.TEXT;
    if (count == 0 && header.isEmpty() && isText && HEADER.matcher(id).matches()) {
      header = Optional.of(parsed);
      headerLine = line;
      return;
    }
    if (count == 0 && isText) {
      takeHeader();
    }
    take(parsed, line);
  }

  /** Takes the first line as an id, because the ids are other text too. */
  private void takeHeader() throws IOException {
    if (header.isPresent()) {
      take(header.get(), headerLine);
      header = Optional.empty();
    }
  }

  /** Adds a sentence about lines that could not be read. The report then fails. */
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
   * Returns the report. No id may be added after this call.
   *
   * @throws IllegalArgumentException if there was no id
   * @throws IOException if a temporary file cannot be read
   */
  public CheckReport report() throws IOException {
    if (count == 0) {
      takeHeader();
    }
    Form main = null;
    for (Form form : forms.values()) {
      main = main == null || form.count > main.count ? form : main;
    }
    if (main == null) {
      throw new IllegalArgumentException(
          "there is no id: " + fault.orElse("the input is empty; give one id a line"));
    }
    long repeats = duplicates.count();
    Profile.Verdict verdict = main.profile.verdict(repeats);
    List<Remark> remarks = new ArrayList<>(verdict.remarks());
    remarks.add(1, repeats(repeats));
    if (forms.size() > 1 || header.isPresent() || fault.isPresent()) {
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
    header.ifPresent(name ->
        remark.say("the first line, " + name.text() + ", is the column's name and was left out"));
    fault.ifPresent(sentence -> remark.atLeast(Severity.FAIL).say(sentence));
    if (forms.size() > 1) {
      remark.atLeast(Severity.WARN);
      forms.forEach((kind, form) -> remark.fact(kind.name(), form.count));
      forms.forEach((kind, form) -> {
        if (form != main) {
          remark.say(grouped(form.count) + " of other form (" + kind.title()
              + "), the first at line " + form.firstLine + ": " + form.example);
        }
      });
      remark.say("the rest of the report is about the other " + grouped(main.count));
    }
    return remark;
  }

  /** Formats a number, with commas from five digits on. */
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
