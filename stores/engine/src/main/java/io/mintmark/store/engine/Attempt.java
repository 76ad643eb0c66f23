package io.mintmark.store.engine;

/** Does work with an open resource, and closes the resource only if the work fails. */
public final class Attempt {

  private Attempt() {}

  /**
   * Work with an open resource, for example the next steps of opening a store.
   *
   * @param <T> the type of the result
   * @param <E> the checked exceptions
   */
  @FunctionalInterface
  public interface Work<T, E extends Exception> {

    /**
     * Does the work.
     *
     * @return the result
     * @throws E if the work fails
     */
    T run() throws E;
  }

  /**
   * Does work. If it fails, also with an Error, closes a resource.
   *
   * @param <T> the type of the result
   * @param <E> the checked exceptions
   * @param resource the resource; stays open if the work succeeds
   * @param work the work
   * @return the result of the work
   * @throws E if the work fails; a failure to close the resource is added to the exception
   */
  public static <T, E extends Exception> T orClose(AutoCloseable resource, Work<T, E> work)
      throws E {
    try {
      return work.run();
    } catch (Throwable e) {
      try {
        resource.close();
      } catch (Exception again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }
}
