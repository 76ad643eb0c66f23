package io.mintmark.server.net;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.lang.System.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection after an exception that its client cannot be told. Exceptions that the
 * network or the client caused are everyday, and a line of the log at level DEBUG; any other is a
 * fault of the server, counted and logged ({@link ConnectionLimit#failed}).
 */
public final class FaultClose {

  private static final Logger LOG = System.getLogger(FaultClose.class.getName());

  private FaultClose() {}

  /** Closes a connection, or one of its streams, at once. */
  public static void after(Throwable cause, ChannelHandlerContext ctx) {
    @Nullable ConnectionSlot slot = ConnectionSlot.of(ctx.channel());
    if (isOfTheClient(cause)) {
      LOG.log(Logger.Level.DEBUG, "a connection was broken off: cause={0}", cause.getClass());
    } else if (slot != null) {
      slot.countFault(cause);
    }
    ChannelFuture unused = ctx.close();
  }

  /**
   * Broken off, silent for long, or without TLS, which is counted as such ({@link
   * ConnectionLimit.Refusal#TLS}).
   */
  private static boolean isOfTheClient(Throwable cause) {
    return cause instanceof IOException
        || cause instanceof ReadTimeoutException
        || (cause instanceof DecoderException && cause.getCause() instanceof IOException);
  }
}
