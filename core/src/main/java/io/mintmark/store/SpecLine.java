package io.mintmark.store;

import io.mintmark.text.XxHash64;

/**
 * The lines {@code spec/SUBJECT}, which hold everyone to the first settings used under a name: such
 * a line's {@code next} is a fingerprint of them, set once from 0. While the name's lines are being
 * moved to this store from another, a placeholder stands there instead, below every fingerprint.
 */
public final class SpecLine {

  /** What the names of these lines start with. */
  public static final String PREFIX = "spec/";

  private static final long FIRST_FINGERPRINT = 1L << 32;

  private SpecLine() {}

  /**
   * Names the line of a subject.
   *
   * @param subject a generator's name, or {@code worker/} and a worker scope
   * @return the line's name
   */
  public static String of(String subject) {
    return PREFIX + subject;
  }

  /**
   * Computes the fingerprint of some settings.
   *
   * @param settings all that bears on uniqueness or promised order
   * @return 2^32 to 2^63 - 2
   */
  public static long fingerprint(String settings) {
    long hash = XxHash64.hash(settings) & Long.MAX_VALUE;
    return Math.min(hash < FIRST_FINGERPRINT ? hash + FIRST_FINGERPRINT : hash, Long.MAX_VALUE - 1);
  }

  /**
   * Computes what stands in place of fingerprints while lines are being moved.
   *
   * @param identity where {@link StoreLines#IDENTITY} stands in the store that they come from
   * @return 1 to 2^32 - 1
   */
  public static long placeholder(long identity) {
    return 1 + identity % (FIRST_FINGERPRINT - 1);
  }

  /**
   * Tells placeholders from fingerprints.
   *
   * @param next where such a line stands
   * @return whether it is a placeholder
   */
  public static boolean isPlaceholder(long next) {
    return next > 0 && next < FIRST_FINGERPRINT;
  }
}
