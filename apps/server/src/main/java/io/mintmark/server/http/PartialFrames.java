package io.mintmark.server.http;

import io.mintmark.server.net.Connection;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2FrameTypes;

/**
 * Finds incomplete items that the HTTP/2 codec, the next handler, keeps without reporting them.
 * Such an item is a part of a frame (RFC 9113, section 4.1), or a header of which further frames
 * are to come (section 6.10). If a client stops there, its connection is closed as if the client
 * had stopped within a request.
 */
final class PartialFrames extends ChannelInboundHandlerAdapter {

  private static final int FRAME_HEADER_BYTES = 9;
  private static final int TYPE_AT = 3;
  private static final int FLAGS_AT = 4;
  private static final int END_HEADERS = 4;

  private final Connection connection;
  private final byte[] frameHeader = new byte[FRAME_HEADER_BYTES];
  private int frameHeaderBytes;

  /**
   * How many bytes of the frame are still to come after its header. For a new connection, the bytes
   * of the preface.
   */
  private int missingBytes = Http2CodecUtil.connectionPrefaceBuf().readableBytes();

  private boolean headerGoesOn;

  PartialFrames(Connection connection) {
    this.connection = connection;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    boolean within = true;
    for (int at = bytes.readerIndex(); at < bytes.writerIndex(); ) {
      if (missingBytes > 0) {
        int part = Math.min(missingBytes, bytes.writerIndex() - at);
        missingBytes -= part;
        at += part;
      } else {
        frameHeader[frameHeaderBytes++] = bytes.getByte(at++);
      }
      if (frameHeaderBytes == FRAME_HEADER_BYTES) {
        begin();
      }
      within = frameHeaderBytes > 0 || missingBytes > 0 || headerGoesOn;
      if (!within) {
        connection.isWithin(false);
      }
    }
    connection.isWithin(within);
    ctx.fireChannelRead(message);
  }

  private void begin() {
    frameHeaderBytes = 0;
    missingBytes =
        (frameHeader[0] & 0xFF) << 16 | (frameHeader[1] & 0xFF) << 8 | (frameHeader[2] & 0xFF);
    boolean ends = (frameHeader[FLAGS_AT] & END_HEADERS) != 0;
    int type = frameHeader[TYPE_AT];
    if (type == Http2FrameTypes.HEADERS || (type == Http2FrameTypes.CONTINUATION && ends)) {
      headerGoesOn = !ends;
    }
  }
}
