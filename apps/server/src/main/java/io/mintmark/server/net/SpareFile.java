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
 * Closes new connections at once while the process has no file descriptor left. Accepting a
 * connection from the system's queue, in order to close it, needs a descriptor itself. Without one,
 * clients would hang. So this handler keeps one descriptor in reserve, and releases it while it
 * closes such connections. It is in the pipeline of a port; all state belongs to the port's event
 * loop.
 */
final class SpareFile extends ChannelInboundHandlerAdapter {

  private static final Logger LOG = System.getLogger(SpareFile.class.getName());

  /** The C library's error text. */
  private static final String OUT_OF_FILES = "Too many open files";

  private final ConnectionLimit limit;
  private @Nullable DatagramChannel spare = open();

  SpareFile(ConnectionLimit limit) {
    this.limit = limit;
  }

  /** Opens a socket that is not bound. It uses a descriptor, and nothing else. */
  private static @Nullable DatagramChannel open() {
    try {
      return DatagramChannel.open();
    } catch (IOException e) {
      return null;
    }
  }

  /** If a connection could not be accepted, releases the spare descriptor so that it can be. */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (!String.valueOf(cause.getMessage()).contains(OUT_OF_FILES)) {
      ctx.fireExceptionCaught(cause);
      return;
    }
    if (spare == null) {
      ctx.fireExceptionCaught(cause); // The next handler pauses for a second.
      spare = open();
    } else {
      letGo();
      ctx.executor().execute(ctx.channel()::read);
    }
  }

  /** Closes a connection that was accepted with the spare descriptor, and counts it. */
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
      LOG.log(Logger.Level.DEBUG, "a spare socket did not close", e);
    }
    spare = null;
  }
}
