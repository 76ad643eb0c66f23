package io.mintmark.server.net;

import io.mintmark.server.net.ConnectionLimit.Refusal;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.lang.System.Logger;
import java.nio.channels.DatagramChannel;
import org.jspecify.annotations.Nullable;

/**
 * Closes new connections at once while the process has no file descriptor left. To take a
 * connection from the system's queue, and so to close it, takes a descriptor itself: without one,
 * clients would hang there. So one is kept in reserve, and let go of for as long as that takes. In
 * the pipeline of a port; all state belongs to its event loop.
 */
final class SpareFile extends ChannelInboundHandlerAdapter {

  private static final Logger LOG = System.getLogger(SpareFile.class.getName());

  /** What the system says, in the C library's words. */
  private static final String OUT_OF_FILES = "Too many open files";

  private final ConnectionLimit limit;
  private @Nullable DatagramChannel spare = open();

  SpareFile(ConnectionLimit limit) {
    this.limit = limit;
  }

  /** A socket that is not bound: it holds a descriptor, and nothing else. */
  private static @Nullable DatagramChannel open() {
    try {
      return DatagramChannel.open();
    } catch (IOException e) {
      return null;
    }
  }

  /** Could a connection not be taken, it can with the descriptor that is let go of. */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (!String.valueOf(cause.getMessage()).contains(OUT_OF_FILES)) {
      ctx.fireExceptionCaught(cause);
      return;
    }
    if (spare == null) {
      ctx.fireExceptionCaught(cause); // What is next in line pauses for a second.
      spare = open();
    } else {
      letGo();
      ctx.executor().execute(ctx.channel()::read);
    }
  }

  /** Closes what is taken with the spare descriptor, and counts it. */
  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (spare != null) {
      ctx.fireChannelRead(message);
      return;
    }
    limit.refused(Refusal.NO_FILE, OUT_OF_FILES);
    ((Channel) message).unsafe().closeForcibly();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (spare == null) {
      spare = open();
    }
    ctx.fireChannelReadComplete();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    letGo();
    ctx.fireChannelInactive();
  }

  private void letGo() {
    try {
      if (spare != null) {
        spare.close();
      }
    } catch (IOException e) {
      LOG.log(Logger.Level.DEBUG, "a socket without use did not close", e);
    }
    spare = null;
  }
}
