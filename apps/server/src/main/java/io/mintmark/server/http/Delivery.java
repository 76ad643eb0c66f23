package io.mintmark.server.http;

import io.mintmark.server.access.RequestTrace;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * How a reply is sent.
 *
 * @param headerOnly whether only the header is sent, for example because the request is a {@code
 *     HEAD}
 * @param codings the accepted codings, as the client sent them; read only for a large reply
 * @param encrypted whether the connection uses TLS
 * @param trace identifies the request; the reply contains its id
 */
record Delivery(boolean headerOnly, List<String> codings, boolean encrypted, RequestTrace trace) {

  /** For a request whose header could not be read. */
  static final Delivery PLAIN = new Delivery(false, List.of(), false, RequestTrace.NONE);

  private static final DateField DATE = new DateField(InstantSource.system());

  private static final UsualHeader USUAL = new UsualHeader(PLAIN::usual);

  private static final UsualHeader USUAL_OVER_TLS =
      new UsualHeader(new Delivery(false, List.of(), true, RequestTrace.NONE)::usual);

  /** Forbids clients to guess a content type other than the given one. */
  private static final AsciiString CONTENT_TYPE_OPTIONS =
      AsciiString.cached("x-content-type-options");

  private static final AsciiString NOSNIFF = AsciiString.cached("nosniff");

  /** The id of a request, in the request and in its reply. */
  static final AsciiString REQUEST_ID = AsciiString.cached("x-request-id");

  private static final AsciiString TRACE_PARENT = AsciiString.cached("traceparent");

  /** Makes browsers use only TLS for this host name (RFC 6797), for a year. */
  private static final AsciiString TRANSPORT_SECURITY =
      AsciiString.cached("strict-transport-security");

  private static final AsciiString A_YEAR = AsciiString.cached("max-age=31536000");

  /** With fewer characters, gzip does not save a packet. */
  private static final int GZIP_ABOVE = 1024;

  private static final String GZIP = "gzip";

  /** Makes headers without validation, because the server chooses all names and values. */
  private static final HttpHeadersFactory OWN =
      DefaultHttpHeadersFactory.headersFactory().withValidation(false);

  static Delivery of(HttpRequest request, boolean encrypted) {
    return new Delivery(
        request.method().equals(HttpMethod.HEAD),
        request.headers().getAll(HttpHeaderNames.ACCEPT_ENCODING),
        encrypted,
        RequestTrace.of(request.headers().get(REQUEST_ID), request.headers().get(TRACE_PARENT)));
  }

  /** Returns the same delivery, with a new id if the request lacks one. */
  Delivery identified() {
    RequestTrace identified = trace.identified();
    return identified.equals(trace)
        ? this
        : new Delivery(headerOnly, codings, encrypted, identified);
  }

  FullHttpResponse response(HttpReply reply) {
    HttpResponseStatus status = HttpResponseStatus.valueOf(reply.status());
    if (reply.mediaType().isEmpty()) {
      FullHttpResponse bare =
          new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.EMPTY_BUFFER);
      if (!status.codeClass().equals(HttpStatusClass.INFORMATIONAL)) {
        addAlways(bare.headers());
      }
      reply.headers().forEach(bare.headers()::set);
      return bare;
    }
    boolean large = reply.body().length() > GZIP_ABOVE;
    boolean gzip = large && AcceptHeader.of(codings).acceptsCoding(GZIP);
    ByteBuf body = large ? large(reply.body(), gzip) : Unpooled.wrappedBuffer(utf8(reply.body()));
    int length = body.readableBytes();
    if (!large && isUsual(reply) && UsualHeader.isFor(length)) {
      UsualHeader usual = encrypted ? USUAL_OVER_TLS : USUAL;
      return new DefaultFullHttpResponse(
          HttpVersion.HTTP_1_1,
          status,
          body,
          usual.of(length, DATE.now()),
          EmptyHttpHeaders.INSTANCE);
    }
    if (headerOnly) {
      body.release();
    }
    FullHttpResponse response = new DefaultFullHttpResponse(
        HttpVersion.HTTP_1_1, status, headerOnly ? Unpooled.EMPTY_BUFFER : body, OWN, OWN);
    HttpHeaders headers = response.headers();
    addOfBody(headers, reply.mediaType(), length);
    if (large) {
      headers.set(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING);
    }
    if (gzip) {
      headers.set(HttpHeaderNames.CONTENT_ENCODING, GZIP);
    }
    reply.headers().forEach(headers::set);
    return response;
  }

  /**
   * Returns whether the reply's header differs from the headers of other replies only in the length
   * of the body and in the date.
   */
  private boolean isUsual(HttpReply reply) {
    return reply.isPlainJson() && !headerOnly && trace.id().isEmpty();
  }

  private HttpHeaders usual(int length) {
    HttpHeaders headers = OWN.newHeaders();
    addOfBody(headers, Route.JSON, length);
    return headers;
  }

  /** Adds the fields that every reply with a body has. */
  private void addOfBody(HttpHeaders headers, String mediaType, int length) {
    headers.set(HttpHeaderNames.CONTENT_TYPE, mediaType);
    headers.set(HttpHeaderNames.CONTENT_LENGTH, length);
    headers.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
    headers.set(CONTENT_TYPE_OPTIONS, NOSNIFF);
    addAlways(headers);
  }

  private void addAlways(HttpHeaders headers) {
    headers.set(HttpHeaderNames.DATE, DATE.now());
    if (!trace.id().isEmpty()) {
      headers.set(REQUEST_ID, trace.id());
    }
    if (encrypted) {
      headers.set(TRANSPORT_SECURITY, A_YEAR);
    }
  }

  private static ByteBuf large(String text, boolean gzip) {
    return gzip ? compressed(text) : plain(text);
  }

  /**
   * Encodes a text in a buffer of the exact length. Netty would allocate three times as much,
   * because characters may need three bytes.
   */
  private static ByteBuf plain(String text) {
    int length = ByteBufUtil.utf8Bytes(text);
    ByteBuf bytes = ByteBufAllocator.DEFAULT.buffer(length);
    ByteBufUtil.reserveAndWriteUtf8(bytes, text, length);
    return bytes;
  }

  private static ByteBuf compressed(String text) {
    ByteBuf bytes = ByteBufAllocator.DEFAULT.buffer(text.length() / 2);
    try (OutputStream gzip = new GZIPOutputStream(new ByteBufOutputStream(bytes))) {
      gzip.write(utf8(text));
    } catch (IOException e) {
      throw new UncheckedIOException("memory is written to without fail", e);
    }
    return bytes;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
