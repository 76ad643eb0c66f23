package io.mintmark.cli;

import io.mintmark.cli.ids.IdLines;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.PublishedCounter;
import io.mintmark.internal.text.WholeNumber;
import io.mintmark.key.ParsedKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The line (the store's counter) from which the ids of a file were made, and the end of the
 * positions that they used.
 *
 * @param line the line's name
 * @param end the position after the highest id's position
 */
record IssuedIds(String line, long end) {

  /**
   * Reads a file of ids, which may be compressed with gzip.
   *
   * @param name the generator that made them
   * @param settings the generator's settings
   * @param file an id on each line
   * @param column the name or the number of the column with the ids; null if lines have one value
   * @param progress receives the number of the line read
   * @throws ConfigurationException if ids of this kind do not show how far to raise the generator's
   *     lines
   * @throws InvalidIdException if a line of the file is not an id of the generator
   */
  static IssuedIds read(
      String name,
      GeneratorSettings settings,
      Path file,
      @Nullable String column,
      LongConsumer progress)
      throws IOException {
    boolean isSequence = settings.type().equals("sequence");
    if (!isSequence && settings.knownKey().isEmpty()) {
      throw refusal(name, "only their time does: type=" + settings.type());
    }
    long end = 0;
    try (IdLines lines = new IdLines(Files.newInputStream(file), column, settings::recognises)) {
      while (lines.next()) {
        progress.accept(lines.line());
        try {
          String text = lines.text();
          long position =
              isSequence ? number(name, text, settings) : position(name, text, settings);
          end = Math.max(end, position + 1);
        } catch (InvalidIdException e) {
          throw new InvalidIdException(
              Message.of("{}; file={}, line={}", e.getMessage(), file, lines.line()));
        }
      }
      Optional<String> fault = lines.fault();
      if (fault.isPresent()) {
        throw new InvalidIdException(Message.of("{}; file={}", fault.get(), file));
      }
    }
    if (end == 0) {
      throw new InvalidIdException(Message.of("there are no ids in the file: file={}", file));
    }
    PublishedCounter after =
        new PublishedCounter("the ids in " + file, end, 1, OptionalLong.empty());
    return isSequence
        ? new IssuedIds("seq/" + name, settings.past(name, after))
        : new IssuedIds("key/" + name, end);
  }

  private static long number(String name, String id, GeneratorSettings settings) {
    String text = settings.prefix().map(known -> known.read(id)).orElse(id);
    try {
      long number = WholeNumber.parse(text);
      if (number >= 0 && number < Long.MAX_VALUE) {
        return settings.isOpaque() ? settings.plain(name, text) : number;
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number outside the range of sequences.
    }
    throw new InvalidIdException(Message.of("the id is not a number of a sequence: id={}", text));
  }

  /**
   * Returns the position of the number from which the key was made. An opaque key does not show it.
   */
  private static long position(String name, String text, GeneratorSettings settings) {
    ParsedKey parsed = settings.knownKey().orElseThrow().format().parseKey(text);
    if (parsed.worker().isPresent()) {
      throw refusal(name, "only their worker number and their time do");
    }
    return parsed.position() - parsed.number() + settings.plain(name, text);
  }

  private static ConfigurationException refusal(String name, String why) {
    return new ConfigurationException(
        "generator '" + name + "'",
        Message.of(
            "ids do not show how far to raise its lines, {}; leave it out of --from-ids, --by-time"
                + " is enough",
            why));
  }
}
