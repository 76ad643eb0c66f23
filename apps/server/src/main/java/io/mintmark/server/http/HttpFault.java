package io.mintmark.server.http;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * The reasons for refusing a request before it reaches an endpoint. The names are part of the
 * protocol and never change.
 */
public enum HttpFault {
  /** The bytes are not HTTP. */
  MALFORMED_REQUEST(400),
  /** The request has a body, and the call accepts none. */
  BODY_NOT_EXPECTED(400),
  /** The request comes from a web page of another origin. */
  FOREIGN_ORIGIN(403),
  /** The path does not exist. */
  NOT_FOUND(404),
  /** The path has other methods. */
  METHOD_NOT_ALLOWED(405),
  /** No media type that the client accepts is available. */
  NOT_ACCEPTABLE(406),
  /** The body is too large. */
  BODY_TOO_LARGE(413),
  /** The path and the query are too long. */
  PATH_TOO_LONG(414),
  /** The body is not plain JSON. */
  UNSUPPORTED_MEDIA_TYPE(415),
  /** The header is too large. */
  HEADER_TOO_LARGE(431);

  private static final Map<HttpFault, LongAdder> REPORTED = Arrays.stream(values())
      .collect(Collectors.toUnmodifiableMap(fault -> fault, fault -> new LongAdder()));

  private final int status;

  HttpFault(int status) {
    this.status = status;
  }

  int status() {
    return status;
  }

  /** The fault's name for programs and monitoring. */
  public String slug() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns how many requests were refused for this reason in this process. */
  public long reported() {
    return Objects.requireNonNull(REPORTED.get(this)).sum();
  }

  /** Counts a request that is refused for this reason. */
  void report() {
    Objects.requireNonNull(REPORTED.get(this)).increment();
  }
}
