package io.mintmark.enginespeed;

/**
 * One way to draw numbers from an engine.
 *
 * @param name what the table calls it
 * @param opening opens it for one more thread
 */
record Contender(String name, Opening opening) {

  /** Opens a way to draw numbers. */
  @FunctionalInterface
  interface Opening {
    Drawing open() throws Exception;
  }
}
