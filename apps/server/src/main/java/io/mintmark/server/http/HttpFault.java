package io.mintmark.server.http;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * The reasons for refusing a request before any endpoint sees it. The names are a part of the
 * protocol and stay as they are.
 */
public enum HttpFault {
  /** The bytes are not HTTP. */
  MALFORMED_REQUEST(400),
  /** There is a body where none is taken. */
  BODY_NOT_EXPECTED(400),
  /** A web page of another origin asks. */
  FOREIGN_ORIGIN(403),
  /** The path leads nowhere. */
  NOT_FOUND(404),
  /** The path has other methods. */
  METHOD_NOT_ALLOWED(405),
  /** None of the media types that are accepted can be had. */
  NOT_ACCEPTABLE(406),
  /** The body is larger than it may be. */
  BODY_TOO_LARGE(413),
  /** The path and the query are longer than they may be. */
  PATH_TOO_LONG(414),
  /** The body is in another form than JSON as it is. */
  UNSUPPORTED_MEDIA_TYPE(415),
  /** The header is larger than it may be. */
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

  /** What programs and monitoring know it by. */
  public String slug() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns how many requests were refused for it in this process. */
  public long reported() {
    return Objects.requireNonNull(REPORTED.get(this)).sum();
  }

  /** Counts a request that is refused for it. */
  void report() {
    Objects.requireNonNull(REPORTED.get(this)).increment();
  }
}
