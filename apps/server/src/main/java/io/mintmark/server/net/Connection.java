package io.mintmark.server.net;

import io.mintmark.error.Message;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.server.net.ConnectionLimit.Refusal;
import io.mintmark.service.Problem.Kind;
import io.mintmark.service.ProblemException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.epoll.EpollSocketChannelConfig;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.AttributeKey;
import io.netty.util.NetUtil;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import io.vertx.core.VertxException;
import java.io.IOException;
import java.lang.System.Logger;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * One connection: what {@link ConnectionLimit} counts, how long a client may take, and how the
 * connection ends. Vert.x decodes and encodes everything; this handler is between the socket and
 * Vert.x's own handlers, because Vert.x has no such limits. All state belongs to the connection's
 * event loop.
 *
 * <p><b>Slow clients.</b> Every {@value #LOOK_SECONDS} seconds, the connection is closed if its
 * client has been within one request, or has not taken its replies, since the last look.
 *
 * <p><b>End.</b> When the server stops, or when the client closes its direction, the connection
 * ends as soon as every request that was read has its reply. The server then closes its own
 * direction first, and the socket when the client has done so too, or after a second. If the server
 * closed a socket on which the client still sends, the client's system would discard replies that
 * the client has not read yet. Of what the client still sends, only a part is read, and dropped.
 */
public final class Connection extends ChannelDuplexHandler {

  private static final Logger LOG = System.getLogger(Connection.class.getName());

  static final int LOOK_SECONDS = 15;

  /**
   * The reason in the log if a client sent no TLS. The data that it sent is not logged, because it
   * may include a token.
   */
  private static final String NO_TLS = "the client sent no TLS";

  private static final AttributeKey<Connection> KEY =
      AttributeKey.valueOf(Connection.class, "connection");

  /** After the last reply, a client has this long to close its direction. */
  private static final int LAST_SECONDS = 1;

  /** How many bytes are read and dropped after the connection's last reply. */
  static final int MAX_DROPPED_BYTES = 16 * 1024 * 1024;

  /** The first byte of a TLS record is below this one. In SSL 2 it is negative as a signed byte. */
  private static final byte FIRST_PRINTABLE = ' ';

  private final ConnectionLimit limit;
  final Channel channel;
  /** The name of its port. */
  final String port;

  private final Protocol protocol;
  private final boolean encrypted;

  /** A number that is unique among all connections of this server since its start. */
  public final long id;

  private final ElapsedClock clock = ElapsedClock.system();
  private final long openedNanos = clock.nanos();
  private @Nullable Runnable endStreams;
  private @Nullable ChannelPromise lingering;
  private boolean isClient;
  private boolean begun;
  private boolean reading = true;
  private boolean within;
  private int unanswered;
  private boolean isInputOver;
  private boolean finishing;
  private boolean ending;
  private boolean ended;
  private int droppedBytes;
  private boolean wasSlow;

  /**
   * Makes the front of a new connection's pipeline.
   *
   * @param port the name of its port
   */
  Connection(
      ConnectionLimit limit, Channel channel, String port, Protocol protocol, boolean encrypted) {
    this.limit = limit;
    this.channel = channel;
    this.port = port;
    this.protocol = protocol;
    this.encrypted = encrypted;
    this.id = limit.lastId.incrementAndGet();
    channel.attr(KEY).set(this);
  }

  /** Returns the connection of a channel. */
  public static Connection of(Channel channel) {
    return Objects.requireNonNull(channel.attr(KEY).get());
  }

  /** Whether it uses TLS. */
  public boolean isEncrypted() {
    return encrypted;
  }

  /** The client's address and port. */
  public String from() {
    return text(channel.remoteAddress());
  }

  /** The server's address and port. */
  public String to() {
    return text(channel.localAddress());
  }

  /** How long it has been open. */
  public long ageSeconds() {
    return TimeUnit.NANOSECONDS.toSeconds(clock.nanos() - openedNanos);
  }

  /** A host name is left out, because looking one up may take seconds. */
  private static String text(SocketAddress address) {
    return address instanceof InetSocketAddress ip
        ? NetUtil.toSocketAddressString(ip)
        : String.valueOf(address);
  }

  /**
   * Returns the subject of the certificate that the client has shown in TLS. An authority that the
   * server trusts has issued the certificate, and it was valid when the connection began. Empty
   * without TLS, or if the client has shown no certificate.
   */
  public Optional<X500Principal> certificate() {
    @Nullable SslHandler tls = channel.pipeline().get(SslHandler.class);
    try {
      return tls != null
              && tls.engine().getSession().getPeerPrincipal() instanceof X500Principal subject
          ? Optional.of(subject)
          : Optional.empty();
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty(); // A certificate is optional.
    }
  }

  /**
   * Returns whether a request may be answered here, and counts the connection as a client's if the
   * request is one of a client.
   *
   * @param ofClient whether the request needs a right that its caller has and not every caller has
   * @param always whether the request is answered even if there are too many clients
   */
  public boolean admits(boolean ofClient, boolean always) {
    if (!isClient && ofClient) {
      isClient = limit.becomesClient(this);
    }
    return isClient || always;
  }

  /** Counts a connection whose client gets the error that there are too many, and returns it. */
  public ProblemException overloaded() {
    limit.refused(Refusal.LIMIT, from() + ", protocol=" + port, null);
    return new ProblemException(
        Kind.OVERLOADED,
        Message.of(
            "too many clients are connected: max-connections={}; nothing was done, and the"
                + " connection ends; open fewer connections, or raise the setting",
            limit.most()));
  }

  /** Notes that the received data ends within a request, or does not. */
  void isWithin(boolean request) {
    within = request;
    wasSlow &= request;
    endIfIdle();
  }

  /** Notes that a request was read completely, which needs a reply. */
  public void reads() {
    unanswered++;
  }

  /** Notes that a request was read completely, which needs a reply, with all received data. */
  public void readsAll() {
    unanswered++;
    within = false;
    wasSlow = false;
  }

  /** Notes that a request has got its reply. */
  public void answered() {
    unanswered--;
    if (ending) {
      endIfIdle();
    }
  }

  /**
   * Notes that all received requests have their replies, or wait for them.
   *
   * @param reads whether to read more
   * @param isWithin whether the received data ends within a request
   * @return false if the connection has got its last reply
   */
  public boolean answered(boolean reads, boolean isWithin) {
    unanswered--;
    if (!ended) {
      read(reads);
      within = isWithin && !isInputOver;
      wasSlow &= isWithin;
      if (ending) {
        endIfIdle();
      }
    }
    return !ended;
  }

  /** Notes that the connection has streams, and how it ends after their replies. */
  public void hasStreams(Runnable end) {
    endStreams = end;
  }

  /** Returns whether the connection ends when all requests that were read have their replies. */
  public boolean isFinishing() {
    return finishing;
  }

  /** Returns whether the reply to the only request that was read is the connection's last. */
  public boolean isAtLastReply() {
    return finishing && !within && unanswered <= 1 && endStreams == null;
  }

  /**
   * Reads from the client, or not. Nothing is read while the client does not take its replies
   * either. Data that is not read stays in the systems' buffers.
   */
  public void read(boolean now) {
    reading = now;
    channel
        .config()
        .setAutoRead(ended ? droppedBytes < MAX_DROPPED_BYTES : now && channel.isWritable());
  }

  /** Returns whether the connection has got its last reply. */
  public boolean hasEnded() {
    return ended;
  }

  /**
   * Makes the system send the last bytes of the connection together with its end, if it can. A
   * client that has read the bytes then also sees the end. So a client that checks a connection
   * before it sends again, as redis-py does, never sends a request that is not answered.
   */
  public void joinLastBytesAndEnd() {
    if (channel.config() instanceof EpollSocketChannelConfig config && channel.isActive()) {
      config.setTcpCork(true);
    }
  }

  /** Ends the connection after its last write. */
  public void end() {
    if (!ended) {
      ended = true;
      ChannelFuture unused = channel.close();
    }
  }

  /**
   * Ends the connection because of a fault. A fault of the server is counted and logged, and cuts
   * the connection off. After a fault of the client or of the network, the client can still read
   * the replies that it has got.
   */
  public void failed(Throwable cause) {
    boolean isLost = cause instanceof IOException
        || cause instanceof VertxException
        || cause.getCause() instanceof IOException;
    boolean isOfClient = cause instanceof CodecException
        || cause instanceof IllegalArgumentException // So decoders refuse a name or a number.
        || (cause instanceof Http2Exception http2 && http2.error() != Http2Error.INTERNAL_ERROR);
    if (isLost || isOfClient) {
      LOG.log(Logger.Level.DEBUG, "a connection was lost: cause={0}", cause.getClass());
      channel.eventLoop().execute(isLost || endStreams != null ? this::end : this::inputIsOver);
    } else {
      fault(cause);
    }
  }

  /** Counts and logs a fault of the server, and cuts the connection off. */
  public void fault(Throwable cause) {
    limit.refused(Refusal.FAULT, from(), cause);
    cut();
  }

  /** Runs a part of a request's handling. An exception of it is a fault of the server. */
  public void run(Runnable part) {
    try {
      part.run();
    } catch (Throwable e) { // The top of a request. Vert.x would only log it.
      fault(e);
    }
  }

  /** Runs a part of a handling in a millisecond, so that it includes what happens until then. */
  public void runSoon(Runnable part) {
    Future<?> unused = channel.eventLoop().schedule(() -> run(part), 1, TimeUnit.MILLISECONDS);
  }

  /** Runs a task when a client has had enough time for a request. */
  public Future<?> whenSlow(Runnable task) {
    return channel.eventLoop().schedule(task, 2 * LOOK_SECONDS, TimeUnit.SECONDS);
  }

  /** Closes the connection at once. May be called from any thread. */
  void cut() {
    channel.eventLoop().execute(() -> {
      if (channel.isOpen()) {
        ChannelFuture unused = channel.pipeline().context(this).close();
      }
    });
  }

  /** Closes the connection for a reason that is counted. May be called from any thread. */
  void refuse(Refusal reason) {
    limit.refused(reason, from(), null);
    cut();
  }

  /**
   * Makes the reply to the last request that was read, or to the next one, the last reply. Then, or
   * after a time, the connection ends.
   */
  void finish(long withinMs) {
    finishing = true;
    Future<?> unused = channel.eventLoop().schedule(this::endSoon, withinMs, TimeUnit.MILLISECONDS);
  }

  /** Ends the connection as soon as every request that was read has its reply. */
  private void endSoon() {
    finishing = true;
    ending = true;
    if (endStreams == null) {
      endIfIdle();
    } else {
      endStreams.run();
    }
  }

  private void endIfIdle() {
    if (!ending || unanswered > 0 || within || ended || !channel.isOpen()) {
      return;
    }
    if (endStreams == null) {
      end();
    } else if (isInputOver) { // The client can neither complete its streams nor take more of them.
      ended = true;
      ChannelHandlerContext ctx = channel.pipeline().context(this);
      ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> close(ctx, ctx.newPromise()));
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    if (!limit.admit(this)) {
      refuse(Refusal.LIMIT);
      return;
    }
    Future<?> looks = ctx.executor()
        .scheduleWithFixedDelay(this::closeIfSlow, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
    channel.closeFuture().addListener(closed -> {
      boolean unused = looks.cancel(false);
      limit.left(this, isClient);
    });
    if (limit.asksForTokens.getAsBoolean()) {
      long tokenWithinMs = limit.tokenWithin.toMillis();
      Future<?> unused =
          ctx.executor().schedule(this::endStranger, tokenWithinMs, TimeUnit.MILLISECONDS);
    }
    @Nullable SslHandler tls = ctx.pipeline().get(SslHandler.class);
    if (tls != null) {
      tls.handshakeFuture().addListener(shaken -> {
        isWithin(false);
        if (!shaken.isSuccess() && begun) {
          // The message may contain the data that the client sent, and this a token.
          Object why = shaken.cause() instanceof NotSslRecordException ? NO_TLS : shaken.cause();
          limit.refused(Refusal.TLS, from() + ", cause=" + why, null);
          cut();
        }
      });
    }
    protocol.opened(ctx.pipeline());
    ctx.fireChannelActive();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    boolean isFirst = !begun;
    begun = !ended;
    if (ended) {
      droppedBytes += ((ByteBuf) message).readableBytes();
      ReferenceCountUtil.release(message);
      read(reading);
    } else if (isFirst && encrypted && isText((ByteBuf) message)) {
      ReferenceCountUtil.release(message);
      limit.refused(Refusal.TLS, from() + ", cause=" + NO_TLS, null);
      begun = false; // The handshake's failure is counted already.
      ended = true;
      String answer = protocol.answerWithoutTls();
      ctx.writeAndFlush(Unpooled.copiedBuffer(answer, StandardCharsets.US_ASCII))
          .addListener(written -> close(ctx, ctx.newPromise()));
    } else {
      within = true; // Until the protocol finds the end of a request. Each stream has its own time.
      ctx.fireChannelRead(message);
      within &= endStreams == null;
      if (!channel.isWritable()) {
        read(reading); // Vert.x may have switched reading on.
      }
    }
  }

  private static boolean isText(ByteBuf first) {
    return first.isReadable() && first.getByte(first.readerIndex()) >= FIRST_PRINTABLE;
  }

  /** When the client has closed its direction, nothing more is read, but the replies are sent. */
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    ctx.fireUserEventTriggered(event);
    if (event != ChannelInputShutdownEvent.INSTANCE) {
      return;
    }
    ChannelPromise last = lingering;
    if (last != null) {
      ChannelFuture unused = ctx.close(last);
      return;
    }
    inputIsOver();
  }

  private void inputIsOver() {
    within = false; // The rest of a request never arrives.
    isInputOver = true;
    finishing = true;
    ending = true;
    endIfIdle();
  }

  /** The system may refuse to read from a client that has closed its direction. */
  @Override
  public void read(ChannelHandlerContext ctx) {
    if (!isInputOver) {
      ctx.read();
    }
  }

  /** Closes the server's direction, and waits for the client to close its own. */
  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    ended = true;
    ctx.flush();
    @Nullable ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
    if (lingering != null
        || !channel.isActive()
        || unsent == null
        || unsent.totalPendingWriteBytes() > 0
        || !(channel instanceof DuplexChannel duplex)
        || duplex.isInputShutdown()) {
      ChannelFuture unused = ctx.close(promise);
      return;
    }
    lingering = promise;
    read(reading);
    ChannelFuture unusedEnd = duplex.shutdownOutput();
    Runnable last = () -> {
      ChannelFuture unusedClose = ctx.close(promise);
    };
    Future<?> unused = ctx.executor().schedule(last, LAST_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (!ended) {
      ctx.fireExceptionCaught(cause);
    } else if (cause instanceof IOException) {
      ChannelFuture unused = ctx.close();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    wasSlow = false;
    read(reading);
    ctx.fireChannelWritabilityChanged();
  }

  private void closeIfSlow() {
    // While the server does not read, the client is not the cause of an incomplete request.
    boolean isSlow =
        ended || !channel.isWritable() || (within && channel.config().isAutoRead());
    if (isSlow && wasSlow) {
      cut();
    }
    wasSlow = isSlow;
  }

  private void endStranger() {
    if (!isClient && channel.isActive()) {
      limit.refused(Refusal.NO_TOKEN, from(), null);
      endSoon();
    }
  }
}
