package io.mintmark.server.http;

import io.mintmark.server.net.SlowClientTimeout;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.ReferenceCountUtil;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One stream of an HTTP/2 connection, between its frames and the handler that answers its request.
 * The end of the request is held back until it is this stream's turn.
 */
final class Http2Stream extends ChannelDuplexHandler {

  private final Http2Turns turns;
  private final SlowClientTimeout slowClients;
  private @Nullable ChannelHandlerContext context;
  private @Nullable Object heldBack;
  private @Nullable ChannelFuture answered;
  private boolean hasTurn;

  Http2Stream(Http2Turns turns, SlowClientTimeout slowClients) {
    this.turns = turns;
    this.slowClients = slowClients;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (!(message instanceof HttpObject)) {
      ReferenceCountUtil.release(message); // Frames of unknown types must be ignored.
    } else if (message instanceof LastHttpContent && !takeTurn()) {
      heldBack = message;
      slowClients.owesNothing(); // From now on the server causes the delay.
    } else {
      ctx.fireChannelRead(message);
    }
  }

  private boolean takeTurn() {
    hasTurn = turns.takeTurn(this);
    return hasTurn;
  }

  /**
   * Called when it is this stream's turn. Continues in a new task, because another stream that is
   * just ending may call this.
   */
  void go() {
    ChannelHandlerContext ctx = Objects.requireNonNull(context);
    hasTurn = true;
    ctx.executor().execute(() -> {
      Object message = heldBack;
      if (message != null) {
        heldBack = null;
        ctx.fireChannelRead(message);
        ctx.fireChannelReadComplete();
      }
    });
  }

  /** A reply is sent when its frames are sent. An empty buffer follows the last frame. */
  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    ChannelFuture before = answered;
    if (message == Unpooled.EMPTY_BUFFER) {
      (before == null ? ctx.newSucceededFuture() : before)
          .addListener(done -> promise.trySuccess());
    } else {
      answered = ctx.write(message, promise.unvoid());
    }
  }

  /** If a stream is answered before its request is complete, tells the client to stop sending. */
  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    ChannelFuture last = answered;
    if (last != null && last.isSuccess() && ctx.channel().isActive()) {
      reset(ctx, Http2Error.NO_ERROR);
    }
    ChannelFuture unused = ctx.close(promise);
  }

  private static void reset(ChannelHandlerContext ctx, Http2Error reason) {
    ChannelFuture unused = ctx.writeAndFlush(new DefaultHttp2ResetFrame(reason));
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    if (hasTurn) {
      hasTurn = false;
      turns.giveTurnBack();
    } else if (heldBack != null) {
      turns.leave(this);
    }
    ReferenceCountUtil.release(heldBack);
    heldBack = null;
    ctx.fireChannelInactive();
  }
}
