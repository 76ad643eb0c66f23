package io.mintmark.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.server.net.ConnectionContext;
import io.mintmark.server.net.RequestMemory;
import io.mintmark.server.net.RequestThreads;
import io.mintmark.server.net.SlowClientTimeout;
import io.mintmark.server.net.Traffic;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2FrameTypes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HalfFramesTest {

  private static final int END_HEADERS = 4;
  private static final int MAX_FRAME_BYTES = 16_384;
  private static final int FRAME_HEADER_BYTES = 9;
  private static final int LOOK_SECONDS = 15;

  private final RequestMemory memory = new RequestMemory(MAX_FRAME_BYTES);
  private EmbeddedChannel channel = connected();

  private EmbeddedChannel connected() {
    SlowClientTimeout slowClients = new ConnectionContext(
            new RequestThreads(Runnable::run, Runnable::run),
            Duration.ofSeconds(5),
            memory,
            new Traffic(),
            new IdempotencyCache(1, 1 << 20, ElapsedClock.system()))
        .slowClients();
    EmbeddedChannel connection = new EmbeddedChannel(slowClients, new PartialFrames(slowClients));
    connection.freezeTime();
    connection.writeInbound(Http2CodecUtil.connectionPrefaceBuf());
    return connection;
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
      channel.writeInbound(Unpooled.wrappedBuffer(all, 0, cut / 2));
      channel.writeInbound(Unpooled.wrappedBuffer(all, cut / 2, cut - cut / 2));
      assertThat(isClosedForItsSilence()).as("cut=%s", cut).isEqualTo(!ends.contains(cut));
    }
  }

  @Test
  void partialFrames_differentEachTime_areNeverClosed() {
    byte[] ping = ByteBufUtil.getBytes(frame(Http2FrameTypes.PING, 0, 8));
    int half = ping.length / 2;
    channel.writeInbound(Unpooled.wrappedBuffer(ping, 0, half));
    for (int i = 0; i < 10; i++) {
      look();
      channel.writeInbound(
          Unpooled.wrappedBuffer(ping, half, ping.length - half),
          Unpooled.wrappedBuffer(ping, 0, half));
      assertThat(channel.isOpen()).isTrue();
    }

    assertThat(isClosedForItsSilence()).isTrue();
  }

  @Test
  void continuedHeader_isCountedUntilItEnds() {
    channel.writeInbound(frame(Http2FrameTypes.HEADERS, 0, MAX_FRAME_BYTES));
    channel.writeInbound(frame(Http2FrameTypes.CONTINUATION, 0, MAX_FRAME_BYTES));
    assertThat(memory.takenBytes())
        .isEqualTo(2 * (MAX_FRAME_BYTES + FRAME_HEADER_BYTES) - RequestMemory.OWN_BYTES);
    channel.writeInbound(frame(Http2FrameTypes.CONTINUATION, END_HEADERS, 0));

    assertThat(memory.takenBytes()).isZero();
  }

  @Test
  void partialFrame_clientDisconnects_isNoLongerCounted() {
    channel.writeInbound(frame(Http2FrameTypes.HEADERS, 0, MAX_FRAME_BYTES));
    channel.writeInbound(frame(Http2FrameTypes.CONTINUATION, 0, MAX_FRAME_BYTES));
    channel.close().syncUninterruptibly();

    assertThat(memory.takenBytes()).isZero();
  }

  @Test
  void frameTooLong_isNotKept() {
    for (int i = 0; i < 3; i++) {
      channel.writeInbound(frame(Http2FrameTypes.DATA, 0, MAX_FRAME_BYTES + 1));
    }

    assertThat(memory.takenBytes()).isZero();
  }
}
