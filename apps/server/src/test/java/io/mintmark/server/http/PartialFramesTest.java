package io.mintmark.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.net.Connection;
import io.mintmark.server.net.ConnectionFixture;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2FrameTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests clients of HTTP/2 that stop within a frame, or within a header of several frames. */
class PartialFramesTest {

  private static final int END_HEADERS = 4;
  private static final int LOOK_SECONDS = 15;

  private EmbeddedChannel channel = connected();

  private static EmbeddedChannel connected() {
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.freezeTime();
    Connection connection = ConnectionFixture.open(channel);
    connection.hasStreams(() -> {});
    channel.pipeline().addLast(new PartialFrames(connection));
    channel.writeInbound(Http2CodecUtil.connectionPrefaceBuf());
    return channel;
  }

  private static ByteBuf frame(int type, int flags, int length) {
    return Unpooled.buffer()
        .writeMedium(length)
        .writeByte(type)
        .writeByte(flags)
        .writeInt(1)
        .writeZero(length);
  }

  private void look() {
    channel.advanceTimeBy(LOOK_SECONDS, TimeUnit.SECONDS);
    channel.runScheduledPendingTasks();
    channel.runPendingTasks();
  }

  private boolean isClosedForItsSilence() {
    look();
    look();
    return !channel.isOpen();
  }

  @Test
  void partialFramesAndHeaders_areTimed_completeOnesAreNot() {
    List<ByteBuf> frames = List.of(
        frame(Http2FrameTypes.SETTINGS, 0, 0),
        frame(Http2FrameTypes.HEADERS, END_HEADERS, 3),
        frame(Http2FrameTypes.DATA, 0, 5),
        frame(Http2FrameTypes.PING, 0, 8),
        frame(Http2FrameTypes.HEADERS, 0, 2),
        frame(Http2FrameTypes.CONTINUATION, 0, 2),
        frame(Http2FrameTypes.CONTINUATION, END_HEADERS, 2));
    byte[] all = new byte[frames.stream().mapToInt(ByteBuf::readableBytes).sum()];
    List<Integer> ends = new ArrayList<>();
    int at = 0;
    for (ByteBuf frame : frames) {
      int length = frame.readableBytes();
      frame.readBytes(all, at, length);
      at += length;
      ends.add(at);
    }
    int firstOfHeader = ends.size() - 3;
    ends.subList(firstOfHeader, ends.size() - 1).clear();

    for (int cut = 1; cut <= all.length; cut++) {
      channel = connected();
      channel.writeInbound(Unpooled.copiedBuffer(all, 0, cut / 2));
      channel.writeInbound(Unpooled.copiedBuffer(all, cut / 2, cut - cut / 2));
      assertThat(isClosedForItsSilence()).as("cut=%s", cut).isEqualTo(!ends.contains(cut));
    }
  }

  @Test
  void partialFrames_differentEachTime_areNeverClosed() {
    byte[] ping = ByteBufUtil.getBytes(frame(Http2FrameTypes.PING, 0, 8));
    int half = ping.length / 2;
    channel.writeInbound(Unpooled.copiedBuffer(ping, 0, half));
    for (int i = 0; i < 10; i++) {
      look();
      channel.writeInbound(
          Unpooled.copiedBuffer(ping, half, ping.length - half),
          Unpooled.copiedBuffer(ping, 0, half));
      assertThat(channel.isOpen()).isTrue();
    }

    assertThat(isClosedForItsSilence()).isTrue();
  }
}
