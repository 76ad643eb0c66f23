package io.mintmark.server.http;

import io.mintmark.server.access.ShownToken;
import io.mintmark.server.net.Connection;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** The client of one connection. Used by the connection's event loop only. */
final class HttpPeer {

  final Connection connection;
  final ShownToken shownToken;

  /** The target of the last request, which most clients repeat. */
  private @Nullable RequestTarget last;

  HttpPeer(Connection connection, ShownToken shownToken) {
    this.connection = connection;
    this.shownToken = shownToken;
  }

  /** Returns the target of a request, with its route. */
  RequestTarget target(HttpServerRequest request, Routes in) {
    RequestTarget target = RequestTarget.of(request, in, last);
    last = target;
    return target;
  }
}
