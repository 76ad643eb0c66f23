package io.mintmark.inspect;

import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Opaque ids that an inspector recognises. Without the key nothing is said of them but that they
 * may be such ids: what their bits or digits seem to show is not what they were made from.
 *
 * @param plain makes of an id, by the key, what it would be if it were not hidden: a number, or the
 *     number of a key; it throws {@link io.mintmark.error.InvalidIdException} for what can be no
 *     such id. Empty for an inspector that has no key, or may not tell
 * @param hidden what is said where {@code plain} is empty
 */
public record OpaqueForm(Optional<ToLongFunction<String>> plain, String hidden) {

  private static final String HIDDEN =
      "what it was made from: only the key of its generator shows that";

  /**
   * Shows what ids were made from.
   *
   * @param plain what an id would be if it were not hidden
   * @return a form with the key
   */
  public static OpaqueForm revealed(ToLongFunction<String> plain) {
    return new OpaqueForm(Optional.of(plain), HIDDEN);
  }

  /**
   * Shows nothing.
   *
   * @return a form without the key
   */
  public static OpaqueForm withoutKey() {
    return new OpaqueForm(Optional.empty(), HIDDEN);
  }

  /**
   * Shows nothing, and says why.
   *
   * @param fault why there is no key, for somebody who may know where it should be
   * @return a form without the key
   */
  public static OpaqueForm withoutKey(String fault) {
    return new OpaqueForm(Optional.empty(), HIDDEN + "; " + fault);
  }
}
