package io.mintmark.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the answers between two flushes in one buffer: a pipeline's answers are one write. With
 * an answer that somebody waits for the client to take, the buffer ends.
 *
 * @param <A> an answer; anything else that is written goes on as it is
 */
public final class CoalescedWrites<A> extends ChannelOutboundHandlerAdapter {

  private static final int LEAST_BYTES = 256;

  /** From here on the answers are handed on, so that they count when the client does not read. */
  private static final int HAND_ON_BYTES = 16 * 1024;

  /**
   * Encodes answers.
   *
   * @param <A> an answer
   */
  @FunctionalInterface
  public interface Encoding<A> {

    /**
     * Appends an answer, and takes it over.
     *
     * @return what follows and is better not copied; empty if there is no such thing
     */
    ByteBuf append(A answer, ByteBuf to);
  }

  private final Class<A> type;
  private final Encoding<A> encoding;
  private @Nullable ByteBuf gathered;

  /** As many as were gathered last: most clients go on as they have begun. */
  private int expectedBytes = LEAST_BYTES;

  /**
   * Makes one connection's.
   *
   * @param type the type of the gathered messages
   * @param encoding how it is written
   */
  public CoalescedWrites(Class<A> type, Encoding<A> encoding) {
    this.type = type;
    this.encoding = encoding;
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (!type.isInstance(message)) {
      handOn(ctx, ctx.voidPromise());
      ChannelFuture unused = ctx.write(message, promise);
      return;
    }
    ByteBuf buffer = gathered;
    if (buffer == null) {
      buffer = ctx.alloc().ioBuffer(expectedBytes);
      gathered = buffer;
    }
    ByteBuf rest = encoding.append(type.cast(message), buffer);
    boolean awaited = !promise.isVoid();
    if (rest.isReadable()) {
      handOn(ctx, ctx.voidPromise());
      ChannelFuture unused = ctx.write(rest, promise);
    } else if (awaited || buffer.readableBytes() >= HAND_ON_BYTES) {
      handOn(ctx, promise);
    }
  }

  @Override
  public void flush(ChannelHandlerContext ctx) {
    handOn(ctx, ctx.voidPromise());
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
  private void handOn(ChannelHandlerContext ctx, ChannelPromise promise) {
    ByteBuf complete = gathered;
    if (complete != null) {
      gathered = null;
      expectedBytes = Math.max(LEAST_BYTES, Math.min(complete.readableBytes(), HAND_ON_BYTES));
      ChannelFuture unused = ctx.write(complete, promise);
    }
  }
}
