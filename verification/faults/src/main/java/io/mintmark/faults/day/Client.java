package io.mintmark.faults.day;

/** A program that asks for ids, by one of the ways that programs have. Thread-safe. */
interface Client extends AutoCloseable {

  /**
   * Asks for the next id. Any exception but these two says that the request had no answer.
   *
   * @throws NotSentException if no server took the connection; nothing was asked
   * @throws RefusedException if the answer is an error
   */
  String next(String name) throws Exception;

  @Override
  void close();

  /** No server took the connection. */
  final class NotSentException extends Exception {

    private static final long serialVersionUID = 1L;

    NotSentException(Throwable cause) {
      super(cause);
    }
  }

  /** The answer is an error. */
  final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    RefusedException(String answer) {
      super(answer);
    }
  }
}
