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
