package io.mintmark.server.http;

import io.mintmark.server.access.RequestTrace;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/**
 * Sends the reply to one request.
 *
 * @param request the request
 * @param encrypted whether the connection uses TLS
 * @param trace identifies the request; the reply contains its id
 */
record Delivery(HttpServerRequest request, boolean encrypted, RequestTrace trace) {

  /** Forbids clients to guess a content type other than the given one. */
  private static final CharSequence CONTENT_TYPE_OPTIONS =
      HttpHeaders.createOptimized("x-content-type-options");

  private static final CharSequence NOSNIFF = HttpHeaders.createOptimized("nosniff");

  /** The id of a request, in the request and in its reply. */
  private static final CharSequence REQUEST_ID = HttpHeaders.createOptimized("x-request-id");

  private static final CharSequence TRACE_PARENT = HttpHeaders.createOptimized("traceparent");

  private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");

  /** Makes browsers use only TLS for this host name (RFC 6797), for a year. */
  private static final CharSequence TRANSPORT_SECURITY =
      HttpHeaders.createOptimized("strict-transport-security");

  private static final CharSequence A_YEAR = HttpHeaders.createOptimized("max-age=31536000");

  /** With fewer characters, gzip does not save a packet. */
  private static final int GZIP_ABOVE = 1024;

  private static final String GZIP = "gzip";

  /** The form of {@code Date} (RFC 9110, section 6.6.1). */
  private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
          "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
      .withZone(ZoneOffset.UTC);

  private static final long MILLIS = 1000;

  private record Date(long second, CharSequence text) {}

  private static volatile Date lastDate = new Date(Long.MIN_VALUE, "");

  static Delivery of(HttpServerRequest request, boolean encrypted) {
    return new Delivery(
        request,
        encrypted,
        RequestTrace.of(request.headers().get(REQUEST_ID), request.headers().get(TRACE_PARENT)));
  }

  /** Returns the same delivery, with a new id if the request lacks one. */
  Delivery identified() {
    RequestTrace identified = trace.identified();
    return identified.equals(trace) ? this : new Delivery(request, encrypted, identified);
  }

  /** Encodes the body of a reply, compressed if it is large and the client accepts that. */
  Buffer encoded(HttpReply reply) {
    if (!isCompressed(reply)) {
      return Buffer.buffer(reply.body());
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(reply.body().length() / 2);
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(reply.body().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("memory is written to without fail", e);
    }
    return Buffer.buffer(bytes.toByteArray());
  }

  private boolean isCompressed(HttpReply reply) {
    return isLarge(reply)
        && AcceptHeader.of(request.headers().getAll(HttpHeaders.ACCEPT_ENCODING))
            .acceptsCoding(GZIP);
  }

  private static boolean isLarge(HttpReply reply) {
    return reply.body().length() > GZIP_ABOVE;
  }

  /**
   * Sends a reply.
   *
   * @param body the body that {@link #encoded} returned
   * @return when it is written to the socket
   */
  Future<Void> send(HttpReply reply, Buffer body) {
    HttpServerResponse response = request.response().setStatusCode(reply.status());
    MultiMap headers = response.headers();
    headers.set(HttpHeaders.DATE, date());
    if (!trace.id().isEmpty()) {
      headers.set(REQUEST_ID, trace.id());
    }
    if (encrypted) {
      headers.set(TRANSPORT_SECURITY, A_YEAR);
    }
    boolean hasBody = !reply.mediaType().isEmpty();
    if (hasBody) {
      headers.set(HttpHeaders.CONTENT_TYPE, reply.mediaType());
      headers.set(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
      headers.set(HttpHeaders.CACHE_CONTROL, NO_STORE);
      headers.set(CONTENT_TYPE_OPTIONS, NOSNIFF);
    }
    if (hasBody && isLarge(reply)) {
      headers.set(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
      if (isCompressed(reply)) {
        headers.set(HttpHeaders.CONTENT_ENCODING, GZIP);
      }
    }
    reply.headers().forEach(headers::set);
    return hasBody && !request.method().equals(HttpMethod.HEAD)
        ? response.end(body)
        : response.end();
  }

  /** Makes the date once a second. */
  private static CharSequence date() {
    long second = Math.floorDiv(System.currentTimeMillis(), MILLIS);
    Date date = lastDate;
    if (date.second != second) {
      date =
          new Date(second, HttpHeaders.createOptimized(DATE.format(Instant.ofEpochSecond(second))));
      lastDate = date;
    }
    return date.text;
  }
}
