package io.mintmark.rigs;

/**
 * Decides how much a test does: little in each build, so that a whole build takes minutes, and much
 * under the profile {@code long}. A test that uses this class has the tag {@code sized}, with which
 * that profile runs it once more.
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
