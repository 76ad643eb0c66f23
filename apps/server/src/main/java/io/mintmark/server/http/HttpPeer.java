package io.mintmark.server.http;

import io.mintmark.server.access.ShownToken;
import io.mintmark.server.net.Connection;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The client of one connection. Most clients repeat a request, so the route of the last request,
 * and the host that it named, are not looked up again. Used by the connection's event loop only.
 */
final class HttpPeer {

  private static final int MAX_PARAMETERS = 8;

  private final Connection connection;
  private final ShownToken shownToken;
  private @Nullable Found last;
  private @Nullable String localHost;

  HttpPeer(Connection connection, ShownToken shownToken) {
    this.connection = connection;
    this.shownToken = shownToken;
  }

  /**
   * A request's target with its route.
   *
   * @param in the routes among which it was found
   * @param arguments the variable segments of the path
   * @param query the parameters
   */
  record Found(
      Routes in,
      String method,
      String target,
      Route route,
      List<String> arguments,
      Map<String, List<String>> query) {}

  Connection connection() {
    return connection;
  }

  ShownToken shownToken() {
    return shownToken;
  }

  /** Returns the route of a request; empty if there is none. */
  Optional<Found> find(Routes in, String method, String target) {
    Found known = last;
    if (known != null
        && known.target.equals(target)
        && known.method.equals(method)
        && known.in.equals(in)) {
      return Optional.of(known);
    }
    List<String> path = path(target);
    Optional<Found> found = in.find(method, path)
        .map(route -> new Found(in, method, target, route, route.arguments(path), query(target)));
    last = found.orElse(null);
    return found;
  }

  /** The decoded segments of a target's path. */
  static List<String> path(String target) {
    int query = target.indexOf('?');
    return RequestTarget.segments(query < 0 ? target : target.substring(0, query));
  }

  private static Map<String, List<String>> query(String target) {
    return target.indexOf('?') < 0
        ? Map.of()
        : new QueryStringDecoder(target, StandardCharsets.UTF_8, true, MAX_PARAMETERS).parameters();
  }

  /** Returns whether a request comes from a program or from a page of this server. */
  boolean isLocal(@Nullable String host, @Nullable String origin, boolean anyHost) {
    if (origin == null && host != null && host.equals(localHost)) {
      return true;
    }
    boolean isLocal = LocalOrigin.isLocal(host, origin, anyHost);
    localHost = isLocal ? host : null;
    return isLocal;
  }
}
