package io.mintmark.internal.store;

import io.mintmark.internal.text.XxHash64;
import io.mintmark.store.Line;
import java.util.regex.Pattern;

/**
 * The lines {@code spec/SUBJECT}, on which all processes agree on the settings of a name. The
 * {@code next} of such a line is a fingerprint of the first settings used, set once from 0. While
 * the name's lines are being moved to this store from another, the line holds a placeholder
 * instead, which is below every fingerprint.
 */
public final class SpecLine {

  /** The prefix of these lines' names. */
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
   * Subjects that are not the name of a generator: of worker pools, their ids, shard layouts, and
   * definitions.
   */
  private static final Pattern RESERVED =
      Pattern.compile("(worker|:id[0-9]*|:v[0-9]+|" + DEFINITIONS + "[0-9]+)/.*");

  private static final long FIRST_FINGERPRINT = 1L << 32;

  private SpecLine() {}

  /**
   * Names the line of a subject.
   *
   * @param subject see {@link Spec}
   * @return the line's name
   */
  public static String of(String subject) {
    return PREFIX + subject;
  }

  /**
   * Returns whether a generator cannot have a name, because its lines are reserved.
   *
   * @param name a generator's name
   * @return whether it begins like a subject that is not a generator's name, for example {@code
   *     worker/}
   */
  public static boolean isReserved(String name) {
    return RESERVED.matcher(name).matches();
  }

  /**
   * Computes the fingerprint of settings.
   *
   * @param settings all settings that affect uniqueness or promised order
   * @return 2^32 to 2^63 - 2
   */
  public static long fingerprint(String settings) {
    long hash = XxHash64.hash(settings) & Long.MAX_VALUE;
    return Math.min(hash < FIRST_FINGERPRINT ? hash + FIRST_FINGERPRINT : hash, Long.MAX_VALUE - 1);
  }

  /**
   * Computes the placeholder that replaces fingerprints while lines are being moved.
   *
   * @param identity the identity of the source store, see {@link StoreLines#IDENTITY}
   * @return 1 to 2^32 - 1
   */
  public static long placeholder(long identity) {
    return 1 + identity % (FIRST_FINGERPRINT - 1);
  }

  /**
   * Returns whether a line of settings was changed. Such a line must stay at the fingerprint that
   * was first written, which is the fingerprint of its note.
   *
   * @param line a line of settings
   * @return whether no settings can be compared with it
   */
  public static boolean isSpoilt(Line line) {
    return !isPlaceholder(line.next()) && fingerprint(line.note()) != line.next();
  }

  /**
   * Returns whether a line of settings holds a placeholder instead of a fingerprint.
   *
   * @param next the line's position
   * @return whether it is a placeholder
   */
  public static boolean isPlaceholder(long next) {
    return next > 0 && next < FIRST_FINGERPRINT;
  }
}
