package io.mintmark.store.engine;

/**
 * Opens something that consists of several parts, one after the other. If a later step fails, the
 * earlier parts are closed.
 */
public final class Opening {

  private Opening() {}

  /**
   * A step of opening.
   *
   * @param <T> the type of the result
   * @param <E> the checked exceptions
   */
  @FunctionalInterface
  public interface Step<T, E extends Exception> {

    /**
     * Does the step.
     *
     * @return the opened part
     * @throws E if it fails
     */
    T run() throws E;
  }

  /**
   * Closes a part.
   *
   * @param <E> the checked exceptions
   */
  @FunctionalInterface
  public interface Closing<E extends Exception> {

    /**
     * Closes the part.
     *
     * @throws E if it fails
     */
    void run() throws E;
  }

  /**
   * Does the rest of opening. Closes an open part if the rest fails, also with an Error.
   *
   * @param <T> the type of the result
   * @param <E> the checked exceptions of the rest
   * @param <F> the checked exceptions of closing
   * @param closing closes the part that is open already
   * @param rest opens the other parts
   * @return the result of the rest
   * @throws E if the rest fails
   * @throws F if the rest fails, and closing fails too
   */
  public static <T, E extends Exception, F extends Exception> T orClose(
      Closing<F> closing, Step<T, E> rest) throws E, F {
    boolean opened = false;
    try {
      T result = rest.run();
      opened = true;
      return result;
    } finally {
      if (!opened) {
        closing.run();
      }
    }
  }
}
