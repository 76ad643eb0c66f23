package io.mintmark.server.http;

import io.mintmark.server.access.ShownToken;
import io.mintmark.server.net.Connection;
import org.jspecify.annotations.Nullable;

/** The client of one connection. Used by the connection's event loop only. */
final class HttpPeer {

  final Connection connection;
  final ShownToken shownToken;

  /** The target of the last request, which most clients repeat. */
  @Nullable
  RequestTarget last;

  HttpPeer(Connection connection, ShownToken shownToken) {
    this.connection = connection;
    this.shownToken = shownToken;
  }
}
