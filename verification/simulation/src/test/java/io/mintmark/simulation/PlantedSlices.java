package io.mintmark.simulation;

import java.util.List;

/** Mistakes in how threads take ids of their own, made on purpose. */
final class PlantedSlices {

  private static final String LINE = "core/src/main/java/io/mintmark/internal/line/";

  static final List<PlantedBug> ALL = List.of(
      new PlantedBug(
          "a thread goes on with what it took before all was given up",
          LINE + "ThreadSlices.java",
          "return slice[STAMP] == stamp;",
          "return true;"),
      new PlantedBug(
          "a thread takes one more than the line gave it",
          LINE + "ThreadSlices.java",
          "slice[END] = start + count;",
          "slice[END] = start + count + 1;"),
      new PlantedBug(
          "a thread takes what it asked for, and not what it was given",
          LINE + "LocalLine.java",
          "ThreadSlices.fill(slice, run.range().worker, run.start(), run.count());",
          "ThreadSlices.fill(slice, run.range().worker, run.start(), size);"));

  private PlantedSlices() {}
}
