package io.mintmark.storm;

import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Stores the lines (named counters) of an {@link Environment}, and has faults of its own. */
interface Engine {

  /** The first port on this host in the store's address. */
  int port();

  /** The store's URL with another port of this host, which leads to the store. */
  String url(int port);

  /**
   * Returns its faults.
   *
   * @param address leads every process to the engine; a failover changes its target
   */
  List<Fault> faults(BreakableNetwork address);

  /** The kinds of ids that must be unique on it. */
  default Set<Kind> kinds() {
    return EnumSet.allOf(Kind.class);
  }

  /** How many processes make ids. */
  default int processes() {
    return 4;
  }

  /** The pause of each thread between two calls. */
  default Duration pace() {
    return Duration.ofMillis(5);
  }

  /** The faults of those processes. */
  default Set<ProcessFault> processFaults() {
    return EnumSet.allOf(ProcessFault.class);
  }

  /** Whether it can lose acknowledged writes, so that a new store must be declared as new. */
  default boolean canForget() {
    return false;
  }

  /** Mintmark's servers, if the engine brings its own. */
  default List<EngineProcess> servers() {
    return List.of();
  }

  /** The argument that names the store for a command that repairs it while the server is down. */
  default String storeArgument(String url) {
    return "--store=" + url;
  }

  /** Copies its data, if that is possible. */
  default Optional<Backup> backup() {
    return Optional.empty();
  }

  /** Observes the servers of an environment on this engine. */
  default Watch watch(Environment environment, String name, LostTime lost) throws IOException {
    String server = "http://127.0.0.1:" + environment.servers().get(0).port();
    boolean needsNumbers = kinds().contains(Kind.STRICT);
    return new HealthWatch(server, environment.files(), name, lost, needsNumbers);
  }

  /** Copies a store, and can replace the store by the copy. */
  interface Backup {

    void make(Path copy) throws Exception;

    /** Replaces the store's data by a copy. Mintmark's servers are down before and after. */
    void restore(Path copy) throws Exception;
  }
}
