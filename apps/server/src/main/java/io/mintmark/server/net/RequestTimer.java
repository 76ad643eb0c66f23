package io.mintmark.server.net;

import io.netty.channel.ChannelHandlerContext;
import org.jspecify.annotations.Nullable;

/**
 * Times one connection's requests, each from the moment at which it is its turn until its answer is
 * written, and counts the answers. Only the connection's event loop uses it.
 *
 * <p>The clock is read once for each answer: a request that is answered at once begins where the
 * answer before it ended.
 */
final class RequestTimer<Q> implements AnswerCount {

  private final Exchange<Q> exchange;
  private final Traffic traffic;

  private long begunNanos;
  private long tookNanos;
  private @Nullable CallTimes times;

  /**
   * Starts from nothing.
   *
   * @param exchange says what a request asks for
   * @param traffic counts the answers
   */
  RequestTimer(Exchange<Q> exchange, Traffic traffic) {
    this.exchange = exchange;
    this.traffic = traffic;
  }

  /** It is the next request's turn now. */
  void begin(ChannelHandlerContext ctx) {
    begunNanos = now(ctx);
  }

  /** When the turn of the request began that is answered now, for one that is answered later. */
  long begunNanos() {
    return begunNanos;
  }

  /** A request is answered whose turn began before. */
  void resume(long itBegunNanos) {
    begunNanos = itBegunNanos;
  }

  /** Counts a request's answer, which is written; the next request's turn begins. */
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
