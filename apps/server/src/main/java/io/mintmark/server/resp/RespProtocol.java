package io.mintmark.server.resp;

import io.mintmark.server.net.InOrder;
import io.mintmark.server.net.Protocol;
import io.mintmark.server.service.IdService;
import io.netty.channel.ChannelPipeline;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/** RESP version 2 with pipelining. */
public final class RespProtocol implements Protocol {

  private final IdService service;
  private final Executor executor;
  private final AtomicLong connections = new AtomicLong();

  /**
   * Makes the protocol for any number of connections.
   *
   * @param service what answers
   * @param executor where it may wait for the store
   */
  public RespProtocol(IdService service, Executor executor) {
    this.service = service;
    this.executor = executor;
  }

  @Override
  public void addTo(ChannelPipeline pipeline) {
    RespCommands commands = new RespCommands(service, connections.incrementAndGet());
    pipeline
        .addLast(new RespDecoder())
        .addLast(new RespEncoder())
        .addLast(new InOrder<>(new RespExchange(commands), executor));
  }
}
