package io.mintmark.server.http;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps web pages out where no token does. Anybody's page can make a browser on this machine send
 * requests to a loopback port: it then names itself in {@code Origin}, or, if it had its own host
 * name resolve to the loopback address, in {@code Host}. A token no browser sends by itself.
 */
final class LocalOrigin {

  private static final Pattern LOOPBACK = Pattern.compile("127(\\.\\d{1,3}){3}");

  private LocalOrigin() {}

  /**
   * Tells whether a request is a program's or an own page's.
   *
   * @param host whom it asks, if it says so
   * @param origin the page that it comes from, if it comes from one
   * @param anyHost whether this server goes by other names than the loopback's
   */
  static boolean isLocal(@Nullable String host, @Nullable String origin, boolean anyHost) {
    return (host == null || anyHost || isLoopback(host))
        && (origin == null || origin.equals("http://" + host) || origin.equals("https://" + host));
  }

  private static boolean isLoopback(String host) {
    String name = withoutPort(host);
    return name.equalsIgnoreCase("localhost")
        || name.equals("[::1]")
        || LOOPBACK.matcher(name).matches();
  }

  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
  }
}
