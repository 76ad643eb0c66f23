package io.mintmark.enginespeed;

/** What one thread draws its numbers with, with a connection of its own if it needs one. */
@FunctionalInterface
interface Drawing {

  /** Draws a number that nobody else gets, durable before it is returned. */
  long next() throws Exception;

  /** Gives its connection up. */
  default void close() throws Exception {}
}
