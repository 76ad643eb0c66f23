package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpUtil;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The received part of a request's body. A connection uses it for one request at a time. */
final class RequestBody {

  private static final String IDENTITY = "identity";

  private ByteArrayOutputStream come = new ByteArrayOutputStream(0);
  private int mostBytes;

  /** Discards the bytes received so far. */
  void clear() {
    come.reset();
  }

  /**
   * Prepares for the body after a request's header.
   *
   * @param route the route of the request
   * @param hasBody whether the header announces a body
   * @throws RefusedException if the route does not accept the body
   */
  void expect(Route route, boolean hasBody, HttpHeaders headers) {
    mostBytes = route.body().map(Route.Body::mostBytes).orElse(0);
    if (hasBody) {
      check(headers);
    }
  }

  /**
   * Appends a part.
   *
   * @throws RefusedException if the body becomes too large
   */
  void add(ByteBuf part) {
    checkSize(come.size() + (long) part.readableBytes());
    byte[] bytes = new byte[part.readableBytes()];
    part.readBytes(bytes);
    come.writeBytes(bytes);
  }

  boolean isEmpty() {
    return come.size() == 0;
  }

  /** Returns the whole body, and releases its memory. */
  String take() {
    String text = come.toString(StandardCharsets.UTF_8);
    come = new ByteArrayOutputStream(0);
    return text;
  }

  private void check(HttpHeaders headers) {
    if (mostBytes == 0) {
      throw new RefusedException(
          HttpFault.BODY_NOT_EXPECTED,
          "the call takes no body: put the arguments into the path and the query");
    }
    String type = headers.get(HttpHeaderNames.CONTENT_TYPE, Route.JSON);
    String coding = headers.get(HttpHeaderNames.CONTENT_ENCODING, IDENTITY);
    if (!Route.JSON.equalsIgnoreCase(String.valueOf(HttpUtil.getMimeType(type)))
        || !coding.equalsIgnoreCase(IDENTITY)) {
      throw new RefusedException(
          HttpFault.UNSUPPORTED_MEDIA_TYPE,
          Message.of(
              "the body is not plain JSON: content-type={}, content-encoding={}; send"
                  + " application/json, not compressed",
              type,
              coding));
    }
    checkSize(Long.parseLong(headers.get(HttpHeaderNames.CONTENT_LENGTH, "0")));
  }

  private void checkSize(long bytes) {
    if (bytes > mostBytes) {
      throw new RefusedException(
          HttpFault.BODY_TOO_LARGE, "the body is too large: the most are " + mostBytes + " bytes");
    }
  }
}
