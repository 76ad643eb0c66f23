package io.mintmark.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.server.net.ConnectionContext;
import io.mintmark.server.net.RequestMemory;
import io.mintmark.server.net.RequestThreads;
import io.mintmark.server.net.SlowClientTimeout;
import io.mintmark.server.net.Traffic;
import io.mintmark.time.ElapsedClock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2FrameTypes;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests the time limit of incomplete frames. */
class Http2CodecBuilderTest {

  private static final int FRAME_HEADER_BYTES = 9;
  private static final int LOOK_SECONDS = 15;

  /** END_STREAM and END_HEADERS. */
  private static final int WHOLE = 5;

  /** GET, http and the path "/" (RFC 7541, appendix A). */
  private static final byte[] REQUEST = {(byte) 0x82, (byte) 0x86, (byte) 0x84};

  private final RequestMemory memory = new RequestMemory(1);
  private EmbeddedChannel channel = connected();

  private EmbeddedChannel connected() {
    SlowClientTimeout slowClients = new ConnectionContext(
            new RequestThreads(Runnable::run, Runnable::run),
            Duration.ofSeconds(5),
            memory,
            new Traffic(),
            new IdempotencyCache(1, 1 << 20, ElapsedClock.system()))
        .slowClients();
    EmbeddedChannel connection =
        new EmbeddedChannel(slowClients, new Http2CodecBuilder(slowClients).build());
    connection.freezeTime();
    connection.writeInbound(
        Http2CodecUtil.connectionPrefaceBuf(), frame(Http2FrameTypes.SETTINGS, 0, 0));
    return connection;
  }

  private static ByteBuf frame(int type, int flags, int stream, byte... payload) {
    return Unpooled.buffer()
        .writeMedium(payload.length)
        .writeByte(type)
        .writeByte(flags)
        .writeInt(stream)
        .writeBytes(payload);
  }

  private void look() {
    channel.advanceTimeBy(LOOK_SECONDS, TimeUnit.SECONDS);
    channel.runScheduledPendingTasks();
  }

  private boolean isClosedForItsSilence() {
    look();
    look();
    return !channel.isOpen();
  }

  @Test
  void incompleteFrames_areTimed_completeOnesAreNot() {
    ByteBuf[] frames = {
      frame(Http2FrameTypes.PING, 0, 0, new byte[8]),
      frame(Http2FrameTypes.HEADERS, WHOLE, 1, REQUEST),
      frame(Http2FrameTypes.WINDOW_UPDATE, 0, 0, new byte[] {0, 0, 0, 1})
    };
    // The codec has consumed the header of a frame of which it has no further byte.
    Set<Integer> consumed = new HashSet<>();
    ByteBuf all = Unpooled.buffer();
    for (ByteBuf frame : frames) {
      consumed.add(all.readableBytes() + FRAME_HEADER_BYTES);
      all.writeBytes(frame);
      consumed.add(all.readableBytes());
    }

    for (int cut = 1; cut <= all.readableBytes(); cut++) {
      channel = connected();
      channel.writeInbound(all.copy(0, cut / 2), all.copy(cut / 2, cut - cut / 2));
      assertThat(isClosedForItsSilence()).as("cut=%s", cut).isEqualTo(!consumed.contains(cut));
      channel.finishAndReleaseAll();
    }
  }

  @Test
  void incompleteFrames_differentEachTime_areNeverClosed() {
    byte[] ping = ByteBufUtil.getBytes(frame(Http2FrameTypes.PING, 0, 0, new byte[8]));
    int half = ping.length - 1;
    channel.writeInbound(Unpooled.wrappedBuffer(ping, 0, half));
    for (int i = 0; i < 10; i++) {
      look();
      channel.writeInbound(
          Unpooled.wrappedBuffer(ping, half, ping.length - half),
          Unpooled.wrappedBuffer(ping, 0, half));
      assertThat(channel.isOpen()).isTrue();
    }

    assertThat(isClosedForItsSilence()).isTrue();
    assertThat(memory.takenBytes()).isZero();
  }
}
