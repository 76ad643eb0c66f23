package io.mintmark.rigs;

import java.nio.file.Path;

/** Libraries that a process loads before all others. */
final class Preload {

  private static final String VARIABLE = "LD_PRELOAD";

  private Preload() {}

  /** Adds one to those that a process has already. */
  static void add(ProcessBuilder process, Path library) {
    process.environment().merge(VARIABLE, library.toString(), (before, one) -> before + ":" + one);
  }
}
