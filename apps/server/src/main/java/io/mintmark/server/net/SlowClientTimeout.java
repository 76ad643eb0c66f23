package io.mintmark.server.net;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection whose client starts a request without completing it, does not take its
 * replies, or keeps the connection open after the last reply. The memory that such a client uses is
 * released after {@value #LOOK_SECONDS} to twice as many seconds. An idle connection without an
 * open reply may stay. The connection's {@link PipelineMemory} limits its memory. Beyond that limit
 * nothing is read.
 *
 * <p>A connection is checked at intervals and not timed at each read, so that the usual case costs
 * nothing. If two checks in a row find the same state, it has lasted at least one interval. All
 * state belongs to the connection's event loop.
 */
public final class SlowClientTimeout extends ChannelInboundHandlerAdapter {

  static final int LOOK_SECONDS = 15;

  private final PipelineMemory share;
  private final Traffic traffic;
  private final ToIntFunction<Object> size;
  private @Nullable Future<?> looking;
  private boolean requestHasBegun;
  private boolean refusing;
  private boolean lastAnswerGiven;
  private boolean seenHalfRead;
  private boolean seenUntaken;

  /**
   * Makes the front of a pipeline.
   *
   * @param share counts its memory
   * @param traffic counts its replies
   * @param size returns the number of bytes of a received message
   */
  SlowClientTimeout(PipelineMemory share, Traffic traffic, ToIntFunction<Object> size) {
    this.share = share;
    this.traffic = traffic;
    this.size = size;
  }

  /** Counts the memory of the connection. */
  PipelineMemory share() {
    return share;
  }

  /** Counts the replies of the connection. */
  Traffic traffic() {
    return traffic;
  }

  /** Notes that a request has arrived completely. */
  void requestIsComplete() {
    share.isComplete();
    owesNothing();
  }

  /** Notes that the received data ends within a request, so the rest is expected. */
  public void endsWithinARequest() {
    requestHasBegun = true;
  }

  /** Returns whether a request has arrived in part. */
  boolean isReading() {
    return requestHasBegun;
  }

  /**
   * Notes that no data is expected from the client. The received data is kept until its request is
   * answered.
   */
  public void owesNothing() {
    requestHasBegun = false;
    seenHalfRead = false;
  }

  /**
   * Notes that the received data was passed to a handler that has its own timeout and count. Only
   * an incomplete rest is still kept here.
   *
   * @param bytes how many bytes are kept here, of an incomplete item
   * @param anew whether any item was completed since the last call
   */
  public void hasPassedOnBut(int bytes, boolean anew) {
    share.keeps(bytes);
    boolean unusedLess = share.waits(0);
    if (anew) {
      owesNothing();
    }
    requestHasBegun = bytes > 0;
  }

  /** Makes the connection close as soon as the client has taken its replies. */
  public void lastAnswerIsGiven() {
    lastAnswerGiven = true;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    looking = ctx.executor()
        .scheduleWithFixedDelay(
            () -> closeIfSlow(ctx), LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
    ctx.fireChannelActive();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    int bytes = size.applyAsInt(message);
    boolean tooLate = lastAnswerGiven || refusing;
    if (!tooLate && share.comes(bytes)) {
      requestHasBegun = true;
      ctx.fireChannelRead(message);
      return;
    }
    traffic.refused(bytes);
    ReferenceCountUtil.release(message);
    if (!tooLate) {
      refusing = true;
      ctx.fireExceptionCaught(new OverloadedException(
          "the memory for requests and answers is used up: this request was not read"));
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    seenUntaken = false;
    ctx.fireChannelWritabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    if (looking != null) {
      looking.cancel(false);
    }
    ctx.fireChannelInactive();
  }

  private void closeIfSlow(ChannelHandlerContext ctx) {
    boolean untaken = lastAnswerGiven || !ctx.channel().isWritable();
    // While the server does not read, the client is not the cause of the delay.
    boolean halfRead = requestHasBegun && ctx.channel().config().isAutoRead();
    if ((untaken && seenUntaken) || (halfRead && seenHalfRead)) {
      ChannelFuture unused = ctx.close();
    }
    seenUntaken = untaken;
    seenHalfRead = halfRead;
  }
}
