package io.mintmark.faults;

import io.mintmark.testkit.BreakableNetwork;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

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

  /** The server's address, for health and for the claims that show whether health is right. */
  String server();

  /** The kinds of ids that have to be unique here. */
  Set<Kind> kinds();

  /** What can befall the store and the server, each to be undone. */
  List<Fault> faults();

  /** Where the processes that draw leave their ids. */
  Path files();

  @Override
  void close();

  /**
   * Something ordinary that goes wrong for a while.
   *
   * @param name for the report
   * @param strike lets it begin
   * @param mend lets it end
   * @param lastsMs how long
   */
  record Fault(String name, Runnable strike, Runnable mend, long lastsMs) {}
}
