package io.mintmark.enginespeed;

/** What one thread draws its numbers with, with a connection of its own if it needs one. */
@FunctionalInterface
interface Drawing extends AutoCloseable {

  /** Draws a number that nobody else gets, durable before it is returned. */
  long next() throws Exception;

  @Override
  default void close() throws Exception {}
}
