package io.mintmark.server.net;

import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/**
 * A connection as described to its client.
 *
 * @param id a number that is unique among all connections of this server since its start
 * @param from the client's address and port
 * @param to the server's address and port
 * @param ageSeconds how long it has been open
 */
public record OpenConnection(long id, String from, String to, long ageSeconds) {

  private static final OpenConnection NONE = new OpenConnection(0, "", "", 0);

  /**
   * Describes the connection of a channel, or of a stream's channel. Only its event loop may call
   * this. The number of any other channel is 0.
   */
  public static OpenConnection of(Channel channel) {
    @Nullable ConnectionSlot slot = ConnectionSlot.of(channel);
    return slot == null ? NONE : slot.describe();
  }
}
