package io.mintmark.server.http;

import io.mintmark.server.net.SlowClientTimeout;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.ReferenceCountUtil;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One stream of an HTTP/2 connection, between its frames and the handler that answers its request.
 * A request is answered when its end is passed on, so the end is held back until it is this
 * stream's turn ({@link Http2Shares}).
 */
final class Http2Stream extends ChannelDuplexHandler {

  private final Http2Shares shares;
  private final SlowClientTimeout slowClients;
  private @Nullable ChannelHandlerContext context;
  private @Nullable Object heldBack;
  private @Nullable ChannelFuture answered;
  private boolean hasTurn;
  private int roomBytes;

  Http2Stream(Http2Shares shares, SlowClientTimeout slowClients) {
    this.shares = shares;
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
    } else if (message instanceof HttpContent part && !takeRoom(part.content().readableBytes())) {
      // With this code the client knows that the request was not processed.
      ReferenceCountUtil.release(message);
      reset(ctx, Http2Error.REFUSED_STREAM);
    } else if (message instanceof LastHttpContent && !takeTurn()) {
      heldBack = message;
      slowClients.owesNothing(); // The stream now waits for the server.
    } else {
      ctx.fireChannelRead(message);
    }
  }

  private boolean takeRoom(int bytes) {
    boolean taken = shares.takeRoom(bytes);
    roomBytes += taken ? bytes : 0;
    return taken;
  }

  private boolean takeTurn() {
    hasTurn = shares.takeTurn(this);
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

  /**
   * Writes a reply. {@code InOrder} writes an empty buffer after the last reply, in order to learn
   * when that reply was sent. So the buffer's promise completes when all frames of the reply are
   * sent.
   */
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
    shares.giveRoomBack(roomBytes);
    roomBytes = 0;
    if (hasTurn) {
      hasTurn = false;
      shares.giveTurnBack();
    } else if (heldBack != null) {
      shares.leave(this);
    }
    ReferenceCountUtil.release(heldBack);
    heldBack = null;
    ctx.fireChannelInactive();
  }
}
