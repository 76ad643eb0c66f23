package io.mintmark.server.http;

import io.mintmark.server.net.ConnectionContext;
import io.mintmark.server.net.FaultClose;
import io.mintmark.server.net.HalfClose;
import io.mintmark.server.net.InOrder;
import io.mintmark.server.net.SlowClientTimeout;
import io.netty.buffer.ByteBufHolder;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The end of an HTTP/2 connection's pipeline. Each stream of the connection has a pipeline of its
 * own, and answers one request in it, as a connection of HTTP/1.1 does.
 *
 * <p>{@link Http2Shares} bounds the memory that all streams of a connection use together. Each
 * stream has its own {@link SlowClientTimeout}. The connection itself only counts the bytes of
 * {@link PartialFrames}. The server closes the connection of a client that does one of the
 * following too often: it opens streams and resets them (CVE-2023-44487), it makes the server reset
 * streams (CVE-2025-8671), or it requests answers to pings and settings and does not read them
 * (CVE-2019-9512, CVE-2019-9515).
 */
final class Http2Connection extends ChannelInboundHandlerAdapter {

  /** RFC 9113 recommends no fewer, so that parallelism is not limited unnecessarily. */
  private static final int MAX_STREAMS = 100;

  private static final int MAX_RESETS = 200;
  private static final int RESETS_WITHIN_SECONDS = 30;

  /**
   * The most answers to pings and settings, and resets of streams, that the client has not taken
   * yet. Each uses a few hundred bytes of memory.
   */
  private static final int MAX_UNTAKEN_CONTROL_FRAMES = 500;

  /**
   * With this mark, a stream is not writable while any of its data is unsent. So all data that the
   * client has not received is counted and timed. This is necessary, because streams share the
   * connection's memory.
   */
  private static final WriteBufferWaterMark ALL_UNSENT = new WriteBufferWaterMark(1, 1);

  /**
   * A header that the codec must not keep. The codec keeps sent headers in a table whose size the
   * client chooses. This header and the request ids have too many different values; the other
   * headers have few.
   */
  private static final AsciiString LENGTH = HttpHeaderNames.CONTENT_LENGTH;

  private final SlowClientTimeout slowClients;
  private int open;
  private boolean finishing;
  private boolean announced;
  private boolean ending;
  private boolean ended;

  private Http2Connection(SlowClientTimeout slowClients) {
    this.slowClients = slowClients;
  }

  /**
   * Adds the handlers of HTTP/2.
   *
   * @param pipeline the pipeline of a new connection
   * @param slowClients the front of the pipeline
   * @param maxHeader the largest size of a request's header in bytes
   * @param exchanges makes the exchange of each stream
   * @param terms the settings of each connection
   */
  static void addTo(
      ChannelPipeline pipeline,
      SlowClientTimeout slowClients,
      int maxHeader,
      Supplier<HttpExchange> exchanges,
      ConnectionContext terms) {
    Http2Connection connection = new Http2Connection(slowClients);
    Http2Shares shares = new Http2Shares();
    Supplier<SlowClientTimeout> patienceOfStreams = terms.patienceOfStreams(Http2Connection::bytes);
    ChannelInitializer<Channel> streams = new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel stream) {
        connection.hasOpened(stream, pipeline);
        SlowClientTimeout own = patienceOfStreams.get();
        stream.config().setWriteBufferWaterMark(ALL_UNSENT);
        stream
            .pipeline()
            .addLast(own)
            .addLast(new Http2StreamFrameToHttpObjectCodec(true))
            .addLast(new Http2Stream(shares, own))
            .addLast(terms.inOrder(exchanges.get(), own));
      }
    };
    pipeline.addLast(
        new PartialFrames(slowClients),
        codec(maxHeader),
        new Http2MultiplexHandler(streams),
        connection);
  }

  private static Http2FrameCodec codec(int maxHeader) {
    Http2FrameCodec codec = new Http2CodecBuilder()
        .initialSettings(Http2Settings.defaultSettings()
            .maxConcurrentStreams(MAX_STREAMS)
            .maxHeaderListSize(maxHeader))
        .decoderEnforceMaxRstFramesPerWindow(MAX_RESETS, RESETS_WITHIN_SECONDS)
        .encoderEnforceMaxRstFramesPerWindow(MAX_RESETS, RESETS_WITHIN_SECONDS)
        .encoderEnforceMaxQueuedControlFrames(MAX_UNTAKEN_CONTROL_FRAMES)
        .headerSensitivityDetector(
            (name, value) -> LENGTH.contentEquals(name) || Delivery.REQUEST_ID.contentEquals(name))
        .decoupleCloseAndGoAway(true) // Closing is immediate. Only END waits.
        .build();
    // This limit applies even before the client has acknowledged the settings.
    codec.connection().remote().maxActiveStreams(MAX_STREAMS);
    return codec;
  }

  /** Returns the size of a frame's part of a request. Headers are counted after decompression. */
  private static int bytes(Object frame) {
    if (frame instanceof Http2HeadersFrame headers) {
      int bytes = 0;
      for (Map.Entry<CharSequence, CharSequence> each : headers.headers()) {
        bytes += each.getKey().length() + each.getValue().length();
      }
      return bytes;
    }
    return frame instanceof ByteBufHolder holder ? holder.content().readableBytes() : 0;
  }

  private void hasOpened(Channel stream, ChannelPipeline pipeline) {
    open++;
    stream.closeFuture().addListener(closed -> {
      open--;
      announceEnd(pipeline.context(this));
      endIfDone(pipeline.context(this));
    });
  }

  /** Discards frames of the connection itself, which the codec has handled already. */
  @Override
  public void channelRead(ChannelHandlerContext ctx, Object frame) {
    ReferenceCountUtil.release(frame);
  }

  /**
   * {@link InOrder#FINISH} announces the end. {@link InOrder#END} sends the number of the last
   * stream that is answered. The client may send the requests of all later streams to another
   * server.
   */
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == InOrder.FINISH) {
      finishing = true;
      announceEnd(ctx);
    } else if (event == InOrder.END) {
      ending = true;
      announced = true;
      ChannelFuture unused = ctx.writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR));
      endIfDone(ctx);
    } else {
      ctx.fireUserEventTriggered(event);
    }
  }

  /**
   * Tells the client to open no further streams, and still answers the streams that are in flight
   * (RFC 9113, section 6.8). This is sent only while no stream is open, because some clients
   * abandon their open streams when they receive it.
   */
  private void announceEnd(ChannelHandlerContext ctx) {
    if (finishing && open == 0 && !announced) {
      announced = true;
      ChannelFuture unused = ctx.writeAndFlush(
          new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR).setExtraStreamIds(Integer.MAX_VALUE));
    }
  }

  private void endIfDone(ChannelHandlerContext ctx) {
    if (ending && open == 0 && !ended) {
      ended = true;
      slowClients.lastAnswerIsGiven();
      HalfClose.after(ctx.writeAndFlush(Unpooled.EMPTY_BUFFER), ctx);
    }
  }

  /** The codec itself sends GOAWAY, with the reason, to a client that breaks the protocol. */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (!(cause instanceof Http2Exception)) {
      FaultClose.after(cause, ctx);
    }
  }
}
