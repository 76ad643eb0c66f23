package io.mintmark.peers;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One library with one way to configure it.
 *
 * @param name what the table calls it
 * @param origins classes of the library's jars, by which their versions are found
 * @param settings what is set, as its documents say
 * @param engine what it keeps its state on
 * @param numbers how its process gets the number that tells its ids from others'
 * @param opener makes it
 */
record Peer(
    String name,
    List<Class<?>> origins,
    String settings,
    Engine engine,
    Numbers numbers,
    Opener opener) {

  Peer {
    origins = List.copyOf(origins);
  }

  /** One that is a single jar. */
  Peer(
      String name,
      Class<?> origin,
      String settings,
      Engine engine,
      Numbers numbers,
      Opener opener) {
    this(name, List.of(origin), settings, engine, numbers, opener);
  }

  /** What a library keeps its state on. */
  enum Engine {
    NONE,
    REDIS,
    POSTGRESQL
  }

  /** How a process gets the number that tells its ids from those of other processes. */
  enum Numbers {
    /** A store hands it out, and it can be given to another process later. */
    POOLED,
    /** A store hands it out, each once. */
    ONCE,
    /** The deployment gives it. */
    GIVEN,
    /** The library derives it from the host's address and the process id. */
    DERIVED,
    /** By chance. */
    RANDOM,
    /** There is one for all. */
    FIXED,
    /** There is none: a store hands out ranges of ids. */
    SEGMENTS
  }

  /** Makes a library's source of ids. */
  @FunctionalInterface
  interface Opener {
    IdSource open(Place place) throws Exception;
  }

  /**
   * Where a process stands.
   *
   * @param number the number that the deployment gives to this process
   * @param port the store's port on the loopback address, 0 if there is none
   * @param folder a folder of this process's host, which a restart finds again
   * @param crowded whether there are only two numbers to have
   */
  record Place(int number, int port, Path folder, boolean crowded) {}

  /** The names of the library's jars, which have the versions. */
  String versions() {
    return origins.stream().map(Peer::version).collect(Collectors.joining(", "));
  }

  private static String version(Class<?> origin) {
    try {
      String jar = Path.of(
              origin.getProtectionDomain().getCodeSource().getLocation().toURI())
          .getFileName()
          .toString();
      return jar.endsWith(".jar") ? jar.substring(0, jar.length() - ".jar".length()) : "";
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
