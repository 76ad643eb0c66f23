package io.mintmark.server.net;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection so that its client gets every reply. The server closes its direction first,
 * and closes the connection once the client has closed its direction too, or after a short time. If
 * the server closed a connection on which the client still sends, the client's system would discard
 * replies that the client has not read yet.
 */
public final class HalfClose {

  /** How long a client may take to close its direction after the last reply. */
  private static final int LINGER_SECONDS = 1;

  private HalfClose() {}

  /** Ends a connection after its last write, which is not flushed yet. */
  public static void after(ChannelFuture written, ChannelHandlerContext ctx) {
    if (ctx.channel() instanceof DuplexChannel duplex) {
      Transport.joinLastBytesAndEnd(duplex);
      written.addListener(done -> sayGoodbye(ctx, duplex));
    } else {
      written.addListener(ChannelFutureListener.CLOSE);
    }
  }

  /**
   * Under TLS, the end is announced inside the encryption first. Otherwise the client could not
   * distinguish the end from a connection that an attacker has cut.
   */
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
