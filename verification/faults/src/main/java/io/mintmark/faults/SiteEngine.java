package io.mintmark.faults;

import io.mintmark.faults.Site.Backup;
import io.mintmark.faults.Site.Fault;
import io.mintmark.rigs.BreakableNetwork;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What keeps the lines of a site, and what can befall it. */
interface SiteEngine extends AutoCloseable {

  /** Where on this host the store's address leads at first. */
  int port();

  /** The store's URL for a process that gets there by an address and a port. */
  String url(String host, int port);

  /**
   * What can befall it.
   *
   * @param address what leads to the engine for everybody; a failover has it lead elsewhere
   */
  List<Fault> faults(BreakableNetwork address);

  /** The kinds of ids that have to be unique on it. */
  default Set<Kind> kinds() {
    return EnumSet.allOf(Kind.class);
  }

  /** Whether its kind can lose what it acknowledged, so that a new one has to be called new. */
  default boolean canForget() {
    return false;
  }

  /** Copies what it keeps, if the storm knows how. */
  default Optional<Backup> backup() {
    return Optional.empty();
  }

  @Override
  void close();
}
