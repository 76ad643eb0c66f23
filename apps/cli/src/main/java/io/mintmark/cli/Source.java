package io.mintmark.cli;

import io.mintmark.generator.Description;
import io.mintmark.key.KeyRequest;
import io.mintmark.service.IdService;
import io.mintmark.time.ElapsedClock;
import java.time.InstantSource;
import java.util.List;

/** Gives a command its ids and lines: from the store itself, or from the server that has it. */
interface Source extends AutoCloseable {

  /** The most ids that one call may ask for. */
  int MAX_COUNT = IdService.MAX_COUNT;

  /** Makes {@code count} ids, 1 to {@value #MAX_COUNT}; only keys have a request of their own. */
  List<String> next(String name, int count, KeyRequest request);

  /** Describes every generator. */
  List<Description> generators();

  /** Reads where a line stands. */
  long position(String line);

  /** Moves a line from exactly {@code expected} to {@code next}; tells whether it did. */
  boolean compareAndSet(String line, long expected, long next);

  /** Moves a line from exactly {@code expected} down to {@code next}; tells whether it did. */
  boolean lower(String line, long expected, long next);

  /** What people know it by: the server, or the store's URL without secrets. */
  String where();

  /**
   * Looks at all of it; what cannot be looked at is a problem of its own.
   *
   * @param claims whether to make claims on a line of Mintmark's own; otherwise nothing is written
   */
  List<Finding> examine(InstantSource clock, ElapsedClock elapsed, boolean claims)
      throws InterruptedException;

  @Override
  void close();
}
