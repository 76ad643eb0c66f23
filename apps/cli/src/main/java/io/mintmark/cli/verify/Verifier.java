package io.mintmark.cli.verify;

import io.mintmark.snowflake.SnowflakeLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Reads ids, one a line, and finds what repeats, what is out of order, and how fast they were made.
 * Exact; the memory it takes is bounded whatever the input: {@code bytes} for ids, 1 MB of file
 * buffers for each time that these ran over, and 1 MB besides.
 *
 * @param bytes the memory for ids, {@value KeySet#MIN_BYTES} to {@value KeySet#MAX_BYTES}
 * @param directory where what does not fit goes, to temporary files
 * @param shown how many duplicates to name
 * @param layout what numbers are read as, for their time
 * @param now the present, past which no number's time is plausible
 */
public record Verifier(int bytes, Path directory, int shown, SnowflakeLayout layout, Instant now) {

  private static final int PROGRESS_LINES = 1 << 16;

  /**
   * Reads to the end.
   *
   * @param lines the ids
   * @param progress is told the number of ids read, now and then
   * @return what was found
   * @throws IOException if reading fails, or a temporary file cannot be written
   * @throws IllegalArgumentException if a line is too long for an id
   */
  public VerifyReport verify(IdLines lines, LongConsumer progress) throws IOException {
    IdTime times = new IdTime(layout, now);
    IdKey key = new IdKey();
    Map<IdForm, FormCounter> forms = new EnumMap<>(IdForm.class);
    long count = 0;
    try (DuplicateFinder duplicates = new DuplicateFinder(bytes, directory, shown)) {
      while (lines.next()) {
        key.read(lines.bytes(), lines.from(), lines.to());
        duplicates.add(key, lines.line());
        forms
            .computeIfAbsent(key.form(), FormCounter::new)
            .add(key, lines.line(), times.epochMs(key));
        if (++count % PROGRESS_LINES == 0) {
          progress.accept(count);
        }
      }
      List<FormReport> reports =
          forms.values().stream().map(FormCounter::report).toList();
      return new VerifyReport(
          count, lines.unread(), duplicates.count(), duplicates.first(), reports);
    }
  }
}
