package io.mintmark.internal.key;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Operations of a format of keys that only Mintmark's own modules may call. The package {@code
 * io.mintmark.key} implements them. This package must not depend on {@code io.mintmark.key}, so the
 * parameters have the type {@code Object}, and a format is an {@code io.mintmark.key.KeyFormat}.
 *
 * @param faults returns every fault of a text, in the order to show them; none for a valid format
 * @param fields returns the fields of a format and their positions in a key, in their order
 * @param typingFault explains the fault in a text that looks like a mistyped key of a format, with
 *     the column of the fault, counted from 1; empty for a key, and for a text that does not look
 *     like a key. A text looks like a key in two cases:
 *     <ul>
 *       <li>It has the right length, and the constant text of the format at the same positions. If
 *           the format has no constant text, each character must be valid at its position.
 *       <li>It is one or two characters too long or too short, and begins with the constant text at
 *           the start of the format, which must have two or more characters.
 *     </ul>
 *
 * @param explainer explains a format
 */
public record FormatAccess(
    Function<String, List<FormatFault>> faults,
    Function<Object, List<KeyField>> fields,
    BiFunction<Object, CharSequence, Optional<String>> typingFault,
    Explainer explainer) {

  private static volatile @Nullable FormatAccess granted;

  /** Explains formats. */
  public interface Explainer {

    /**
     * Explains a format.
     *
     * @param format an {@code io.mintmark.key.KeyFormat}
     * @param zone the zone of the local time in keys
     * @param layouts an {@code io.mintmark.key.Shards} for each version; empty for keys without
     *     shards
     * @param start the lowest number in keys
     * @param now the moment from which the remaining time is counted
     * @return the explanation
     */
    KeyExplanation explain(
        Object format, ZoneId zone, Map<Integer, ?> layouts, long start, Instant now);
  }

  /**
   * Sets the implementation.
   *
   * @param access the implementation
   */
  public static void grant(FormatAccess access) {
    granted = access;
  }

  /**
   * Returns the operations.
   *
   * @param unused a format, or the exception that parsing a format threw; it shows that the class
   *     that sets the implementation has been initialised
   * @return the implementation
   */
  public static FormatAccess of(Object unused) {
    return Objects.requireNonNull(granted, "granted");
  }
}
