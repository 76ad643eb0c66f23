package io.mintmark.server.http;

import io.mintmark.json.Json;
import io.mintmark.server.net.RequestOutcome;
import io.mintmark.service.JsonShapes;
import io.mintmark.service.Problem;
import io.netty.handler.codec.DateFormatter;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A reply to a request.
 *
 * @param mediaType of the body; empty without a body
 * @param headers the header fields in addition to type and length, by lower-case name
 */
record HttpReply(int status, String mediaType, String body, Map<String, String> headers) {

  private static final int OK = 200;
  private static final int CLIENT_ERROR = 400;
  private static final int SERVER_ERROR = 500;

  static final String PROBLEM = "application/problem+json";
  private static final String TYPE_PREFIX = "urn:mintmark:problem:";
  private static final String UTF_8 = "; charset=utf-8";

  /** The id of a request, in the request and in its reply. */
  static final CharSequence REQUEST_ID = HttpHeaders.createOptimized("x-request-id");

  /** Forbids clients to guess a content type other than the given one. */
  private static final CharSequence CONTENT_TYPE_OPTIONS =
      HttpHeaders.createOptimized("x-content-type-options");

  private static final CharSequence NOSNIFF = HttpHeaders.createOptimized("nosniff");
  private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");

  /** Makes browsers use only TLS for this host name (RFC 6797), for a year. */
  private static final CharSequence TRANSPORT_SECURITY =
      HttpHeaders.createOptimized("strict-transport-security");

  private static final CharSequence A_YEAR = HttpHeaders.createOptimized("max-age=31536000");

  private static final long MILLIS = 1000;

  private record Date(long second, CharSequence text) {}

  private static volatile Date lastDate = new Date(Long.MIN_VALUE, "");

  static HttpReply json(Consumer<Json> members) {
    return new HttpReply(OK, Route.JSON, Json.object(members), Map.of());
  }

  /** Makes a reply of lines, of about so many bytes. */
  static HttpReply text(List<String> lines, int bytes) {
    StringBuilder body = new StringBuilder(bytes);
    lines.forEach(line -> body.append(line).append('\n'));
    return new HttpReply(OK, Route.TEXT + UTF_8, body.toString(), Map.of());
  }

  RequestOutcome outcome() {
    return status >= SERVER_ERROR
        ? RequestOutcome.FAILED
        : status >= CLIENT_ERROR ? RequestOutcome.REFUSED : RequestOutcome.OK;
  }

  /**
   * Writes the members of a problem (RFC 9457). Programs compare {@code type}, so it never changes.
   */
  static void problem(Json json, int status, Problem problem) {
    String code = problem.kind().code();
    json.put("type", TYPE_PREFIX + code)
        .put("title", code.replace('-', ' '))
        .put("status", status)
        .put("detail", problem.detail());
    if (!problem.faults().isEmpty()) {
      json.put("faults", problem.faults(), JsonShapes::fault);
    }
  }

  static HttpReply problem(Problem problem) {
    return problem(problem.kind().status(), problem, json -> {});
  }

  /** Makes the reply for a problem with additional members, which RFC 9457 calls extensions. */
  static HttpReply problem(int status, Problem problem, Consumer<Json> extensions) {
    String body = Json.object(json -> {
      problem(json, status, problem);
      extensions.accept(json);
    });
    HttpReply reply = new HttpReply(status, PROBLEM, body, Map.of());
    if (problem.kind() == Problem.Kind.UNAUTHENTICATED) {
      return reply.with("www-authenticate", "Bearer realm=\"mintmark\"");
    }
    int seconds = problem.retryAfterSeconds();
    return seconds > 0 ? reply.with("retry-after", Integer.toString(seconds)) : reply;
  }

  HttpReply with(String name, String value) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put(name, value);
    return new HttpReply(status, mediaType, body, all);
  }

  /**
   * Sends the reply.
   *
   * @param requestId the id of the request, which the reply repeats; may be empty
   * @param encrypted whether the connection uses TLS
   * @return when it is written to the socket
   */
  Future<Void> send(HttpServerRequest request, String requestId, boolean encrypted) {
    HttpServerResponse response = request.response().setStatusCode(status);
    MultiMap sent = response.headers();
    sent.set(HttpHeaders.DATE, date());
    if (!requestId.isEmpty()) {
      sent.set(REQUEST_ID, requestId);
    }
    if (encrypted) {
      sent.set(TRANSPORT_SECURITY, A_YEAR);
    }
    boolean hasBody = !mediaType.isEmpty();
    Buffer bytes = Buffer.buffer(body);
    if (hasBody) {
      sent.set(HttpHeaders.CONTENT_TYPE, mediaType);
      sent.set(HttpHeaders.CONTENT_LENGTH, Integer.toString(bytes.length()));
      sent.set(HttpHeaders.CACHE_CONTROL, NO_STORE);
      sent.set(CONTENT_TYPE_OPTIONS, NOSNIFF);
    }
    for (Map.Entry<String, String> header : headers.entrySet()) {
      sent.set(header.getKey(), header.getValue());
    }
    return hasBody && !request.method().equals(HttpMethod.HEAD)
        ? response.end(bytes)
        : response.end();
  }

  /** Makes the date (RFC 9110, section 6.6.1), once a second. */
  @SuppressWarnings("JavaUtilDate") // Netty names this type.
  private static CharSequence date() {
    long second = Math.floorDiv(System.currentTimeMillis(), MILLIS);
    Date date = lastDate;
    if (date.second != second) {
      String text = DateFormatter.format(new java.util.Date(second * MILLIS));
      date = new Date(second, HttpHeaders.createOptimized(text));
      lastDate = date;
    }
    return date.text;
  }
}
