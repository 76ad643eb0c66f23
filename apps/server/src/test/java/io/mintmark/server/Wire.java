package io.mintmark.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.mintmark.server.net.Protocol;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.channel.DefaultChannelId;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.local.LocalServerChannel;

/** Connections that are no sockets, and what is kept of their bytes. */
final class Wire {

  private static final String NEW_REQUEST_ID = "(x-request-id: )[0-9a-f]{24}";

  private final UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(false);

  /** One with a port above it: by that the codec of HTTP/2 knows that it is the server's end. */
  static EmbeddedChannel channel(ChannelHandler... handlers) {
    return new EmbeddedChannel(
        new LocalServerChannel(), DefaultChannelId.newInstance(), true, false, handlers);
  }

  /**
   * What a new connection answers to a stream, and whether it is closed then. All numbers are 0,
   * and new ids of requests ID: the next answer to the same stream has others.
   *
   * @param cuts where the pieces end that the stream comes in, the last at its end
   */
  String answers(Protocol protocol, byte[] stream, int... cuts) {
    EmbeddedChannel channel = channel();
    channel.config().setAllocator(memory);
    protocol.addTo(channel.pipeline());
    channel.pipeline().fireChannelActive();
    int from = 0;
    for (int to : cuts) {
      if (channel.isOpen()) {
        channel.writeInbound(memory.buffer(to - from).writeBytes(stream, from, to - from));
      }
      from = to;
    }
    StringBuilder answers = new StringBuilder();
    for (ByteBuf next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
      answers.append(next.toString(ISO_8859_1));
      next.release();
    }
    answers.append(channel.isOpen() ? "" : " (closed)");
    channel.finishAndReleaseAll();
    return answers.toString().replaceAll(NEW_REQUEST_ID, "$1ID").replaceAll("\\d+", "0");
  }

  /** How many bytes of all connections so far are in memory still. */
  long keptBytes() {
    return memory.metric().usedHeapMemory() + memory.metric().usedDirectMemory();
  }
}
