package io.mintmark.server.http;

import io.mintmark.server.net.CoalescedWrites;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.ReadOnlyHttpHeaders;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Encodes one connection's replies over HTTP/1.1 (RFC 9112, section 2.1). If consecutive replies
 * have the same immutable header, it is encoded once, see {@link UsualHeader}.
 */
final class Http1Answers implements CoalescedWrites.Encoding<FullHttpResponse> {

  /** A body up to this size is copied behind its header, which is cheaper than a separate write. */
  private static final int COPIED_BYTES = 1024;

  private static final String LINE_END = "\r\n";
  private static final Headers HEADERS = new Headers();

  /** The last immutable header, its status, and its bytes. */
  private @Nullable HttpHeaders knownFields;

  private @Nullable HttpResponseStatus knownStatus;
  private byte[] knownBytes = {};

  @Override
  public ByteBuf append(FullHttpResponse answer, ByteBuf to) {
    if (isKnown(answer)) {
      to.writeBytes(knownBytes);
    } else {
      int start = to.writerIndex();
      to.writeCharSequence("HTTP/1.1 " + answer.status() + LINE_END, StandardCharsets.US_ASCII);
      HEADERS.append(answer.headers(), to);
      if (answer.headers() instanceof ReadOnlyHttpHeaders fields) {
        knownFields = fields;
        knownStatus = answer.status();
        knownBytes = ByteBufUtil.getBytes(to, start, to.writerIndex() - start);
      }
    }
    ByteBuf body = answer.content();
    if (body.readableBytes() > COPIED_BYTES) {
      return body;
    }
    to.writeBytes(body);
    body.release();
    return Unpooled.EMPTY_BUFFER;
  }

  private boolean isKnown(FullHttpResponse answer) {
    return answer.headers() == knownFields && answer.status().equals(knownStatus);
  }

  /** Netty's encoder, of which only the encoding of a header is used. */
  private static final class Headers extends HttpResponseEncoder {

    void append(HttpHeaders fields, ByteBuf to) {
      encodeHeaders(fields, to);
      to.writeCharSequence(LINE_END, StandardCharsets.US_ASCII);
    }
  }
}
