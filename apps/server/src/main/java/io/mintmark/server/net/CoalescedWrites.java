package io.mintmark.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the replies between two flushes in one buffer, so that the replies of a pipeline are one
 * write. If the promise of a reply is not void, the buffer is written with this promise as soon as
 * the reply is appended. So the promise completes when the reply is written to the socket.
 *
 * @param <A> the type of the gathered replies; other messages are passed on unchanged
 */
public final class CoalescedWrites<A> extends ChannelOutboundHandlerAdapter {

  private static final int LEAST_BYTES = 256;

  /**
   * A buffer of this size is written to the channel before the flush. Only then does the channel
   * count its bytes as unsent data, which is limited if the client does not read.
   */
  private static final int HAND_ON_BYTES = 16 * 1024;

  /**
   * Encodes replies.
   *
   * @param <A> the type of the replies
   */
  @FunctionalInterface
  public interface Encoding<A> {

    /**
     * Appends a reply to a buffer. Takes ownership of the reply, not of the buffer.
     *
     * @return a large rest of the reply, which is written without copying; empty if there is none
     */
    ByteBuf append(A answer, ByteBuf to);
  }

  private final Class<A> type;
  private final Encoding<A> encoding;
  private @Nullable ByteBuf gathered;

  /**
   * The size of the last buffer, and of the next one at first: most clients repeat their pattern of
   * requests, so the sizes are similar.
   */
  private int expectedBytes = LEAST_BYTES;

  /**
   * Makes the handler of a connection.
   *
   * @param type the type of the gathered messages
   * @param encoding encodes the messages
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

  /**
   * Writes the gathered buffer. Resets the field first, because a write that fills the channel
   * calls flush on this handler.
   */
  private void handOn(ChannelHandlerContext ctx, ChannelPromise promise) {
    ByteBuf complete = gathered;
    if (complete != null) {
      gathered = null;
      expectedBytes = Math.max(LEAST_BYTES, Math.min(complete.readableBytes(), HAND_ON_BYTES));
      ChannelFuture unused = ctx.write(complete, promise);
    }
  }
}
