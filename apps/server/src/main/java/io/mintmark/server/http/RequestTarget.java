package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.mintmark.service.Problem.Kind;
import io.mintmark.service.ProblemException;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The target of a request: a path, a whole URL as sent to proxies, or a star for the server itself
 * (RFC 9112, section 3.2).
 */
final class RequestTarget {

  private static final int MAX_PARAMETERS = 8;
  private static final Pattern URL =
      Pattern.compile("https?://([^/?#]+)(.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern LOOPBACK = Pattern.compile(
      "(localhost|\\[::1]|127(\\.\\d{1,3}){3})(:[^:\\]]*)?", Pattern.CASE_INSENSITIVE);

  /** The routes among which its route was found. */
  private final Routes in;

  private final HttpMethod method;

  /** The target as the client sent it. */
  private final String uri;

  /** The host in the request's header. */
  private final @Nullable String named;

  /** The requested host: of the URL, which takes precedence over the header {@code Host}. */
  private final @Nullable String host;

  /** Whether the requested host is this machine, or is not named. */
  private final boolean isLoopback;

  /** The decoded segments of the path. */
  final List<String> path;

  /** The parameters. */
  final Map<String, List<String>> query;

  /** Answers the request; null if there is none. */
  final @Nullable Route route;

  /** The variable segments of the path. */
  final List<String> arguments;

  /**
   * Reads the target.
   *
   * @param last the last target of the same client, which most clients repeat
   * @throws ProblemException if it has another form
   */
  @SuppressWarnings("ReferenceEquality") // Of the routes, which seldom change.
  static RequestTarget of(HttpServerRequest request, Routes in, @Nullable RequestTarget last) {
    @Nullable
    String named = request.version() == HttpVersion.HTTP_2
        ? Objects.toString(request.authority(), null)
        : request.headers().get(HttpHeaders.HOST);
    return last != null
            && last.uri.equals(request.uri())
            && last.method.equals(request.method())
            && last.in == in
            && Objects.equals(last.named, named)
        ? last
        : new RequestTarget(request.method(), request.uri(), in, named);
  }

  private RequestTarget(HttpMethod method, String uri, Routes in, @Nullable String named) {
    this.method = method;
    this.uri = uri;
    this.in = in;
    this.named = named;
    String target = uri.split("#", 2)[0];
    @Nullable String asked = named;
    if (target.equals("*") && method.equals(HttpMethod.OPTIONS)) {
      target = "/*";
    }
    if (!target.startsWith("/")) {
      Matcher url = URL.matcher(target);
      if (!url.matches()) {
        throw new ProblemException(
            Kind.MALFORMED_REQUEST,
            "the request's target is neither a path, such as /v1/generators, nor a URL of one");
      }
      asked = url.group(1);
      target = url.group(2).startsWith("/") ? url.group(2) : "/" + url.group(2);
    }
    host = asked;
    isLoopback = asked == null || LOOPBACK.matcher(asked).matches();
    path = segments(target.split("\\?", 2)[0]);
    query = target.indexOf('?') < 0
        ? Map.of()
        : new QueryStringDecoder(target, StandardCharsets.UTF_8, true, MAX_PARAMETERS).parameters();
    route = in.find(method.name(), path).orElse(null);
    arguments = route == null ? List.of() : route.arguments(path);
  }

  /**
   * Refuses a request from a foreign web page. Any page can make a browser on this machine send
   * requests to a loopback port. The header {@code Origin} of such a request names the page. A page
   * whose own host name resolves to the loopback address is recognised by the header {@code Host}.
   * With tokens this check is not needed, because a browser never sends a token by itself.
   *
   * @param origin the header {@code Origin}, which programs do not send
   * @param isAnyHost whether the server may have any host name
   */
  void checkOrigin(@Nullable String origin, boolean isAnyHost) {
    boolean isOwn =
        origin == null || Set.of("http://" + host, "https://" + host).contains(origin);
    if (!isOwn || !(isLoopback || isAnyHost)) {
      throw new ProblemException(
          Kind.FOREIGN_ORIGIN,
          Message.of(
              "the request comes from a page or program of another machine: host={}, origin={}",
              host,
              origin));
    }
  }

  /** Splits before decoding, because a slash within a name is written %2F. */
  private static List<String> segments(String path) {
    return Arrays.stream(path.substring(1).split("/", -1))
        .map(RequestTarget::decoded)
        .toList();
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
