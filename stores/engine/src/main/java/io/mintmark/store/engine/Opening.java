package io.mintmark.store.engine;

/**
 * Opens something that consists of several parts, one after the other. If a later step fails, the
 * earlier parts are closed.
 */
public final class Opening {

  private Opening() {}

  /**
   * The steps after a part was opened.
   *
   * @param <T> the type of the result
   * @param <E> the checked exceptions
   */
  @FunctionalInterface
  public interface Rest<T, E extends Exception> {

    /**
     * Does the steps.
     *
     * @return the result of opening
     * @throws E if a step fails
     */
    T run() throws E;
  }

  /**
   * Does the rest of opening. Closes an open part if the rest fails, also with an Error.
   *
   * @param <T> the type of the result
   * @param <E> the checked exceptions of the rest
   * @param part the part that is open already
   * @param rest the steps after that
   * @return the result of the rest
   * @throws E if the rest fails; a failure to close the part is added to the exception
   */
  public static <T, E extends Exception> T orClose(AutoCloseable part, Rest<T, E> rest) throws E {
    try {
      return rest.run();
    } catch (Throwable e) {
      try {
        part.close();
      } catch (Exception again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }
}
