package io.mintmark.server.net;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection so that its client gets every answer: the server says that no more comes, and
 * closes once the client has said so too, or soon. To close what a client still sends to would have
 * its system throw away the answers that it has not read yet.
 */
public final class HalfClose {

  /** How long a client may take to close its end after the last answer. */
  private static final int LINGER_SECONDS = 1;

  private HalfClose() {}

  /**
   * Ends a connection when something has been written to it, the last thing, which is not flushed
   * yet.
   */
  public static void after(ChannelFuture written, ChannelHandlerContext ctx) {
    if (ctx.channel() instanceof DuplexChannel duplex) {
      Transport.joinLastBytesAndEnd(duplex);
      written.addListener(done -> sayGoodbye(ctx, duplex));
    } else {
      written.addListener(ChannelFutureListener.CLOSE);
    }
  }

  /** Under TLS the end is said in its own words first: else it might be anybody's who cut it. */
  private static void sayGoodbye(ChannelHandlerContext ctx, DuplexChannel duplex) {
    SslHandler tls = ctx.pipeline().get(SslHandler.class);
    if (tls == null) {
      shutDown(ctx, duplex);
    } else {
      tls.closeOutbound().addListener(said -> shutDown(ctx, duplex));
    }
  }

  private static void shutDown(ChannelHandlerContext ctx, DuplexChannel duplex) {
    ChannelFuture unused = duplex.shutdownOutput();
    Runnable close = () -> {
      ChannelFuture unusedClose = ctx.close();
    };
    Future<?> unusedTimer = ctx.executor().schedule(close, LINGER_SECONDS, TimeUnit.SECONDS);
  }
}
