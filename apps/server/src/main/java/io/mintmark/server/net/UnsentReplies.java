package io.mintmark.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.AbstractCoalescingBufferQueue;
import io.netty.channel.Channel;

/** Copies small replies into one buffer, so that the system takes those of one read in one call. */
final class UnsentReplies extends AbstractCoalescingBufferQueue {

  /** The replies to a usual pipeline fit without growing. */
  private static final int USUAL_NUMBER = 32;

  UnsentReplies(Channel channel) {
    super(channel, USUAL_NUMBER);
  }

  @Override
  protected ByteBuf composeFirst(ByteBufAllocator allocator, ByteBuf first, int bytes) {
    return first.readableBytes() == bytes
        ? first
        : compose(allocator, allocator.ioBuffer(bytes), first);
  }

  @Override
  protected ByteBuf compose(ByteBufAllocator allocator, ByteBuf joined, ByteBuf next) {
    joined.writeBytes(next);
    next.release();
    return joined;
  }

  @Override
  protected ByteBuf removeEmptyValue() {
    return Unpooled.EMPTY_BUFFER;
  }
}
