package io.mintmark.cli;

import picocli.CommandLine.Parameters;

/** The arguments of a command that changes a line's position by hand: the line and the position. */
final class LinePosition {

  @Parameters(index = "0", paramLabel = "LINE", description = "The line's name.")
  private String line;

  @Parameters(
      index = "1",
      paramLabel = "NEXT",
      description =
          "The position to hand out next. Positions count from 0, so a sequence that starts"
              + " at 1 then gives NEXT + 1.")
  private long next;

  String line() {
    return line;
  }

  long next() {
    return next;
  }
}
