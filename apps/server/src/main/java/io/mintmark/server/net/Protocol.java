package io.mintmark.server.net;

import io.netty.channel.ChannelPipeline;
import java.util.List;

/** The protocol of a port. */
public interface Protocol {

  /** Adds this protocol's handlers to a new connection's pipeline. */
  void addTo(ChannelPipeline pipeline);

  /**
   * The protocol's names for negotiation in TLS (ALPN, RFC 7301), the best first. If empty, nothing
   * is negotiated.
   */
  default List<String> tlsNames() {
    return List.of();
  }
}
