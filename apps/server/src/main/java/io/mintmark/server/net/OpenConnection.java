package io.mintmark.server.net;

import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/**
 * A connection, as its client may ask for it.
 *
 * @param id a number that no other connection of this server has or had since its start
 * @param from the client's address and port
 * @param to the server's
 * @param ageSeconds how long it has been open
 */
public record OpenConnection(long id, String from, String to, long ageSeconds) {

  private static final OpenConnection NONE = new OpenConnection(0, "", "", 0);

  /**
   * Describes the connection of a channel, or of one of its streams. Only its event loop may call
   * this. A channel that did not come to a port has the number 0.
   */
  public static OpenConnection of(Channel channel) {
    @Nullable ConnectionSlot slot = ConnectionSlot.of(channel);
    return slot == null ? NONE : slot.describe();
  }
}
