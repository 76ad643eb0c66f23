package io.mintmark.error;

/**
 * Thrown when the lines (counters) of this store were moved to another store, or are being moved
 * now. This store hands out no more positions of these lines. To continue, open the other store.
 * Positions that this process claimed here before the move still belong to it.
 */
public final class LineMovedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  private final String target;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   * @param target the other store's URL without secrets, as it was written when the lines were
   *     moved
   */
  public LineMovedException(String message, String target) {
    super("line-moved", false, message);
    this.target = target;
  }

  /**
   * Returns the store to which the lines were moved.
   *
   * @return the other store's URL without secrets
   */
  public String target() {
    return target;
  }
}
