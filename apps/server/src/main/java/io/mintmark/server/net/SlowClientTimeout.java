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
 * Closes a connection whose client begins a request and does not end it, does not take its answers,
 * or does not take the last one: whatever such a client makes the server keep, it keeps for at most
 * {@value #LOOK_SECONDS} to twice as many seconds. A silent connection that is owed nothing may
 * stay. How much it may keep is its {@link PipelineMemory}'s to say: beyond that nothing is read.
 *
 * <p>A connection is looked at now and then, rather than timed at each read, so that the usual case
 * costs nothing: what is found unchanged at a second look has been so since the first. All state
 * belongs to the connection's event loop.
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
   * @param share what it holds in memory
   * @param traffic what its answers are counted with
   * @param size how many bytes that is which comes
   */
  SlowClientTimeout(PipelineMemory share, Traffic traffic, ToIntFunction<Object> size) {
    this.share = share;
    this.traffic = traffic;
    this.size = size;
  }

  /** What the connection holds in memory. */
  PipelineMemory share() {
    return share;
  }

  /** What its answers are counted with. */
  Traffic traffic() {
    return traffic;
  }

  /** A request has come in whole. */
  void requestIsComplete() {
    share.isComplete();
    owesNothing();
  }

  /** What has come ends within a request, of which the rest is waited for. */
  public void endsWithinARequest() {
    requestHasBegun = true;
  }

  /** Tells whether a request has begun to come and has not come whole. */
  boolean isReading() {
    return requestHasBegun;
  }

  /** Nothing is waited for from the client; what has come is kept until it is answered. */
  public void owesNothing() {
    requestHasBegun = false;
    seenHalfRead = false;
  }

  /**
   * What has come has gone on, to where it is waited for and counted for itself, but for its end.
   *
   * @param bytes how much is kept here, of something that has not come whole
   * @param anew whether anything came whole since this was last said
   */
  public void hasPassedOnBut(int bytes, boolean anew) {
    share.keeps(bytes);
    boolean unusedLess = share.waits(0);
    if (anew) {
      owesNothing();
    }
    requestHasBegun = bytes > 0;
  }

  /** The connection closes as soon as the client has taken its answers. */
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
    // While the server does not read, it is not the client who lets it wait for the rest.
    boolean halfRead = requestHasBegun && ctx.channel().config().isAutoRead();
    if ((untaken && seenUntaken) || (halfRead && seenHalfRead)) {
      ChannelFuture unused = ctx.close();
    }
    seenUntaken = untaken;
    seenHalfRead = halfRead;
  }
}
