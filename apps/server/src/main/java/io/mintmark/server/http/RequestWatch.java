package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.mintmark.server.net.Connection;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2CodecUtil;
import java.util.List;

/**
 * Counts the requests of HTTP/1 that Vert.x has decoded, also those that wait for the reply to an
 * earlier one, and checks the rules of RFC 9112 that Vert.x does not check. If a proxy on the way
 * may understand a request differently from this server, the request is refused.
 *
 * <p>It also removes {@code Upgrade}. Vert.x would change a connection without TLS to HTTP/2 (h2c).
 * A proxy that forwards this field, which RFC 9113 no longer has, would not see the requests that
 * follow. Clients that know that the server has HTTP/2 start with it.
 */
final class RequestWatch extends ChannelInboundHandlerAdapter {

  /** The name of Vert.x's handler before which every decoded request passes. */
  private static final String ENCODER = "httpEncoder";

  private final Connection connection;

  private RequestWatch(Connection connection) {
    this.connection = connection;
  }

  /** Watches a connection whose version of HTTP is negotiated in TLS, when it is. */
  static void addTo(ChannelPipeline pipeline) {
    if (pipeline.get(RequestWatch.class) == null) {
      pipeline.addAfter(ENCODER, null, new RequestWatch(Connection.of(pipeline.channel())));
    }
  }

  /**
   * Watches a connection without TLS. Vert.x adds its handlers when the first bytes show the
   * version of HTTP. So these bytes are passed on one by one, before any of them is a request.
   */
  static final class FromFirstBytes extends ChannelInboundHandlerAdapter {

    private int left = Http2CodecUtil.connectionPrefaceBuf().readableBytes();

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      ChannelPipeline pipeline = ctx.pipeline();
      while (bytes.isReadable() && left > 0 && pipeline.get(ENCODER) == null) {
        left--;
        ctx.fireChannelRead(bytes.readRetainedSlice(1));
      }
      boolean isHttp1 = pipeline.get(ENCODER) != null;
      if (isHttp1) {
        addTo(pipeline);
      }
      if (isHttp1 || left == 0) {
        pipeline.remove(this);
      }
      if (bytes.isReadable()) {
        ctx.fireChannelRead(bytes);
      } else {
        bytes.release();
      }
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof HttpRequest request) {
      request.headers().remove(HttpHeaderNames.UPGRADE);
      if (request.decoderResult().isSuccess()) {
        check(request);
      }
      if (!request.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
        // The server's own version is in the reply, and the connection ends with it.
        request.setProtocolVersion(HttpVersion.HTTP_1_1);
        request.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
      }
    }
    boolean isRefused =
        message instanceof HttpRequest request && request.decoderResult().isFailure();
    if (message instanceof LastHttpContent || isRefused) {
      connection.reads();
      connection.isWithin(false);
    }
    ctx.fireChannelRead(message);
  }

  private static void check(HttpRequest request) {
    HttpVersion version = request.protocolVersion();
    boolean isOld = version.equals(HttpVersion.HTTP_1_0);
    int hosts = request.headers().getAll(HttpHeaderNames.HOST).size();
    List<String> codings = request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
    boolean isChunked =
        codings.size() == 1 && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.get(0));
    if (!isOld && !version.equals(HttpVersion.HTTP_1_1)) {
      refuse(
          request,
          "the version of HTTP is not supported: version={}; use HTTP/1.1 or HTTP/2",
          version.text());
    } else if (hosts > 1 || (hosts == 0 && !isOld)) {
      refuse(request, "the request does not have exactly one Host header: hosts={}", hosts);
    } else if (!codings.isEmpty() && (isOld || !isChunked)) {
      refuse(
          request,
          "the transfer coding is not supported: transfer-encoding={}; use chunked or"
              + " Content-Length",
          String.join(", ", codings));
    }
  }

  /** Makes Vert.x treat a request as one that it could not decode. */
  private static void refuse(HttpRequest request, String reason, Object value) {
    request.setDecoderResult(DecoderResult.failure(
        new RefusedException(HttpFault.MALFORMED_REQUEST, Message.of(reason, value))));
  }
}
