package io.mintmark.cli.check;

import io.mintmark.cli.check.Profile.Verdict;
import io.mintmark.cli.verify.Duplicate;
import io.mintmark.cli.verify.DuplicateFinder;
import io.mintmark.error.Message;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes ids one after the other, and then says what can be told of them.
 *
 * <p>Nothing is kept of an id but figures: each form has a {@link Profile} whose size is bounded.
 * Duplicates are found as {@code verify} finds them, exactly, with temporary files for what does
 * not fit into memory. If ids are of several forms, those of the commonest are judged, and the
 * others counted.
 *
 * <p>The first line may be a column's name, as a database's export has it: a word, and after it
 * something else than text. It is left out, and that is said.
 */
public final class IdCheck implements Closeable {

  private static final Pattern HEADER = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_ .]{0,63}");
  private static final int SHOWN = 60;

  /** The longest id, in characters; in UTF-8 it has at most three times as many bytes. */
  private static final int MAX_LENGTH = 1024;

  private final CheckOptions options;
  private final DuplicateFinder duplicates;
  private final Map<IdKind, Form> forms = new EnumMap<>(IdKind.class);
  private long count;
  private long empty;
  private boolean begun;
  private @Nullable String header;
  private @Nullable String waiting;
  private @Nullable String fault;
  private long waitingLine;

  /**
   * Makes an empty one.
   *
   * @param options what is known before
   * @param bytes the memory for finding duplicates
   * @param directory where temporary files go
   * @param shown how many duplicates to name
   */
  public IdCheck(CheckOptions options, int bytes, Path directory, int shown) {
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
   * Takes an id.
   *
   * @param text the id, not blank
   * @param line its number, above that of the line before
   * @throws IllegalArgumentException if it is too long for an id
   * @throws IOException if a temporary file cannot be written
   */
  public void add(String text, long line) throws IOException {
    String id = text;
    if (!begun) {
      begun = true;
      if (isText() && HEADER.matcher(id).matches() && ParsedId.of(id).kind() == IdKind.TEXT) {
        waiting = id;
        waitingLine = line;
        return;
      }
    }
    String before = waiting;
    waiting = null;
    if (before != null) {
      if (ParsedId.of(id).kind() == IdKind.TEXT) {
        take(before, waitingLine);
      } else {
        header = before;
      }
    }
    take(id, line);
  }

  /** Takes a sentence on lines that could not be read; the report then fails. */
  public void addFault(String sentence) {
    fault = sentence;
  }

  /** Takes a row that has no id. */
  public void addEmpty() {
    empty++;
  }

  private void take(String id, long line) throws IOException {
    if (id.isEmpty()) {
      empty++;
      return;
    }
    if (id.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(Message.of(
          "an id is longer than {} characters: line={}; give one id a line", MAX_LENGTH, line));
    }
    ParsedId parsed = ParsedId.of(id);
    count++;
    duplicates.add(id, line);
    Form form =
        forms.computeIfAbsent(parsed.kind(), kind -> new Form(profile(kind), line, shown(id)));
    form.count++;
    form.profile.add(parsed, line);
  }

  /** Whether ids come from lines, which may have a head and several columns, and not from rows. */
  private boolean isText() {
    return options.column().isEmpty();
  }

  private Profile profile(IdKind kind) {
    return switch (kind) {
      case NUMBER -> new NumberProfile(options);
      case TEXT -> new TextProfile(options);
      case OBJECT_ID, UUID, ULID, KSUID, TSID, TYPE_ID ->
        new TimedProfile(TimedForm.of(kind), options);
    };
  }

  /**
   * Says what was seen; nothing may be added after it.
   *
   * @throws IllegalArgumentException if there was no id
   * @throws IOException if a temporary file cannot be read
   */
  public CheckReport report() throws IOException {
    String last = waiting;
    waiting = null;
    if (last != null) {
      take(last, waitingLine);
    }
    Form main = null;
    for (Form form : forms.values()) {
      main = main == null || form.count > main.count ? form : main;
    }
    if (main == null) {
      throw new IllegalArgumentException(
          fault != null
              ? "there is no id: " + fault
              : isText()
                  ? Message.of("there is no id: empty={}; give one id a line", empty)
                  : Message.of("there is no id in the column: rowsWithoutOne={}", empty));
    }
    long repeats = duplicates.count();
    List<Duplicate> first = duplicates.first();
    Verdict verdict = main.profile.verdict(repeats, first);
    List<Remark> remarks = new ArrayList<>(verdict.remarks());
    remarks.add(1, repeats(repeats, first));
    if (forms.size() > 1 || empty > 0 || header != null || fault != null) {
      remarks.add(0, form(main));
    }
    return new CheckReport(
        count, repeats, verdict.kind(), List.copyOf(remarks), verdict.settings());
  }

  private static Remark repeats(long repeats, List<Duplicate> first) {
    Remark.Draft draft = new Remark.Draft("duplicates").fact("duplicates", repeats);
    if (repeats == 0) {
      return draft.say("none").remark();
    }
    draft.atLeast(Severity.FAIL).say(Spans.grouped(repeats) + " repeat an earlier one");
    first.forEach(one ->
        draft.say(one.id() + " at line " + one.line() + " was first at line " + one.firstLine()));
    return draft.remark();
  }

  private Remark form(Form main) {
    Remark.Draft draft = new Remark.Draft("form");
    if (header != null) {
      draft.say("the first line, " + header + ", is the column's name and was left out");
    }
    if (fault != null) {
      draft.atLeast(Severity.FAIL).say(fault);
    }
    if (empty > 0) {
      draft.say(Spans.grouped(empty) + " rows have no id").fact("empty", empty);
    }
    if (forms.size() > 1) {
      draft.atLeast(Severity.WARN);
      forms.forEach((kind, form) -> draft.fact(kind.name(), form.count));
      forms.forEach((kind, form) -> {
        if (form != main) {
          draft.say(Spans.grouped(form.count) + " of other form (" + kind.title()
              + "), the first at line " + form.firstLine + ": " + form.example);
        }
      });
      draft.say("what follows is about the other " + Spans.grouped(main.count));
    }
    return draft.remark();
  }

  private static String shown(String text) {
    return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
  }

  @Override
  public void close() throws IOException {
    duplicates.close();
  }
}
