package io.mintmark.cli.ids;

import io.mintmark.error.Message;
import io.mintmark.snowflake.SnowflakeLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/**
 * Reads ids once, one after the other, and reports on them. It does not keep the ids, only a {@link
 * Profile} of bounded size for each kind. It finds every repeated id exactly. The memory is bounded
 * for every input.
 *
 * @param bytes the memory for finding repeats
 * @param directory the directory for temporary files, for ids that do not fit into the memory
 * @param shown how many repeats to report
 */
public record IdAnalysis(long bytes, Path directory, int shown) {

  /**
   * The form of a column's name. If an input has a single line of this form, the line is not an id.
   */
  private static final Pattern WORD = Pattern.compile("[\\p{L}_][\\p{L}_ .-]{0,63}");

  /** The form of a first line that is a column's name if all ids after it are of other kinds. */
  private static final Pattern HEADER = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_ .]{0,63}");

  private static final int GROUPED = 10_000;

  /**
   * All ids of an input.
   *
   * @param count how many
   * @param repeats how many of them repeat an earlier id
   * @param first the first of these
   * @param kinds the profile of each kind that occurred
   */
  private record Read<P extends Profile>(
      long count, long repeats, List<Duplicate> first, List<P> kinds) {}

  private <P extends Profile> Read<P> read(
      IdLines lines, LongConsumer progress, Function<ParsedId, P> profile) throws IOException {
    Map<IdKind, P> kinds = new EnumMap<>(IdKind.class);
    long count = 0;
    String first = "";
    try (DuplicateFinder duplicates = new DuplicateFinder(this)) {
      while (lines.next()) {
        ParsedId id = ParsedId.of(lines.text());
        first = count == 0 ? id.text() : first;
        duplicates.add(id.key(), lines.line());
        kinds.computeIfAbsent(id.kind(), kind -> profile.apply(id)).take(id, lines.line());
        progress.accept(++count);
      }
      checkFound(lines, count, first);
      return new Read<>(count, duplicates.count(), duplicates.first(), List.copyOf(kinds.values()));
    }
  }

  /** Refuses an input without an id. A report without duplicates would be misleading. */
  private static void checkFound(IdLines lines, long count, String first) {
    if (count == 0) {
      throw new IllegalArgumentException("the input has no id: "
          + lines.fault().orElse("all lines are blank; write one id on each line"));
    }
    if (count == 1 && lines.unread() == 0 && WORD.matcher(first).matches()) {
      throw new IllegalArgumentException(Message.of(
          "the input has no id: the only line is a word without a digit, which may be a column's"
              + " name: text={}",
          IdLines.shown(first)));
    }
  }

  /**
   * Reads all ids, and reports their order and rate.
   *
   * @param lines the ids
   * @param layout the layout from which the time of a number is read
   * @param now the present; an id with a later time is implausible
   * @param progress receives the number of ids read
   * @throws IOException if reading fails, or a temporary file cannot be written
   * @throws IllegalArgumentException if a line is too long for an id, or if there is no id
   */
  public VerifyReport verify(
      IdLines lines, SnowflakeLayout layout, Instant now, LongConsumer progress)
      throws IOException {
    Read<OrderProfile> read = read(lines, progress, id -> new OrderProfile(id, layout, now));
    return new VerifyReport(
        read.count(),
        lines.unread(),
        read.repeats(),
        read.first(),
        read.kinds().stream().map(OrderProfile::report).toList());
  }

  /**
   * Reads all ids, and reports which generator made them. If they have several kinds, the report
   * judges the most common kind and counts the others. If the first line is a column's name, it is
   * left out.
   *
   * @param lines the ids
   * @param known facts about the ids that are known before they are read
   * @param progress receives the number of ids read
   * @throws IOException if reading fails, or a temporary file cannot be written
   * @throws IllegalArgumentException if a line is too long for an id, or if there is no id
   */
  public CheckReport check(IdLines lines, CheckOptions known, LongConsumer progress)
      throws IOException {
    Read<CheckProfile> read = read(
        lines,
        progress,
        id -> id.kind() == IdKind.NUMBER
            ? new NumberProfile(known)
            : new FormProfile(id.kind(), known));
    List<CheckProfile> kinds = new ArrayList<>(read.kinds());
    Optional<CheckProfile> header = kinds.stream()
        .filter(each -> each.count() == 1 && read.count() > 1)
        .filter(each -> HEADER.matcher(each.example()).matches())
        .filter(each -> kinds.stream().allMatch(other -> other.firstLine() >= each.firstLine()))
        .findFirst();
    header.ifPresent(kinds::remove);
    CheckProfile main =
        kinds.stream().max(Comparator.comparingLong(CheckProfile::count)).orElseThrow();
    CheckProfile.Verdict verdict = main.verdict(read.repeats());
    List<Remark> remarks = new ArrayList<>(verdict.remarks());
    remarks.add(1, repeats(read));
    if (kinds.size() < read.kinds().size() || kinds.size() > 1 || lines.unread() > 0) {
      remarks.add(0, form(main, kinds, header, lines.fault()));
    }
    return new CheckReport(
        read.count() - (header.isPresent() ? 1 : 0),
        read.repeats(),
        verdict.kind(),
        remarks,
        verdict.settings());
  }

  private static Remark repeats(Read<?> read) {
    Remark remark = new Remark("duplicates").fact("duplicates", read.repeats());
    if (read.repeats() == 0) {
      return remark.say("none");
    }
    remark.atLeast(Severity.FAIL).say(grouped(read.repeats()) + " repeat an earlier one");
    read.first()
        .forEach(one -> remark.say(
            one.id() + " at line " + one.line() + " was first at line " + one.firstLine()));
    return remark;
  }

  private static Remark form(
      CheckProfile main,
      List<CheckProfile> kinds,
      Optional<CheckProfile> header,
      Optional<String> fault) {
    Remark remark = new Remark("form");
    header.ifPresent(name ->
        remark.say("the first line, " + name.example() + ", is the column's name and was skipped"));
    fault.ifPresent(sentence -> remark.atLeast(Severity.FAIL).say(sentence));
    if (kinds.size() > 1) {
      remark.atLeast(Severity.WARN);
      for (CheckProfile other : kinds) {
        remark.fact(other.kind().name(), other.count());
        if (other != main) {
          remark.say(grouped(other.count()) + " of another form (" + other.kind().title
              + "), the first at line " + other.firstLine() + ": "
              + IdLines.shown(other.example()));
        }
      }
      remark.say("the rest of the report is about the other " + grouped(main.count()));
    }
    return remark;
  }

  /** Formats a number, with commas from five digits on. */
  static String grouped(long number) {
    return Math.abs(number) < GROUPED
        ? Long.toString(number)
        : String.format(Locale.ROOT, "%,d", number);
  }
}
