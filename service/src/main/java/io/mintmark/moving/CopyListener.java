package io.mintmark.moving;

/** Hears how far a copy is. Called by several threads, one at a time. */
@FunctionalInterface
public interface CopyListener {

  /**
   * One more line is done.
   *
   * @param step what is being done, for example {@code sealing}
   * @param done how many lines it is done for
   * @param all how many there are
   */
  void progress(String step, int done, int all);
}
