package io.mintmark.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes requests. A client mostly repeats its last request in the same bytes. Such bytes are not
 * decoded again: the decoder returns the same {@link FullHttpRequest} object, so later handlers can
 * recognise it and reuse their results too. All repeats in one pipeline are found in one loop.
 *
 * <p>The result is the same as after decoding: from the start of a request, its bytes alone
 * determine its content and where its header ends. Only the last request is remembered, and only if
 * it lacks a body and has at most {@value #MOST_BYTES} bytes.
 */
final class RequestDecoder extends HttpRequestDecoder {

  static final int MOST_BYTES = 1024;

  private @Nullable FullHttpRequest remembered;
  private ByteBuf bytes = Unpooled.EMPTY_BUFFER;
  private boolean isBetween = true;

  RequestDecoder(HttpDecoderConfig limits) {
    super(limits);
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
    FullHttpRequest known = remembered;
    if (isBetween && known != null && isNext(in)) {
      do {
        in.skipBytes(bytes.readableBytes());
        out.add(known);
      } while (isNext(in));
      return;
    }
    boolean wasBetween = isBetween;
    int start = in.readerIndex();
    super.decode(ctx, in, out);
    // Without a message, the superclass may have parsed a part of the next request without
    // consuming it.
    isBetween = !out.isEmpty() && out.get(out.size() - 1) == LastHttpContent.EMPTY_LAST_CONTENT;
    if (wasBetween && isBetween && out.size() == 2) {
      HttpRequest request = (HttpRequest) out.get(0);
      int length = in.readerIndex() - start;
      if (length <= MOST_BYTES) {
        remembered = whole(request);
        bytes = Unpooled.wrappedBuffer(ByteBufUtil.getBytes(in, start, length));
        out.clear();
        out.add(remembered);
      }
    }
  }

  private boolean isNext(ByteBuf in) {
    int length = bytes.readableBytes();
    return in.readableBytes() >= length
        && ByteBufUtil.equals(in, in.readerIndex(), bytes, 0, length);
  }

  /** Returns the same request as one message, without a buffer that must be released. */
  private static FullHttpRequest whole(HttpRequest request) {
    FullHttpRequest whole = new DefaultFullHttpRequest(
        request.protocolVersion(),
        request.method(),
        request.uri(),
        Unpooled.EMPTY_BUFFER,
        request.headers(),
        EmptyHttpHeaders.INSTANCE);
    whole.setDecoderResult(request.decoderResult());
    return whole;
  }
}
