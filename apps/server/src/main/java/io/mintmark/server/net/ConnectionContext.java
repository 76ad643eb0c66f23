package io.mintmark.server.net;

import io.mintmark.server.idempotency.IdempotencyCache;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * The settings that all connections of a port share.
 *
 * @param threads run requests that the event loops must not answer themselves
 * @param answerWithin the longest wait for a reply that is not made at once
 * @param memory the memory for requests and replies, over all ports
 * @param traffic counts requests and replies
 * @param idempotency keeps replies for repeated requests, over all ports
 */
public record ConnectionContext(
    RequestThreads threads,
    Duration answerWithin,
    RequestMemory memory,
    Traffic traffic,
    IdempotencyCache idempotency) {

  /** Makes the end of a pipeline that starts with {@code slowClients}. */
  public <Q> InOrder<Q> inOrder(Exchange<Q> exchange, SlowClientTimeout slowClients) {
    return new InOrder<>(exchange, threads, answerWithin, slowClients);
  }

  /** Makes the front of a new connection's pipeline. */
  public SlowClientTimeout slowClients() {
    return new SlowClientTimeout(
        new PipelineMemory(new ConnectionMemory(memory)),
        traffic,
        bytes -> ((ByteBuf) bytes).readableBytes());
  }

  /**
   * Returns a source of fronts of pipelines, one for each stream of a new connection. All streams
   * of the connection together may use as much memory as a connection without streams.
   *
   * @param size returns the number of bytes in a received frame
   */
  public Supplier<SlowClientTimeout> patienceOfStreams(ToIntFunction<Object> size) {
    ConnectionMemory account = new ConnectionMemory(memory);
    return () -> new SlowClientTimeout(new PipelineMemory(account), traffic, size);
  }
}
