package io.mintmark.server.net;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.lang.System.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection after an exception that cannot be reported to its client. Exceptions caused
 * by the network or the client are common, and are logged at level DEBUG. Any other exception is a
 * fault of the server, which is counted and logged ({@link ConnectionLimit#failed}).
 */
public final class FaultClose {

  private static final Logger LOG = System.getLogger(FaultClose.class.getName());

  private FaultClose() {}

  /** Closes a connection or a stream at once. */
  public static void after(Throwable cause, ChannelHandlerContext ctx) {
    @Nullable ConnectionSlot slot = ConnectionSlot.of(ctx.channel());
    if (isOfTheClient(cause)) {
      LOG.log(Logger.Level.DEBUG, "a connection was lost: cause={0}", cause.getClass());
    } else if (slot != null) {
      slot.countFault(cause);
    }
    ChannelFuture unused = ctx.close();
  }

  /**
   * Returns whether the connection was broken off, was idle for long, or did not use TLS, which is
   * counted separately ({@link ConnectionLimit.Refusal#TLS}).
   */
  private static boolean isOfTheClient(Throwable cause) {
    return cause instanceof IOException
        || cause instanceof ReadTimeoutException
        || (cause instanceof DecoderException && cause.getCause() instanceof IOException);
  }
}
