package io.mintmark.server.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderException;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Answers one connection's requests one after another, in the order in which they came.
 *
 * <p>All state belongs to the connection's event loop. A request that may wait is answered on the
 * executor while those behind it queue; the rest are answered at once. What queues is bounded:
 * while any request queues, nothing more is read from this client, so the queue holds no more than
 * one read brought in. The same holds while the client does not read its answers. How long a client
 * may take for its part is {@link Patience}'s to say, and how much all of them may have waiting
 * {@link Memory}'s.
 *
 * <p>For a large answer memory is had before it is made, as far as its size is known then, so that
 * nothing is done which cannot be told. What the rest takes is seen when it is made. It is given
 * back when the client has taken the answer, or has gone.
 */
public final class InOrder<Q> extends ChannelInboundHandlerAdapter {

  /** The event that asks a connection to answer what it has read, and close. */
  public static final Object FINISH = new Object();

  private static final String FULL = "requests and answers hold all the memory that they may: ";

  private final Exchange<Q> exchange;
  private final Executor executor;
  private final Patience patience;
  private final Queue<Q> queue = new ArrayDeque<>();
  private boolean proceeding;
  private boolean waiting;
  private boolean finishing;
  private boolean ended;

  /**
   * Makes the end of one connection's pipeline.
   *
   * @param exchange the protocol, this connection's alone
   * @param executor where requests that may wait are answered; must not refuse
   * @param patience at the front of the same pipeline
   */
  public InOrder(Exchange<Q> exchange, Executor executor, Patience patience) {
    this.exchange = exchange;
    this.executor = executor;
    this.patience = patience;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    @Nullable Q request = exchange.read(message);
    if (request != null) {
      patience.requestIsComplete();
      if (!ended) {
        queue.add(request);
      }
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    proceed(ctx);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    proceed(ctx);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == FINISH) {
      finishing = true;
      proceed(ctx);
    } else {
      ctx.fireUserEventTriggered(event);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    ended = true;
    queue.clear();
    patience.share().keeps(0);
    settle();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    boolean told = cause instanceof DecoderException || cause instanceof OverloadedException;
    if (told && !ended) {
      queue.add(exchange.malformed(cause));
      proceed(ctx);
    } else {
      close(ctx);
    }
  }

  /** Not entered twice: writing and flushing come back here when the writability changes. */
  private void proceed(ChannelHandlerContext ctx) {
    if (proceeding) {
      return;
    }
    proceeding = true;
    do {
      while (canAnswer(ctx)) {
        answer(ctx, queue.remove());
      }
      if (finishing && !waiting && !ended && queue.isEmpty()) {
        end(ctx);
      }
      ctx.flush();
    } while (canAnswer(ctx));
    proceeding = false;
    settle();
    ctx.channel().config().setAutoRead(ended || (queue.isEmpty() && !finishing));
  }

  /** Counts what is kept; requests that there is no memory for are not kept. */
  private void settle() {
    boolean held = patience.share().waits(queue.size() + (waiting ? 1 : 0));
    if (!held && !queue.isEmpty()) {
      queue.clear();
      queue.add(exchange.malformed(
          new OverloadedException(FULL + "those that waited here were not done")));
    }
  }

  private boolean canAnswer(ChannelHandlerContext ctx) {
    return !waiting && !ended && !queue.isEmpty() && ctx.channel().isWritable();
  }

  private void answer(ChannelHandlerContext ctx, Q request) {
    long bytes = Share.counted(exchange.mostBytes(request));
    if (!patience.share().answers(bytes)) {
      write(ctx, request, tooLarge(request), 0);
    } else if (exchange.waits(request)) {
      waiting = true;
      executor.execute(() -> answerElsewhere(ctx, request, bytes));
    } else {
      settleAndWrite(ctx, request, exchange.answer(request), bytes);
    }
  }

  private Object tooLarge(Q request) {
    return exchange.failed(request, new OverloadedException(FULL + "ask for less, or later"));
  }

  private void answerElsewhere(ChannelHandlerContext ctx, Q request, long reservedBytes) {
    Object answer = exchange.answer(request);
    try {
      ctx.executor().execute(() -> {
        waiting = false;
        settleAndWrite(ctx, request, answer, reservedBytes);
        proceed(ctx);
      });
    } catch (RejectedExecutionException e) {
      ReferenceCountUtil.release(answer); // The server has ended meanwhile, and so nobody waits.
    }
  }

  /** Holds what the answer has, in place of what was reserved for it. */
  private void settleAndWrite(
      ChannelHandlerContext ctx, Q request, Object answer, long reservedBytes) {
    long bytes = Share.counted(exchange.bytes(answer));
    if (patience.share().answers(bytes - reservedBytes)) {
      write(ctx, request, answer, bytes);
    } else {
      boolean unusedLess = patience.share().answers(-reservedBytes);
      ReferenceCountUtil.release(answer);
      write(ctx, request, tooLarge(request), 0);
    }
  }

  private void write(ChannelHandlerContext ctx, Q request, Object answer, long heldBytes) {
    boolean last = !ended && (exchange.isLast(request) || (finishing && queue.isEmpty()));
    exchange.count(answer, patience.traffic());
    ChannelPromise promise = heldBytes == 0 ? ctx.voidPromise() : untilTaken(ctx, heldBytes);
    ChannelFuture unused = ctx.write(last ? exchange.asLast(answer) : answer, promise);
    if (last) {
      end(ctx);
    }
  }

  private ChannelPromise untilTaken(ChannelHandlerContext ctx, long heldBytes) {
    return ctx.newPromise().addListener(taken -> {
      boolean unusedLess = patience.share().answers(-heldBytes);
    });
  }

  private void end(ChannelHandlerContext ctx) {
    ended = true;
    queue.clear();
    patience.lastAnswerIsGiven();
    HalfClose.after(ctx.write(Unpooled.EMPTY_BUFFER), ctx);
  }

  private static void close(ChannelHandlerContext ctx) {
    ChannelFuture unused = ctx.close();
  }
}
