package io.mintmark.server.net;

import io.netty.channel.ChannelHandlerContext;
import org.jspecify.annotations.Nullable;

/**
 * Times one connection's requests, each from the start of its turn until its reply is written, and
 * counts the replies. Only the connection's event loop uses it.
 *
 * <p>The clock is read once for each reply: a request that is answered at once starts when the
 * previous reply ends.
 */
final class RequestTimer<Q> implements AnswerCount {

  private final Exchange<Q> exchange;
  private final Traffic traffic;

  private long begunNanos;
  private long tookNanos;
  private @Nullable CallTimes times;

  /**
   * Makes a timer.
   *
   * @param exchange identifies the call of a request
   * @param traffic counts the replies
   */
  RequestTimer(Exchange<Q> exchange, Traffic traffic) {
    this.exchange = exchange;
    this.traffic = traffic;
  }

  /** Starts the next request's turn. */
  void begin(ChannelHandlerContext ctx) {
    begunNanos = now(ctx);
  }

  /** The start of the present request's turn, for a request that is answered later. */
  long begunNanos() {
    return begunNanos;
  }

  /** Continues a request whose turn started before. */
  void resume(long itBegunNanos) {
    begunNanos = itBegunNanos;
  }

  /** Counts a request's reply, which is written, and starts the next request's turn. */
  void count(ChannelHandlerContext ctx, Q request, Object answer) {
    long now = now(ctx);
    tookNanos = now - begunNanos;
    begunNanos = now;
    times = exchange.times(request, traffic);
    exchange.count(answer, this);
  }

  @Override
  public void answered(RequestOutcome outcome, int often) {
    if (times != null) {
      times.record(outcome, tookNanos, often);
    }
  }

  private static long now(ChannelHandlerContext ctx) {
    return ctx.executor().ticker().nanoTime();
  }
}
