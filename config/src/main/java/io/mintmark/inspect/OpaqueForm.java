package io.mintmark.inspect;

import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * The form of opaque ids that an inspector recognises. Without the secret key, a reading states
 * only that the id may be opaque: the apparent meaning of its bits or digits is not the plain
 * value.
 *
 * @param plain decodes an id, with the secret key, to its plain value. For a readable key, this is
 *     its number. Throws {@link io.mintmark.error.InvalidIdException} for a text that cannot be
 *     such an id. Empty if the secret key is missing, or the inspector may not reveal the value
 * @param hidden the text that a reading shows if {@code plain} is empty
 */
public record OpaqueForm(Optional<ToLongFunction<String>> plain, String hidden) {

  private static final String HIDDEN = "its content: readable only with its generator's key";

  /**
   * Makes a form that shows plain values.
   *
   * @param plain decodes an id to its plain value
   * @return a form with the secret key
   */
  public static OpaqueForm revealed(ToLongFunction<String> plain) {
    return new OpaqueForm(Optional.of(plain), HIDDEN);
  }

  /**
   * Makes a form that does not show plain values.
   *
   * @return a form without the secret key
   */
  public static OpaqueForm withoutKey() {
    return new OpaqueForm(Optional.empty(), HIDDEN);
  }

  /**
   * Makes a form that shows the reason instead of plain values.
   *
   * @param fault why the secret key is missing; the text may contain the path of the key file
   * @return a form without the secret key
   */
  public static OpaqueForm withoutKey(String fault) {
    return new OpaqueForm(Optional.empty(), HIDDEN + "; " + fault);
  }
}
