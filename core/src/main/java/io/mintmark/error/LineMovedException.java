package io.mintmark.error;

/**
 * Thrown when the lines of this store were moved to another store, or are being moved now. This
 * store gives out none of their positions again. Open the other store to go on; positions that the
 * process has claimed here before stay its own.
 */
public final class LineMovedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  private final String target;

  /**
   * Makes one.
   *
   * @param message what is wrong, the values that show it, and what follows
   * @param target the other store's URL without secrets, as it was written when the lines were
   *     moved
   */
  public LineMovedException(String message, String target) {
    super(message);
    this.target = target;
  }

  /**
   * Returns where the lines went.
   *
   * @return the other store's URL without secrets
   */
  public String target() {
    return target;
  }

  @Override
  public String code() {
    return "line-moved";
  }
}
