package io.mintmark.faults;

import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A store, a server on it, and what can befall them. */
interface Site extends AutoCloseable {

  /** The name, on the command line and in the report. */
  String name();

  /** What leads to the store. */
  BreakableNetwork network();

  /** The store's URL for a process that gets there by an address and a port. */
  String url(String host, int port);

  /** The store's URL for a process in this host's network. */
  default String url() {
    return url("127.0.0.1", network().port());
  }

  /** The server, for health and for the claims that show whether health is right. */
  EngineProcess server();

  /** Where the server answers HTTP. */
  default String serverUrl() {
    return "http://127.0.0.1:" + server().port();
  }

  /** The kinds of ids that have to be unique here. */
  Set<Kind> kinds();

  /** What can befall the store and the server, each to be undone. */
  List<Fault> faults();

  /** Copies what the store keeps, if the storm knows how. */
  Optional<Backup> backup();

  /** Whether its backup ends the server for a while, and not only the engine. */
  default boolean backupEndsServer() {
    return false;
  }

  /** Names the store to a command that repairs it, while the server is down. */
  default String storeArgument() {
    return "--store=" + url();
  }

  /** What the server remembers of the store, as the store was before it went back. */
  default Path lastStore() {
    return server().directory().resolve("state/last-store");
  }

  /** Where the processes that draw leave their ids. */
  Path files();

  @Override
  void close();

  /** Copies a store, and puts the copy in its place. */
  interface Backup {

    /** Copies the store as it is now. */
    void make(Path copy);

    /** Loses the store, and makes another of a copy. Mintmark's server is down, and stays so. */
    void restore(Path copy);
  }

  /**
   * Something ordinary that goes wrong for a while.
   *
   * @param name for the report
   * @param strike lets it begin
   * @param mend lets it end
   * @param lastsMs how long
   * @param isFirst whether it comes before those that are not, so that a short storm has it too
   * @param silencesServer whether the server does not even say that it lives meanwhile
   */
  record Fault(
      String name,
      Runnable strike,
      Runnable mend,
      long lastsMs,
      boolean isFirst,
      boolean silencesServer) {

    Fault(String name, Runnable strike, Runnable mend, long lastsMs) {
      this(name, strike, mend, lastsMs, false, false);
    }

    /** The engine goes on without the process that led it. */
    static Fault failover(String name, Runnable strike, Runnable mend, long lastsMs) {
      return new Fault(name, strike, mend, lastsMs, true, false);
    }

    /** What befalls the server itself. */
    static List<Fault> ofServer(EngineProcess server, long downMs) {
      return Stream.of(
              killed("server", server, downMs), stopped("server", server::pause, server::resume))
          .map(fault ->
              new Fault(fault.name, fault.strike, fault.mend, fault.lastsMs, fault.isFirst, true))
          .toList();
    }

    private static final long STOPPED_MS = 6_000;

    static Fault killed(String what, EngineProcess process, long lastsMs) {
      return new Fault(what + " killed", process::kill, process::restart, lastsMs);
    }

    static Fault stopped(String what, Runnable stop, Runnable goOn) {
      return new Fault(what + " stopped in its tracks", stop, goOn, STOPPED_MS);
    }

    static Fault cut(BreakableNetwork network) {
      return new Fault("network cut", network::cut, network::mend, STOPPED_MS);
    }
  }
}
