package io.mintmark.server.net;

import io.netty.channel.ChannelPipeline;

/** What speaks on one port. */
public interface Protocol {

  /** Adds this protocol's handlers to a new connection's pipeline. */
  void addTo(ChannelPipeline pipeline);
}
