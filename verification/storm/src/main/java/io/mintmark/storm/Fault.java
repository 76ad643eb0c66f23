package io.mintmark.storm;

import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import java.util.List;
import java.util.Set;

/**
 * A fault of an environment.
 *
 * @param name for the report and the command line
 * @param begin starts the fault
 * @param end repairs the fault
 * @param lastsMs its longest duration
 * @param traits its special properties
 */
record Fault(String name, Action begin, Action end, long lastsMs, Set<Trait> traits) {

  private static final long STOPPED_MS = 6_000;

  Fault(String name, Action begin, Action end, long lastsMs, Trait... traits) {
    this(name, begin, end, lastsMs, Set.of(traits));
  }

  /** Starts or repairs a fault. May fail. */
  @FunctionalInterface
  interface Action {
    void run() throws Exception;
  }

  /** A special property of a fault. */
  enum Trait {
    /** Happens in every storm, however short, and before all faults without this trait. */
    ALWAYS,

    /** The server does not answer during the fault. */
    SERVER_DOWN,

    /** Every call is answered with ids during the fault. */
    NO_CALL_FAILS
  }

  boolean is(Trait trait) {
    return traits.contains(trait);
  }

  /** The faults of a Mintmark server and of the network before its store. */
  static List<Fault> ofServer(EngineProcess server, long downMs, BreakableNetwork network) {
    return List.of(
        new Fault("server killed", server::kill, server::restart, downMs, Trait.SERVER_DOWN),
        new Fault("server paused", server::pause, server::resume, STOPPED_MS, Trait.SERVER_DOWN),
        new Fault("network cut", network::cut, network::mend, STOPPED_MS));
  }

  static Fault paused(String what, Action pause, Action resume) {
    return new Fault(what + " paused", pause, resume, STOPPED_MS);
  }
}
