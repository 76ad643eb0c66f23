package io.mintmark.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.mintmark.server.net.Protocol;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.channel.DefaultChannelId;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.local.LocalServerChannel;

/** Makes embedded connections, and measures the memory of their buffers. */
final class Wire {

  private static final String NEW_REQUEST_ID = "(x-request-id: )[0-9a-f]{24}";

  private final UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(false);

  /** Returns a channel with a parent, by which the HTTP/2 codec recognises the server's side. */
  static EmbeddedChannel channel(ChannelHandler... handlers) {
    return new EmbeddedChannel(
        new LocalServerChannel(), DefaultChannelId.newInstance(), true, false, handlers);
  }

  /**
   * Returns the replies of a new connection to a stream, and whether the connection is closed
   * afterwards. All numbers are replaced by 0 and generated request ids by ID, because they differ
   * between two replies to the same stream.
   *
   * @param cuts the ends of the pieces into which the stream is split; the last is its end
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

  /** Returns how many bytes of all connections are still in memory. */
  long keptBytes() {
    return memory.metric().usedHeapMemory() + memory.metric().usedDirectMemory();
  }
}
