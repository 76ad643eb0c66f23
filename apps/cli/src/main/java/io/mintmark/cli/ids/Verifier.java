package io.mintmark.cli.ids;

import static io.mintmark.cli.ids.ParsedId.NO_TIME;

import io.mintmark.error.Message;
import io.mintmark.snowflake.SnowflakeLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/**
 * Reads ids, one per line, and finds repeats, ids that are out of order, and their rate. The result
 * is exact; the memory is bounded whatever the input.
 *
 * @param bytes the memory for ids
 * @param directory the directory for temporary files, for ids that do not fit into the memory
 * @param shown how many duplicates to report
 * @param layout the layout of numbers, for their time
 * @param now the present; no later time of a number is plausible
 */
public record Verifier(long bytes, Path directory, int shown, SnowflakeLayout layout, Instant now) {

  private static final Duration AHEAD = Duration.ofDays(1);

  /**
   * Numbers of the layout's first month are read as numbers of a sequence, not as times. A sequence
   * would have to count to 10^16 to be misread.
   */
  private static final Duration YOUNG = Duration.ofDays(30);

  /** A column's name. A single line of this form is no id. */
  private static final Pattern HEADER = Pattern.compile("[\\p{L}_][\\p{L}_ .-]{0,63}");

  /**
   * Reads all ids.
   *
   * @param lines the ids
   * @param progress receives the number of ids read
   * @return the report
   * @throws IOException if reading fails, or a temporary file cannot be written
   * @throws IllegalArgumentException if a line is too long for an id, or if there is no id
   */
  public VerifyReport verify(IdLines lines, LongConsumer progress) throws IOException {
    Map<IdForm, FormCounter> forms = new EnumMap<>(IdForm.class);
    long count = 0;
    String first = "";
    try (DuplicateFinder duplicates = new DuplicateFinder(bytes, directory, shown)) {
      while (lines.next()) {
        ParsedId id = ParsedId.of(lines.text());
        first = count == 0 ? id.text() : first;
        duplicates.add(id.key(), lines.line());
        forms
            .computeIfAbsent(IdForm.of(id), form -> new FormCounter(form, id))
            .add(id, lines.line(), epochMs(id));
        progress.accept(++count);
      }
      checkFound(lines, count, first);
      List<FormReport> reports =
          forms.values().stream().map(FormCounter::report).toList();
      return new VerifyReport(
          count, lines.unread(), duplicates.count(), duplicates.first(), reports);
    }
  }

  /** Refuses an input without an id. No duplicates in it would mean nothing. */
  private static void checkFound(IdLines lines, long count, String first) {
    if (count == 0) {
      throw new IllegalArgumentException("there is no id: "
          + lines.fault().orElse("all lines are blank; give one id on each line"));
    }
    if (count == 1 && lines.unread() == 0 && HEADER.matcher(first).matches()) {
      throw new IllegalArgumentException(Message.of(
          "there is no id: the only line is a word without a digit, which may be a column's"
              + " name: text={}",
          IdLines.shown(first)));
    }
  }

  private long epochMs(ParsedId id) {
    return switch (IdForm.of(id)) {
      case NUMBER -> layout.fits(id.high()) ? plausible(layout.decode(id.high()).time()) : NO_TIME;
      case OBJECT_ID, UUID -> id.epochMs();
      case TEXT -> NO_TIME;
    };
  }

  private long plausible(Instant time) {
    long ms = time.toEpochMilli();
    return ms - layout.epoch().toEpochMilli() < YOUNG.toMillis()
            || ms - now.toEpochMilli() > AHEAD.toMillis()
        ? NO_TIME
        : ms;
  }
}
