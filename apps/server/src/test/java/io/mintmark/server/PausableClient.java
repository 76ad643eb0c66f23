package io.mintmark.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;

/** A client of an embedded channel, which can stop reading. */
public final class PausableClient extends ChannelOutboundHandlerAdapter {

  private boolean reads = true;

  /** Sets whether the client reads from now on. Initially it does. */
  public void reads(boolean now) {
    reads = now;
  }

  @Override
  public void flush(ChannelHandlerContext ctx) {
    if (reads) {
      ctx.flush();
    }
  }
}
