package io.mintmark.rigs;

/**
 * Decides how much a test does: little in each build, so that a whole build takes minutes, and much
 * under the profile {@code long}. Tests that use this class have the tag {@code sized}. The profile
 * runs these tests again, in the larger size.
 */
public final class LongRun {

  private static final boolean ON = Boolean.getBoolean("mintmark.long");

  private LongRun() {}

  /**
   * Chooses a size.
   *
   * @param little enough to find the errors that a change usually causes
   * @param much as much as a run of half an hour has time for
   * @return the size for this run
   */
  public static int size(int little, int much) {
    return ON ? much : little;
  }
}
