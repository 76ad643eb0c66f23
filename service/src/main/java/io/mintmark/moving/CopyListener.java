package io.mintmark.moving;

/** Follows the progress of a copy. Called by the thread of the copy. */
@FunctionalInterface
public interface CopyListener {

  /**
   * Called when a step is done for another line.
   *
   * @param step the present step, for example {@code sealing}
   * @param done the number of lines for which the step is done
   * @param all the number of lines of the step
   */
  void progress(String step, int done, int all);
}
