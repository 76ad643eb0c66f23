package io.mintmark.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;

/** A client at the end of a connection that is no socket. */
public final class PausableClient extends ChannelOutboundHandlerAdapter {

  private boolean reads = true;

  /** Says whether it takes what is sent to it from now on; at first it does. */
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
