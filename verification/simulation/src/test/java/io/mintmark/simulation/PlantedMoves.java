package io.mintmark.simulation;

import java.util.List;

/** Mistakes in what moves the lines of a store to another one. */
final class PlantedMoves {

  private static final String COPY = "moving/src/main/java/io/mintmark/moving/LinesCopy.java";
  private static final String SEALING = "moving/src/main/java/io/mintmark/moving/Sealing.java";

  static final List<PlantedBug> ALL = List.of(
      new PlantedBug(
          "lines are moved, and the gate is left open",
          COPY,
          "from, StoreLines.GATE, from.position(StoreLines.GATE), position",
          "to, StoreLines.DOCTOR, to.position(StoreLines.DOCTOR), position"),
      new PlantedBug(
          "lines are moved that are not sealed",
          COPY,
          "      boolean sealedHere = Sealing.seal(from, ",
          "      boolean sealedHere = sealed.get() < 0 && Sealing.seal(from, "),
      new PlantedBug(
          "a line is sealed before the other store's is raised to it",
          SEALING,
          "      beforehand.accept(end);\n",
          ""));

  private PlantedMoves() {}
}
