package io.mintmark.rigs;

/**
 * Decides how much a test does: little in each build, so that all of a build takes minutes, and
 * much under the profile {@code long}. A test that asks here has the tag {@code sized}, by which
 * that profile runs it once more.
 */
public final class LongRun {

  private static final boolean ON = Boolean.getBoolean("mintmark.long");

  private LongRun() {}

  /**
   * Chooses a size.
   *
   * @param little enough to find what a change usually breaks
   * @param much as much as a run of half an hour has time for
   * @return the one that this run takes
   */
  public static int size(int little, int much) {
    return ON ? much : little;
  }
}
