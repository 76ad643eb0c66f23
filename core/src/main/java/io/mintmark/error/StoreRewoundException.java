package io.mintmark.error;

/**
 * Thrown when the store has forgotten claims that it had acknowledged. The start of a new claim is
 * below the end of this process's earlier claims, so other processes may receive the same
 * positions. This generator issues no id again, even if the line (the counter in the store) is
 * higher later. An administrator may then have raised the line, but other processes may also have
 * advanced it, and this process cannot distinguish the two. Raise the line above every position
 * that any process has claimed, then restart the process.
 */
public final class StoreRewoundException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public StoreRewoundException(String message) {
    super("store-rewound", false, message);
  }
}
