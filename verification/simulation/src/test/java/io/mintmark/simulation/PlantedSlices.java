package io.mintmark.simulation;

import java.util.List;

/** Mistakes in how threads take ids of their own, made on purpose. */
final class PlantedSlices {

  private static final String LINE = "core/src/main/java/io/mintmark/internal/line/";

  static final List<PlantedBug> ALL = List.of(
      new PlantedBug(
          "a thread goes on with what it took before all was given up",
          LINE + "ThreadSlices.java",
          "return id < slice[END] && slice[STAMP] == stamp;",
          "return id < slice[END];"),
      new PlantedBug(
          "a thread takes one more than the line gave it",
          LINE + "ThreadSlices.java",
          "slice[END] = start + count;",
          "slice[END] = start + count + 1;"),
      new PlantedBug(
          "a thread takes what it asked for, and not what it was given",
          LINE + "LocalLine.java",
          "ThreadSlices.fill(slice, r.worker, id, count);",
          "ThreadSlices.fill(slice, r.worker, id, size);"),
      new PlantedBug(
          "a thread counts on over the end of its tick, into the worker's bits",
          LINE + "LocalLine.java",
          "if (following < count) {",
          "if (following < 0) {"));

  private PlantedSlices() {}
}
