package io.mintmark.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DecoratingHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.DecoratingHttp2FrameWriter;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameWriter;
import io.netty.handler.codec.http2.Http2Settings;

/**
 * Makes server codecs whose GOAWAY contains the last stream that was read. When a client breaks the
 * protocol, Netty's own codec sends the highest possible number. The client could then not know
 * which of its requests were never read (RFC 9113, section 6.8).
 */
final class Http2CodecBuilder extends Http2FrameCodecBuilder {

  Http2CodecBuilder() {
    var unused = server(true).gracefulShutdownTimeoutMillis(0);
  }

  @Override
  protected Http2FrameCodec build(
      Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
    return super.build(decoder, new Encoder(encoder), settings);
  }

  private static final class Encoder extends DecoratingHttp2ConnectionEncoder {

    private final Http2FrameWriter frames;

    Encoder(Http2ConnectionEncoder encoder) {
      super(encoder);
      frames = new Frames(encoder.frameWriter(), encoder.connection());
    }

    @Override
    public Http2FrameWriter frameWriter() {
      return frames;
    }
  }

  private static final class Frames extends DecoratingHttp2FrameWriter {

    private final Http2Connection connection;

    Frames(Http2FrameWriter frames, Http2Connection connection) {
      super(frames);
      this.connection = connection;
    }

    @Override
    public ChannelFuture writeGoAway(
        ChannelHandlerContext ctx,
        int lastStreamId,
        long errorCode,
        ByteBuf debugData,
        ChannelPromise promise) {
      return super.writeGoAway(ctx, last(lastStreamId, errorCode), errorCode, debugData, promise);
    }

    /**
     * Returns the last stream for a GOAWAY. Without an error, this is the given stream. It may be
     * higher than any stream that was read, so that streams that are still in flight are answered
     * too.
     */
    private int last(int lastStreamId, long errorCode) {
      return errorCode == Http2Error.NO_ERROR.code()
          ? lastStreamId
          : Math.max(0, Math.min(lastStreamId, connection.remote().lastStreamCreated()));
    }
  }
}
