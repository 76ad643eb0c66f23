package io.mintmark.server.net;

import io.netty.channel.ChannelPipeline;
import java.util.List;
import java.util.Optional;

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

  /**
   * Returns the answer to a client that uses this protocol without TLS on a port with TLS.
   *
   * @param first the first data of the connection, as ASCII
   * @return the answer in ASCII; empty if the data is not a request of this protocol
   */
  default Optional<String> answerWithoutTls(String first) {
    return Optional.empty();
  }
}
