package io.mintmark.server.net;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.service.RunsOn;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderException;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Answers one connection's requests one after another, in the order of their arrival.
 *
 * <p>All state belongs to the connection's event loop. If the ids are already claimed, the loop
 * answers at once. If a reply must wait for ids, it comes later from another thread, and no thread
 * is blocked for it. Requests that take long, or wait for the store themselves, run on the {@link
 * RequestThreads}. Meanwhile later requests of the connection wait in a queue. The queue is
 * bounded: while any request is queued, no more data is read from this client, so the queue has at
 * most the requests of one read. Requests are also queued while the client does not read its
 * replies. {@link SlowClientTimeout} limits the time that a client may take, and {@link
 * RequestMemory} the memory of all clients' waiting requests.
 *
 * <p><b>Each request has a reply in time</b>, even if all threads wait for a store that does not
 * answer. After a timeout the request fails. A worker may still be processing it, so the connection
 * ends. A reply that arrives later is dropped, and its ids are never used.
 *
 * <p><b>A connection ends in two steps</b>, so that a client that reads its replies loses no
 * request. {@link #FINISH} makes the next reply the last, and marks it as such. A request that is
 * on its way to the server at that time gets this reply. {@link #END} ends connections that have
 * stayed idle.
 *
 * <p>The memory for a large reply is reserved before the reply is made, if its size is known by
 * then. So no request is executed whose result cannot be sent. All other sizes are counted when the
 * reply is made. The memory is released when the client has taken the reply, or has disconnected.
 */
public final class InOrder<Q> extends ChannelInboundHandlerAdapter {

  /**
   * The event that makes a connection answer the requests that it has read, and then close. If it
   * has read none, it answers the next request first.
   */
  public static final Object FINISH = new Object();

  /** The event that makes a connection answer the requests that it has read, and close. */
  public static final Object END = new Object();

  private static final String FULL = "the memory for requests and answers is used up: ";

  private final Exchange<Q> exchange;
  private final RequestThreads threads;
  private final Duration answerWithin;
  private final SlowClientTimeout slowClients;
  private final RequestTimer<Q> timer;
  private final Queue<Q> queue = new ArrayDeque<>();
  private @Nullable ConnectionSlot slot;
  private @Nullable Job waiting;
  private boolean proceeding;
  private boolean finishing;

  /** The next reply is the last, even if more requests have arrived. */
  private boolean breakingOff;

  private boolean ending;
  private boolean ended;

  /**
   * Makes the end of one connection's pipeline.
   *
   * @param exchange the protocol, used by this connection only
   * @param threads run requests that the event loop must not answer itself
   * @param answerWithin the longest wait for a reply that is not made at once
   * @param slowClients at the front of the same pipeline
   */
  InOrder(
      Exchange<Q> exchange,
      RequestThreads threads,
      Duration answerWithin,
      SlowClientTimeout slowClients) {
    this.exchange = exchange;
    this.threads = threads;
    this.answerWithin = answerWithin;
    this.slowClients = slowClients;
    this.timer = new RequestTimer<>(exchange, slowClients.traffic());
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    slot = ConnectionSlot.of(ctx.channel());
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    @Nullable Q request = exchange.read(message);
    if (request != null) {
      slowClients.requestIsComplete();
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
    if (event == FINISH || event == END) {
      finishing = true;
      ending |= event == END;
      proceed(ctx);
    } else {
      ctx.fireUserEventTriggered(event);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    ended = true;
    queue.clear();
    slowClients.share().keeps(0);
    if (waiting != null) {
      waiting.isOver = true; // The client is gone. If no worker has started, no reply is made.
    }
    settle();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    boolean told = cause instanceof OverloadedException
        || (cause instanceof DecoderException && !(cause.getCause() instanceof IOException));
    if (!told) {
      FaultClose.after(cause, ctx);
    } else if (ended) {
      ChannelFuture unused = ctx.close();
    } else {
      queue.add(exchange.malformed(cause));
      proceed(ctx);
    }
  }

  /**
   * Runs a task, and closes the connection if the task fails. Without this, Netty would only log
   * the exception, and the connection would stay open for ever.
   */
  private void orClose(ChannelHandlerContext ctx, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      FaultClose.after(e, ctx);
    }
  }

  /** Not reentrant: writing and flushing call this method when the writability changes. */
  private void proceed(ChannelHandlerContext ctx) {
    if (proceeding) {
      return;
    }
    proceeding = true;
    do {
      timer.begin(ctx);
      while (canAnswer(ctx)) {
        answer(ctx, queue.remove());
      }
      if (ending && waiting == null && !ended && queue.isEmpty() && !slowClients.isReading()) {
        end(ctx);
      }
      ctx.flush();
    } while (canAnswer(ctx));
    proceeding = false;
    settle();
    ctx.channel().config().setAutoRead(ended || queue.isEmpty());
  }

  /** Counts the memory of the queue. Requests for which there is no memory are dropped. */
  private void settle() {
    boolean held = slowClients.share().waits(queue.size() + (waiting == null ? 0 : 1));
    if (!held && !queue.isEmpty()) {
      queue.clear();
      queue.add(exchange.malformed(
          new OverloadedException(FULL + "the waiting requests were not executed")));
    }
  }

  private boolean canAnswer(ChannelHandlerContext ctx) {
    return waiting == null && !ended && !queue.isEmpty() && ctx.channel().isWritable();
  }

  private void answer(ChannelHandlerContext ctx, Q request) {
    if (!hasRoom(request)) {
      refuse(ctx, request);
      return;
    }
    long bytes = PipelineMemory.counted(exchange.mostBytes(request));
    if (!slowClients.share().answers(bytes)) {
      write(ctx, request, tooLarge(request), 0);
      return;
    }
    RunsOn runsOn = exchange.runsOn(request);
    if (runsOn != RunsOn.EVENT_LOOP) {
      waitFor(ctx, request, bytes).start(runsOn);
      return;
    }
    CompletableFuture<?> answer = exchange.answer(request, ctx.executor());
    if (answer.isDone()) {
      settleAndWrite(ctx, request, answer.join(), bytes);
    } else {
      waitFor(ctx, request, bytes).follow(answer);
    }
  }

  private boolean hasRoom(Q request) {
    return isKnown(request) || exchange.isAlwaysAnswered(request);
  }

  /**
   * Returns whether the connection counts as a client's. If it does not yet, and this request is a
   * client's, the connection counts from now on, unless there are too many clients.
   */
  private boolean isKnown(Q request) {
    return slot == null
        || slot.isClient()
        || (exchange.isOfClient(request) && slot.becomesClient());
  }

  private void refuse(ChannelHandlerContext ctx, Q request) {
    String bound = slot == null ? "" : slot.countRefusal();
    breakingOff = true;
    queue.clear();
    write(
        ctx,
        request,
        exchange.failed(
            request,
            new OverloadedException(Message.of(
                "too many clients are connected: {}; nothing was done, and the connection ends;"
                    + " open fewer connections, or raise the setting",
                bound))),
        0);
  }

  private Object tooLarge(Q request) {
    return exchange.failed(request, new OverloadedException(FULL + "request less, or retry later"));
  }

  private Job waitFor(ChannelHandlerContext ctx, Q request, long reserved) {
    Job job = new Job(ctx, request, reserved);
    waiting = job;
    job.late = ctx.executor()
        .schedule(() -> orClose(ctx, job::isLate), answerWithin.toMillis(), TimeUnit.MILLISECONDS);
    return job;
  }

  /** A request whose reply comes later. */
  private final class Job {

    private final ChannelHandlerContext ctx;
    private final Q request;
    private final long reservedBytes;
    private final long begunNanos;
    private @Nullable Future<?> late;

    /** Whether the client has already got a reply. */
    private volatile boolean isOver;

    Job(ChannelHandlerContext ctx, Q request, long reservedBytes) {
      this.ctx = ctx;
      this.request = request;
      this.reservedBytes = reservedBytes;
      this.begunNanos = timer.begunNanos();
    }

    void start(RunsOn runsOn) {
      Executor worker = threads.of(runsOn);
      try {
        worker.execute(() -> run(runsOn == RunsOn.BUSY_THREAD ? worker : ctx.executor()));
      } catch (RejectedExecutionException e) {
        answered(exchange.failed(
            request, new OverloadedException("too many requests are waiting; nothing was done")));
      }
    }

    /** Runs on a worker's thread. */
    private void run(Executor then) {
      if (isOver) {
        answered(null);
      } else {
        follow(exchange.answer(request, then));
      }
    }

    void follow(CompletableFuture<?> answer) {
      CompletableFuture<?> unused = answer.whenComplete(
          (made, thrown) -> answered(thrown == null ? made : exchange.failed(request, thrown)));
    }

    private void answered(@Nullable Object answer) {
      try {
        ctx.executor().execute(() -> orClose(ctx, () -> finish(answer)));
      } catch (RejectedExecutionException e) {
        ReferenceCountUtil.release(answer); // The server has ended meanwhile.
      }
    }

    private void finish(@Nullable Object answer) {
      if (late != null) {
        late.cancel(false);
      }
      if (waiting == this) {
        waiting = null;
      }
      if (isOver || answer == null) {
        boolean unusedLess = slowClients.share().answers(-reservedBytes);
        ReferenceCountUtil.release(answer);
      } else {
        timer.resume(begunNanos);
        settleAndWrite(ctx, request, answer, reservedBytes);
      }
      proceed(ctx);
    }

    /**
     * Answers that the time for the reply is over. The memory that is reserved for the reply stays
     * reserved until the worker has finished.
     */
    private void isLate() {
      if (isOver) {
        return;
      }
      isOver = true;
      timer.resume(begunNanos);
      waiting = null;
      breakingOff = true;
      queue.clear();
      write(
          ctx,
          request,
          exchange.failed(
              request,
              new StoreUnavailableException(Message.of(
                  "the store did not answer in time: waitedMs={}; the connection ends, as the"
                      + " call may still be under way",
                  answerWithin.toMillis()))),
          0);
      proceed(ctx);
    }
  }

  /** Replaces the reservation for the reply by its actual size. */
  private void settleAndWrite(
      ChannelHandlerContext ctx, Q request, Object answer, long reservedBytes) {
    // The request may have shown a token. Its connection then counts as a client's, unless there
    // are too many clients.
    boolean unusedRoom = isKnown(request);
    long bytes = PipelineMemory.counted(exchange.bytes(answer));
    if (slowClients.share().answers(bytes - reservedBytes)) {
      write(ctx, request, answer, bytes);
    } else {
      boolean unusedLess = slowClients.share().answers(-reservedBytes);
      ReferenceCountUtil.release(answer);
      write(ctx, request, tooLarge(request), 0);
    }
  }

  private void write(ChannelHandlerContext ctx, Q request, Object answer, long heldBytes) {
    boolean unusedKnown = isKnown(request); // It may have shown a token.
    boolean last = !ended && (exchange.isLast(request) || breakingOff || hasFinished());
    timer.count(ctx, request, answer);
    ChannelPromise promise = heldBytes == 0 ? ctx.voidPromise() : untilTaken(ctx, heldBytes);
    ChannelFuture unused = ctx.write(last ? exchange.asLast(answer) : answer, promise);
    if (last) {
      end(ctx);
    }
  }

  /** Returns whether the client must send no more requests, and none is partly read. */
  private boolean hasFinished() {
    return finishing && queue.isEmpty() && !slowClients.isReading();
  }

  private ChannelPromise untilTaken(ChannelHandlerContext ctx, long heldBytes) {
    return ctx.newPromise().addListener(taken -> {
      boolean unusedLess = slowClients.share().answers(-heldBytes);
    });
  }

  private void end(ChannelHandlerContext ctx) {
    ended = true;
    queue.clear();
    slowClients.lastAnswerIsGiven();
    HalfClose.after(ctx.write(Unpooled.EMPTY_BUFFER), ctx);
  }
}
