package io.mintmark.cli.ids;

import io.mintmark.error.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/**
 * Reads ids once, one after the other. It does not keep the ids, only an {@link IdProfile} of
 * bounded size for each kind. It finds every repeated id exactly. The memory is bounded for every
 * input.
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

  /**
   * Reads all ids.
   *
   * @param lines the ids
   * @param layouts the layouts from which the time of a number may be read
   * @param newest the latest time at which the newest id can have been made
   * @param progress receives the number of ids read
   * @throws IOException if reading fails, or a temporary file cannot be written
   * @throws IllegalArgumentException if a line is too long for an id, or if there is no id: a
   *     report without duplicates would be misleading
   */
  public ReadIds read(
      IdLines lines, List<KnownLayout> layouts, Instant newest, LongConsumer progress)
      throws IOException {
    Map<IdKind, IdProfile> kinds = new EnumMap<>(IdKind.class);
    long count = 0;
    try (DuplicateFinder duplicates = new DuplicateFinder(this)) {
      while (lines.next()) {
        ParsedId id = ParsedId.of(lines.text());
        long line = lines.line();
        duplicates.add(id.key(), line);
        kinds
            .computeIfAbsent(
                id.kind(),
                kind -> kind == IdKind.NUMBER
                    ? new NumberProfile(id, line, layouts, newest)
                    : new IdProfile(id, line, newest))
            .add(id, line);
        progress.accept(++count);
      }
      if (count == 0) {
        throw new IllegalArgumentException("the input has no id: "
            + lines.fault().orElse("all lines are blank; write one id on each line"));
      }
      if (count == 1 && lines.unread() == 0 && WORD.matcher(lines.text()).matches()) {
        throw new IllegalArgumentException(Message.of(
            "the input has no id: the only line is a word without a digit, which may be a column's"
                + " name: text={}",
            IdLines.shown(lines.text())));
      }
      return new ReadIds(
          count,
          duplicates.count(),
          duplicates.first(),
          List.copyOf(kinds.values()),
          lines.unread(),
          lines.fault());
    }
  }
}
