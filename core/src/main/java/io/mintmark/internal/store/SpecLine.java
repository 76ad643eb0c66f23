package io.mintmark.internal.store;

import io.mintmark.internal.text.XxHash64;
import io.mintmark.store.Line;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The lines {@code spec/SUBJECT}, with which all processes agree on the settings of a name or a
 * worker pool (the subject). A line is a named, durable counter in the store. The position of a
 * line {@code spec/SUBJECT} is a fingerprint (a hash) of the settings that were used first. It is
 * set once, from 0. While the lines of the subject are being moved to this store from another
 * store, the position is a placeholder instead, which is below every fingerprint.
 */
public final class SpecLine {

  /** The prefix of the names of these lines. */
  public static final String PREFIX = "spec/";

  /** The prefix of the subjects of worker pools. */
  public static final String WORKERS = "worker/";

  /**
   * The prefix of the subjects of definitions, followed by a version, a slash and the generator's
   * name. A definition contains settings that one server received for a name, so that all servers
   * of the store can use them.
   */
  public static final String DEFINITIONS = ":def";

  /**
   * Matches subjects that are not the name of a generator: those of worker pools, of the ids of
   * worker pools, of shard layouts, and of definitions.
   */
  private static final Pattern RESERVED =
      Pattern.compile("(worker|:id[0-9]*|:v[0-9]+|" + DEFINITIONS + "[0-9]+)/.*");

  private static final long FIRST_FINGERPRINT = 1L << 32;

  private SpecLine() {}

  /**
   * Returns the name of the line of a subject.
   *
   * @param subject see {@link Spec}
   * @return the line's name
   */
  public static String of(String subject) {
    return PREFIX + subject;
  }

  /**
   * Returns the line that a store gets for settings.
   *
   * @param spec the settings
   * @return the line: its fingerprint, and the text of the settings as its note
   */
  public static Line of(Spec spec) {
    String settings = spec.settings();
    return new Line(PREFIX + spec.subject(), fingerprint(settings), settings, Instant.EPOCH);
  }

  /**
   * Checks the name of a generator. It becomes a part of the names of its lines, and the longest of
   * them is the line for the settings of its worker pool. A name is reserved if it begins like a
   * subject that is not a generator's name, for example with {@code worker/}: its line would be the
   * line of that subject.
   *
   * @param name any text
   * @return why no generator can have the name; empty for a valid name
   */
  public static Optional<String> nameFault(String name) {
    try {
      String unused = LineName.check(name);
      String unusedLongest = LineName.check(of(WORKERS + name));
    } catch (IllegalArgumentException e) {
      return Optional.of("the generator's name is not a valid line name: " + e.getMessage());
    }
    return RESERVED.matcher(name).matches()
        ? Optional.of(
            "names that start like this are reserved for Mintmark's own lines; use another"
                + " name")
        : Optional.empty();
  }

  /**
   * Computes the fingerprint of settings.
   *
   * @param settings all settings that affect uniqueness or promised order
   * @return a number from 2^32 to 2^63 - 2
   */
  public static long fingerprint(String settings) {
    long hash = XxHash64.hash(settings) & Long.MAX_VALUE;
    return Math.min(hash < FIRST_FINGERPRINT ? hash + FIRST_FINGERPRINT : hash, Long.MAX_VALUE - 1);
  }

  /**
   * Computes the placeholder that replaces fingerprints while lines are being moved.
   *
   * @param identity the identity of the source store, see {@link StoreLines#IDENTITY}
   * @return a number from 1 to 2^32 - 1
   */
  public static long placeholder(long identity) {
    return 1 + identity % (FIRST_FINGERPRINT - 1);
  }

  /**
   * Returns whether the position of a line of settings was changed. It must stay the fingerprint
   * that was first written, which is the fingerprint of the text in the line's note.
   *
   * @param line a line of settings
   * @return whether the position differs from the fingerprint of the note, so that settings cannot
   *     be compared with it
   */
  public static boolean isSpoilt(Line line) {
    return !isPlaceholder(line.next()) && fingerprint(line.note()) != line.next();
  }

  /**
   * Returns whether a line of settings holds a placeholder instead of a fingerprint.
   *
   * @param next the line's position
   * @return whether the position is a placeholder
   */
  public static boolean isPlaceholder(long next) {
    return next > 0 && next < FIRST_FINGERPRINT;
  }
}
