package io.mintmark.server.http;

import io.mintmark.server.access.Permission;

/** The purpose of a port, which decides which calls it answers. */
public enum PortPurpose {
  /** All calls, because this is the server's only HTTP port. */
  EVERYTHING,
  /**
   * The calls of clients. The server has an admin port too, and only that port answers {@code
   * /metrics}.
   */
  CLIENTS,
  /**
   * The admin port: health, metrics and administration. No call on it makes ids or claims, so
   * clients do not need it. It has its own limit of connections, which the connections of clients
   * to other ports do not use up.
   */
  ADMINISTRATION;

  boolean answers(Route route) {
    return switch (this) {
      case EVERYTHING -> true;
      case CLIENTS -> !route.isMetrics;
      case ADMINISTRATION ->
        route.permission != Permission.NEXT && route.permission != Permission.CLAIM;
    };
  }
}
