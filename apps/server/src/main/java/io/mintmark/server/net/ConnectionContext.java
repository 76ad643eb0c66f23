package io.mintmark.server.net;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.service.Problem.Kind;
import io.mintmark.service.ProblemException;
import io.mintmark.service.RunsOn;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings that all connections of a port share.
 *
 * @param threads run requests that the event loops must not answer themselves
 * @param answerWithin the longest wait for a reply that is not made at once
 * @param inFlight limits large requests and replies, over all ports
 * @param traffic counts requests and replies
 * @param idempotency keeps replies for repeated requests, over all ports
 */
public record ConnectionContext(
    RequestThreads threads,
    Duration answerWithin,
    InFlight inFlight,
    Traffic traffic,
    IdempotencyCache idempotency) {

  /**
   * Makes a reply on other threads than the connection's event loop.
   *
   * @param make makes the reply; not called after the reply's time is over
   */
  public <A> CompletableFuture<A> make(RunsOn runsOn, Supplier<CompletableFuture<A>> make) {
    return CompletableFuture.completedFuture(runsOn)
        .thenComposeAsync(on -> make.get(), task -> start(task, runsOn));
  }

  private void start(Runnable task, RunsOn runsOn) {
    try {
      threads.executor(runsOn).execute(task);
    } catch (RejectedExecutionException | OutOfMemoryError e) { // No thread can be started.
      throw new ProblemException(
          Kind.OVERLOADED, "too many requests are waiting; nothing was done");
    }
  }

  /**
   * Waits for a reply without a thread. Each request has a reply in time, even if all threads wait
   * for a store that does not answer: it fails after {@code answerWithin}. A thread may still be
   * executing it then. A reply that comes later is dropped, and its ids are never used.
   *
   * @param on the request's connection. It ends if the reply is late, because the request may still
   *     be executed.
   * @param then takes the reply, or the reason why there is none, on the event loop
   */
  public <A> void await(
      Connection on,
      CompletableFuture<A> reply,
      BiConsumer<@Nullable A, @Nullable Throwable> then) {
    var unused = reply
        .orTimeout(answerWithin.toMillis(), TimeUnit.MILLISECONDS)
        .whenCompleteAsync(
            (made, failed) ->
                then.accept(made, failed instanceof TimeoutException ? late(on) : failed),
            on.channel.eventLoop());
  }

  private StoreUnavailableException late(Connection on) {
    on.finish(0);
    return new StoreUnavailableException(Message.of(
        "the store did not answer in time: waitedMs={}; the connection ends, as the call may still"
            + " be under way",
        answerWithin.toMillis()));
  }
}
