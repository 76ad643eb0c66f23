package io.mintmark.peers;

import java.nio.file.Path;
import java.util.List;

/**
 * One library with one configuration.
 *
 * @param name its name in the tables
 * @param engine the store that it uses
 * @param settings its configuration, for the table of settings
 * @param opener creates its generator
 * @param origins a class of each of its jars, whose file names contain the versions
 */
record Peer(String name, Engine engine, String settings, Opener opener, List<Class<?>> origins) {

  enum Engine {
    NONE,
    REDIS,
    POSTGRESQL
  }

  /**
   * The environment of one process.
   *
   * @param number a number that no other process of the run has
   * @param port the store's port on the loopback address, 0 without a store
   * @param folder a folder that a restarted process finds again
   * @param scarce whether there are only two worker numbers
   */
  record Place(int number, int port, Path folder, boolean scarce) {}

  @FunctionalInterface
  interface Opener {
    IdSource open(Place place) throws Exception;
  }

  /** Makes ids. Thread-safe. */
  @FunctionalInterface
  interface IdSource {

    /** Adds one new id to a list. */
    void next(Ids ids) throws Exception;

    /** Closes the generator as its library documents. */
    default void close() {}

    /** Returns the same source with a way to close it. */
    default IdSource closedBy(Runnable closing) {
      IdSource source = this;
      return new IdSource() {
        @Override
        public void next(Ids ids) throws Exception {
          source.next(ids);
        }

        @Override
        public void close() {
          closing.run();
        }
      };
    }
  }

  /** A library without a store. */
  static Peer local(String name, Class<?> origin, String settings, Opener opener) {
    return new Peer(name, Engine.NONE, settings, opener, List.of(origin));
  }

  boolean hasStore() {
    return engine != Engine.NONE;
  }

  /** Returns the names of the library's jars, without their suffix. */
  String versions() {
    return String.join(", ", origins.stream().map(Peer::jar).toList());
  }

  private static String jar(Class<?> origin) {
    return Path.of(origin.getProtectionDomain().getCodeSource().getLocation().getPath())
        .getFileName()
        .toString()
        .replaceFirst("\\.jar$", "");
  }
}
