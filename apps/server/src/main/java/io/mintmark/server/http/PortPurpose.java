package io.mintmark.server.http;

import io.mintmark.server.access.Permission;

/** The purpose of a port, which decides which calls it answers. */
public enum PortPurpose {
  /** Every call: the only port of a server. */
  EVERYTHING,
  /** Clients, if operators have a separate port: no metrics, no connections. */
  CLIENTS,
  /**
   * Health, metrics and administration. No call makes ids or claims there, so clients do not use
   * this port and do not take its places.
   */
  ADMINISTRATION;

  boolean answers(Route route) {
    return switch (this) {
      case EVERYTHING -> true;
      case CLIENTS -> !route.isForOperators();
      case ADMINISTRATION ->
        route.permission() != Permission.NEXT && route.permission() != Permission.CLAIM;
    };
  }
}
