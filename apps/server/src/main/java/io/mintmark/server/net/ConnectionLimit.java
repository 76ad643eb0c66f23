package io.mintmark.server.net;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.atomic.AtomicInteger;

/** Closes the connections that are one too many, of all protocols together. */
@Sharable
public final class ConnectionLimit extends ChannelInboundHandlerAdapter {

  private final int most;
  private final AtomicInteger open = new AtomicInteger();

  /**
   * Makes a limit to be put into every connection's pipeline.
   *
   * @param most how many connections may be open at a time
   */
  public ConnectionLimit(int most) {
    this.most = most;
  }

  int most() {
    return most;
  }

  int open() {
    return open.get();
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    ctx.channel().closeFuture().addListener(closed -> open.decrementAndGet());
    if (open.incrementAndGet() > most) {
      ChannelFuture unused = ctx.close();
    } else {
      ctx.fireChannelActive();
    }
  }
}
