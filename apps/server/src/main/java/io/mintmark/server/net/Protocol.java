package io.mintmark.server.net;

import io.netty.channel.ChannelPipeline;
import java.util.List;

/** The protocol that a port speaks. */
public interface Protocol {

  /** Adds this protocol's handlers to a new connection's pipeline. */
  void addTo(ChannelPipeline pipeline);

  /**
   * What it is called where clients say under TLS what they want to speak (ALPN, RFC 7301), the
   * best first. Without any, nothing is agreed upon.
   */
  default List<String> tlsNames() {
    return List.of();
  }
}
