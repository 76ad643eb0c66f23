package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The target of a request: a path, a whole URL as sent to proxies, or a star for the server itself
 * (RFC 9112, section 3.2).
 *
 * @param path with the query after it, or a star
 * @param host the requested host: of the URL, which takes precedence over the header {@code Host}
 */
record RequestTarget(String path, @Nullable String host) {

  private static final String SERVER = "*";
  private static final Pattern URL =
      Pattern.compile("https?://([^/?#]+)(.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /**
   * Reads the target.
   *
   * @throws RefusedException if it has another form
   */
  static RequestTarget of(HttpServerRequest request) {
    String target = withoutFragment(request.uri());
    @Nullable String host = host(request);
    if (target.startsWith("/")
        || (target.equals(SERVER) && request.method().equals(HttpMethod.OPTIONS))) {
      return new RequestTarget(target, host);
    }
    Matcher url = URL.matcher(target);
    if (!url.matches()) {
      throw new RefusedException(
          HttpFault.MALFORMED_REQUEST,
          "the request's target is neither a path, such as /v1/generators, nor a URL of one");
    }
    String rest = url.group(2);
    return new RequestTarget(rest.startsWith("/") ? rest : "/" + rest, url.group(1));
  }

  private static String withoutFragment(String target) {
    int mark = target.indexOf('#');
    return mark < 0 ? target : target.substring(0, mark);
  }

  private static @Nullable String host(HttpServerRequest request) {
    return request.version() == HttpVersion.HTTP_2
        ? Objects.toString(request.authority(), null)
        : request.headers().get(HttpHeaders.HOST);
  }

  /** Whether it is the server itself, not a path. */
  boolean isServer() {
    return path.equals(SERVER);
  }

  /** Splits before decoding, because a slash within a name is written %2F. */
  static List<String> segments(String rawPath) {
    List<String> segments = new ArrayList<>(5);
    int start = rawPath.startsWith("/") ? 1 : 0;
    while (start <= rawPath.length()) {
      int slash = rawPath.indexOf('/', start);
      int end = slash < 0 ? rawPath.length() : slash;
      String segment = rawPath.substring(start, end);
      boolean plain = segment.indexOf('%') < 0;
      segments.add(plain ? segment : decoded(segment));
      start = end + 1;
    }
    return segments;
  }

  /** URLDecoder decodes forms, where a plus is a space. In a path it is a plus. */
  private static String decoded(String segment) {
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          Message.of(
              "a percent sign in the path is not followed by two hex digits: segment={}", segment),
          e);
    }
  }
}
