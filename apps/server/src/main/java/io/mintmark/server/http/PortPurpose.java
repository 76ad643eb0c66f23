package io.mintmark.server.http;

import io.mintmark.server.access.Permission;

/** The purpose of a port, which decides which calls it answers. */
public enum PortPurpose {
  /** The one port of a server that has no other: every call. */
  EVERYTHING,
  /** Clients, where operators have a port of their own: no metrics, no connections. */
  CLIENTS,
  /**
   * Health, metrics and administration. No call makes ids or claims there: so no client has a
   * reason to come, and one that does takes nobody's place.
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
