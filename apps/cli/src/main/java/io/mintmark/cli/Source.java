package io.mintmark.cli;

import io.mintmark.generator.Description;
import io.mintmark.key.KeyRequest;
import io.mintmark.service.IdService;
import java.util.List;

/** The source of a command's ids and lines: the store itself, or the server that uses it. */
interface Source extends AutoCloseable {

  /**
   * Makes {@code count} ids, 1 to {@value IdService#MAX_COUNT}. Only keys accept a request other
   * than {@link KeyRequest#PLAIN}.
   */
  List<String> next(String name, int count, KeyRequest request);

  /** Describes every generator. */
  List<Description> generators();

  /** Returns the source's name for people: the server, or the store's URL without secrets. */
  String where();

  /**
   * Examines the source. A failed examination is reported as a problem.
   *
   * @param terminal has the clocks
   * @param claims whether to send claims on a line of Mintmark's own; otherwise nothing is written
   */
  List<Finding> examine(Terminal terminal, boolean claims);

  @Override
  void close();
}
