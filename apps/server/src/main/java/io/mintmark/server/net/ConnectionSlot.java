package io.mintmark.server.net;

import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.server.net.ConnectionLimit.Refusal;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.AttributeKey;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Counts one connection in the {@link ConnectionLimit}. It is at the front of the connection's
 * pipeline. All state belongs to the connection's event loop.
 */
final class ConnectionSlot extends ChannelInboundHandlerAdapter {

  /**
   * The reason in the log if a client sent no TLS. The data that it sent is not logged, because it
   * may include a token.
   */
  static final String NO_TLS = "the client sent no TLS";

  private static final AttributeKey<ConnectionSlot> KEY =
      AttributeKey.valueOf(ConnectionSlot.class, "slot");

  /**
   * When the time for showing a token is over, the connection may send one more request within this
   * time.
   */
  private static final int LAST_REQUEST_WITHIN_SECONDS = 1;

  private final ConnectionLimit limit;
  private final Channel channel;
  private final String protocol;
  private final long id;
  private final ElapsedClock clock = ElapsedClock.system();
  private final long openedNanos = clock.nanos();
  private boolean isClient;

  /**
   * Makes a slot. The connection is counted once it is active.
   *
   * @param protocol the name of the connection's port
   */
  ConnectionSlot(ConnectionLimit limit, Channel channel, String protocol) {
    this.limit = limit;
    this.channel = channel;
    this.protocol = protocol;
    this.id = limit.newId();
    channel.attr(KEY).set(this);
  }

  /** Returns the slot of a connection or of one of its streams; null for any other channel. */
  static @Nullable ConnectionSlot of(Channel channel) {
    ConnectionSlot own = channel.attr(KEY).get();
    Channel parent = channel.parent();
    return own == null && parent != null ? parent.attr(KEY).get() : own;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    if (!limit.admit(this)) {
      refuse(Refusal.LIMIT);
      return;
    }
    channel.closeFuture().addListener(closed -> limit.left(this, isClient));
    if (limit.asksForTokens()) {
      Future<?> timer =
          ctx.executor().schedule(this::endStranger, limit.tokenWithinMs(), TimeUnit.MILLISECONDS);
      channel.closeFuture().addListener(closed -> timer.cancel(false));
    }
    ctx.fireChannelActive();
  }

  /** The name of the connection's port. */
  String protocol() {
    return protocol;
  }

  OpenConnection describe() {
    return new OpenConnection(
        id,
        text(channel.remoteAddress()),
        text(channel.localAddress()),
        TimeUnit.NANOSECONDS.toSeconds(clock.nanos() - openedNanos));
  }

  private static String text(SocketAddress address) {
    return address instanceof InetSocketAddress ip
        ? NetUtil.toSocketAddressString(ip)
        : String.valueOf(address);
  }

  /**
   * Counts the connection as a client's, because of a request that not every caller may make.
   *
   * @return false if there are too many clients
   */
  boolean becomesClient() {
    if (!isClient) {
      isClient = limit.becomesClient(this);
    }
    return isClient;
  }

  /** Whether the connection counts as a client's. */
  boolean isClient() {
    return isClient;
  }

  /** Closes the connection; may be called from any thread. */
  void refuse(Refusal reason) {
    limit.refused(reason, String.valueOf(channel.remoteAddress()));
    ChannelFuture unused = channel.close();
  }

  /** Counts a connection that is closed because client and server do not agree on TLS. */
  void countFailedTls(String why) {
    limit.refused(Refusal.TLS, channel.remoteAddress() + ", cause=" + why);
  }

  /** Counts a connection that is closed because of a fault of the server. */
  void countFault(Throwable cause) {
    limit.failed(cause);
  }

  /**
   * Counts a connection whose client gets the error that there are too many.
   *
   * @return the exceeded bound, for the message
   */
  String countRefusal() {
    limit.refused(Refusal.LIMIT, channel.remoteAddress() + ", protocol=" + protocol);
    return limit.bound(protocol);
  }

  private void endStranger() {
    if (!isClient) {
      channel.pipeline().fireUserEventTriggered(InOrder.FINISH);
      Future<?> unused = channel
          .eventLoop()
          .schedule(this::closeStranger, LAST_REQUEST_WITHIN_SECONDS, TimeUnit.SECONDS);
    }
  }

  private void closeStranger() {
    if (!isClient && channel.isActive()) {
      refuse(Refusal.NO_TOKEN);
    }
  }
}
