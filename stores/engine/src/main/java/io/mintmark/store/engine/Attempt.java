package io.mintmark.store.engine;

/** Does work in a certain way, for example with a resource that it closes only after a failure. */
public final class Attempt {

  private Attempt() {}

  /**
   * Work to do, for example the next steps of opening a store.
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
   * Work with a resource.
   *
   * @param <R> the type of the resource
   * @param <T> the type of the result
   * @param <E> the checked exceptions
   */
  @FunctionalInterface
  public interface Use<R, T, E extends Exception> {

    /**
     * Does the work.
     *
     * @param resource the open resource
     * @return the result
     * @throws E if the work fails
     */
    T run(R resource) throws E;
  }

  /**
   * Closes a resource.
   *
   * @param <R> the type of the resource
   */
  @FunctionalInterface
  public interface Closing<R> {

    /**
     * Closes the resource.
     *
     * @param resource the open resource
     * @throws Exception if it cannot be closed
     */
    void close(R resource) throws Exception;
  }

  /**
   * Opens a resource and works with it. If the work fails, also with an Error, closes the resource.
   * Nothing is allocated between opening and the work, so the resource is closed also if memory is
   * used up.
   *
   * @param <R> the type of the resource
   * @param <T> the type of the result
   * @param <E> the checked exceptions
   * @param open opens the resource
   * @param close closes it after a failure; its own failure is added to the exception
   * @param use works with the resource, which stays open if the work succeeds
   * @return the result of the work
   * @throws E if the resource cannot be opened, or the work fails
   */
  public static <R, T, E extends Exception> T orClose(
      Work<R, E> open, Closing<R> close, Use<R, T, E> use) throws E {
    R resource = open.run();
    try {
      return use.run(resource);
    } catch (Throwable e) {
      try {
        close.close(resource);
      } catch (Exception again) {
        e.addSuppressed(again);
      }
      throw e;
    }
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
    return orClose(() -> resource, AutoCloseable::close, open -> work.run());
  }

  /**
   * Does work while the interrupt flag of the thread is cleared, and restores the flag afterwards.
   * The clients of some engines refuse to work in an interrupted thread.
   *
   * @param <T> the type of the result
   * @param <E> the checked exceptions
   * @param work the work
   * @return the result of the work
   * @throws E if the work fails
   */
  public static <T, E extends Exception> T uninterrupted(Work<T, E> work) throws E {
    boolean interrupted = Thread.interrupted();
    try {
      return work.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
