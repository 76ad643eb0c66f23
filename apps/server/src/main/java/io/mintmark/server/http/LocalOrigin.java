package io.mintmark.server.http;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Refuses web pages on a server without tokens. Any page can make a browser on this machine send
 * requests to a loopback port. The header {@code Origin} of such a request names the page. A page
 * whose own host name resolves to the loopback address is recognised by the header {@code Host}.
 * With tokens this check is not needed, because a browser never sends a token by itself.
 */
final class LocalOrigin {

  private static final String LOCALHOST = "localhost";
  private static final Pattern LOOPBACK = Pattern.compile("127(\\.\\d{1,3}){3}");

  private LocalOrigin() {}

  /** Returns whether a request names this machine's loopback address, or no host. */
  static boolean isLoopback(@Nullable String host) {
    String name = host == null ? LOCALHOST : withoutPort(host);
    return name.equalsIgnoreCase(LOCALHOST)
        || name.equals("[::1]")
        || LOOPBACK.matcher(name).matches();
  }

  /** Returns whether a request comes from a program, or from a page of the host that it names. */
  static boolean isOwn(@Nullable String origin, @Nullable String host) {
    return origin == null || origin.equals("http://" + host) || origin.equals("https://" + host);
  }

  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
  }
}
