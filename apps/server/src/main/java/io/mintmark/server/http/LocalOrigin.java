package io.mintmark.server.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;

/**
 * Keeps web pages out. Anybody's page can make a browser on this machine send requests to a
 * loopback port: it then names itself in {@code Origin}, or, if it had its own host name resolve to
 * the loopback address, in {@code Host}.
 */
final class LocalOrigin {

  private LocalOrigin() {}

  static boolean isLocal(HttpHeaders headers) {
    String host = headers.get(HttpHeaderNames.HOST);
    String origin = headers.get(HttpHeaderNames.ORIGIN);
    return (host == null || isLoopback(host))
        && (origin == null || origin.equals("http://" + host));
  }

  private static boolean isLoopback(String host) {
    String name = withoutPort(host);
    return name.equalsIgnoreCase("localhost")
        || name.equals("[::1]")
        || name.matches("127(\\.\\d{1,3}){3}");
  }

  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
  }
}
