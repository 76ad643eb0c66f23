package io.mintmark.server.resp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import org.jspecify.annotations.Nullable;

/** Gathers the replies between two flushes in one buffer: a pipeline's replies are one write. */
final class RespEncoder extends ChannelOutboundHandlerAdapter {

  private static final int INITIAL_BYTES = 256;

  /** From here on the replies are handed on, so that they count when the client does not read. */
  private static final int HAND_ON_BYTES = 16 * 1024;

  private final RespSession session;
  private @Nullable ByteBuf gathered;

  RespEncoder(RespSession session) {
    this.session = session;
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (!(message instanceof RespReply reply)) {
      handOn(ctx);
      ChannelFuture unused = ctx.write(message, promise);
      return;
    }
    ByteBuf buffer = gathered;
    if (buffer == null) {
      buffer = ctx.alloc().ioBuffer(INITIAL_BYTES);
      gathered = buffer;
    }
    reply.writeTo(buffer, session.version());
    promise.trySuccess();
    if (buffer.readableBytes() >= HAND_ON_BYTES) {
      handOn(ctx);
    }
  }

  @Override
  public void flush(ChannelHandlerContext ctx) {
    handOn(ctx);
    ctx.flush();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    if (gathered != null) {
      gathered.release();
      gathered = null;
    }
  }

  /** Lets go of it first: a write that fills the channel comes back here as a flush. */
  private void handOn(ChannelHandlerContext ctx) {
    ByteBuf complete = gathered;
    if (complete != null) {
      gathered = null;
      ChannelFuture unused = ctx.write(complete, ctx.voidPromise());
    }
  }
}
