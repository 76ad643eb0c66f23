package io.mintmark.server.http;

import io.mintmark.server.net.CoalescedWrites;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.ReadOnlyHttpHeaders;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Encodes one connection's replies over HTTP/1.1 (RFC 9112, section 2.1). If consecutive replies
 * have the same immutable header, it is encoded once, see {@link UsualHeader}.
 */
final class Http1Answers implements CoalescedWrites.Encoding<FullHttpResponse> {

  /** A body up to this size is copied behind its header, which is cheaper than a separate write. */
  private static final int COPIED_BYTES = 1024;

  private static final AsciiString VERSION = AsciiString.cached("HTTP/1.1 ");
  private static final int COLON = ':' << 8 | ' ';
  private static final int LINE_END = '\r' << 8 | '\n';

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
      appendHead(answer, to);
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

  private static void appendHead(FullHttpResponse answer, ByteBuf to) {
    HttpResponseStatus status = answer.status();
    append(VERSION, to);
    append(status.codeAsText(), to);
    to.writeByte(' ');
    append(status.reasonPhrase(), to).writeShort(LINE_END);
    Iterator<Map.Entry<CharSequence, CharSequence>> fields =
        answer.headers().iteratorCharSequence();
    while (fields.hasNext()) {
      Map.Entry<CharSequence, CharSequence> field = fields.next();
      append(field.getKey(), to).writeShort(COLON);
      append(field.getValue(), to).writeShort(LINE_END);
    }
    to.writeShort(LINE_END);
  }

  private static ByteBuf append(CharSequence text, ByteBuf to) {
    if (text instanceof AsciiString ascii) {
      ByteBufUtil.copy(ascii, to);
    } else {
      to.writeCharSequence(text, StandardCharsets.US_ASCII);
    }
    return to;
  }
}
