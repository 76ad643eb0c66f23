package io.mintmark.server.net;

import io.mintmark.server.idempotency.IdempotencyCache;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * The settings that all connections of a port share.
 *
 * @param threads where requests are answered that the event loops do not answer themselves
 * @param answerWithin how long a request waits for its answer there, at most
 * @param memory what requests and answers may take, over all ports
 * @param traffic counts them
 * @param idempotency keeps answers to requests that may come again, over all ports
 */
public record ConnectionContext(
    RequestThreads threads,
    Duration answerWithin,
    RequestMemory memory,
    Traffic traffic,
    IdempotencyCache idempotency) {

  /** The end of a pipeline, of which the patience is the front. */
  public <Q> InOrder<Q> inOrder(Exchange<Q> exchange, SlowClientTimeout slowClients) {
    return new InOrder<>(exchange, threads, answerWithin, slowClients);
  }

  /** The front of a new connection's pipeline. */
  public SlowClientTimeout slowClients() {
    return new SlowClientTimeout(
        new PipelineMemory(new ConnectionMemory(memory)),
        traffic,
        bytes -> ((ByteBuf) bytes).readableBytes());
  }

  /**
   * The fronts of the pipelines that one new connection's streams have. All of them together may
   * hold in memory what a connection may.
   *
   * @param size how many bytes the frames have that come
   */
  public Supplier<SlowClientTimeout> patienceOfStreams(ToIntFunction<Object> size) {
    ConnectionMemory account = new ConnectionMemory(memory);
    return () -> new SlowClientTimeout(new PipelineMemory(account), traffic, size);
  }
}
