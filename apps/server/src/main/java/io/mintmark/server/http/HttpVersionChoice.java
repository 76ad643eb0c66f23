package io.mintmark.server.http;

import io.mintmark.server.net.FaultClose;
import io.mintmark.server.net.InOrder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import java.util.List;
import java.util.function.Consumer;

/**
 * Chooses HTTP/2 or HTTP/1.1 from the first bytes. HTTP/2 begins with the preface of RFC 9113,
 * section 3.4, and no request of HTTP/1.1 begins in this way. Clients send the preface over TLS
 * after they have negotiated h2, and without TLS if they know that the server supports HTTP/2.
 */
final class HttpVersionChoice extends ByteToMessageDecoder {

  private final ByteBuf preface = Http2CodecUtil.connectionPrefaceBuf();
  private final Consumer<ChannelPipeline> http1;
  private final Consumer<ChannelPipeline> http2;
  private boolean finishing;

  HttpVersionChoice(Consumer<ChannelPipeline> http1, Consumer<ChannelPipeline> http2) {
    this.http1 = http1;
    this.http2 = http2;
  }

  /** Passes the bytes that were read to the new handlers, when this handler is removed. */
  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    int length = Math.min(in.readableBytes(), preface.readableBytes());
    boolean begins =
        ByteBufUtil.equals(preface, preface.readerIndex(), in, in.readerIndex(), length);
    if (begins && length < preface.readableBytes()) {
      return;
    }
    (begins ? http2 : http1).accept(ctx.pipeline());
    if (finishing) {
      ctx.fireUserEventTriggered(InOrder.FINISH);
    }
    ctx.pipeline().remove(this);
  }

  /**
   * Remembers {@link InOrder#FINISH} for the protocol that is chosen later. {@link InOrder#END}
   * closes the connection without an answer, because the client has sent no request.
   */
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == InOrder.FINISH) {
      finishing = true;
    } else if (event == InOrder.END) {
      ChannelFuture unused = ctx.close();
    } else {
      ctx.fireUserEventTriggered(event);
    }
  }

  /** Closes without an answer, because the protocol is not known yet. */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    FaultClose.after(cause, ctx);
  }
}
