package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.mintmark.server.net.Connection;
import io.mintmark.service.Problem.Kind;
import io.mintmark.service.ProblemException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpConstants;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.impl.tcp.Http1xOrH2CHandler;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/**
 * Counts the requests of HTTP/1 that Vert.x has decoded, also requests that wait for the reply to
 * an earlier one, and checks the rules of RFC 9112 that Vert.x does not check. If a proxy on the
 * way may understand a request differently from this server, the request is refused.
 *
 * <p>It also removes {@code Upgrade}. Vert.x would change a connection without TLS to HTTP/2 (h2c).
 * A proxy that forwards this field, which RFC 9113 no longer has, would not see the requests that
 * follow. Clients that know that the server has HTTP/2 start with it.
 */
@SuppressWarnings("ReferenceEquality") // Vert.x knows two versions. One in lower case equals them.
final class RequestWatch extends ChannelInboundHandlerAdapter {

  /** The name of Vert.x's handler before which every decoded request passes. */
  private static final String ENCODER = "httpEncoder";

  private final Connection connection;

  /** The messages of one read that wait until the read is decoded, when the connection ends. */
  private final Queue<Object> held = new ArrayDeque<>();

  private RequestWatch(Connection connection) {
    this.connection = connection;
  }

  private static void addTo(ChannelPipeline pipeline) {
    if (pipeline.get(RequestWatch.class) == null) {
      pipeline.addAfter(ENCODER, null, new RequestWatch(Connection.of(pipeline.channel())));
    }
  }

  /**
   * Watches a connection whose version of HTTP is not known yet. Without TLS, Vert.x adds its
   * handlers when the first bytes show the version. Unless these are the preface of HTTP/2, an
   * empty line, which is no part of a request, makes Vert.x add its own for HTTP/1 before a byte of
   * the client is decoded.
   */
  static final class FromFirstBytes extends Http1xOrH2CHandler {

    private static final ByteBuf EMPTY_LINE =
        Unpooled.unreleasableBuffer(Unpooled.copyShort(HttpConstants.CR << 8 | HttpConstants.LF));

    @Override
    protected void configure(ChannelHandlerContext ctx, boolean isHttp2) {
      if (!isHttp2) {
        ctx.fireChannelRead(EMPTY_LINE.duplicate());
        addTo(ctx.pipeline());
      }
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof HttpRequest request) {
      if (request.decoderResult().isSuccess()) {
        check(request);
      }
      if (request.protocolVersion() != HttpVersion.HTTP_1_1) {
        // The server's own version is in the reply, and the connection ends with it.
        request.setProtocolVersion(HttpVersion.HTTP_1_1);
        request.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        request.headers().remove(HttpHeaderNames.EXPECT);
      }
      request.headers().remove(HttpHeaderNames.UPGRADE);
    }
    boolean isRefused =
        message instanceof HttpObject part && part.decoderResult().isFailure();
    if (message instanceof LastHttpContent || isRefused) {
      connection.readsAll();
    }
    if (connection.isFinishing()) {
      held.add(message); // Only the reply to the last request of a read may be the last.
    } else {
      ctx.fireChannelRead(message);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    for (Object message = held.poll(); message != null; message = held.poll()) {
      ctx.fireChannelRead(message);
    }
    ctx.fireChannelReadComplete();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    held.forEach(ReferenceCountUtil::release);
  }

  /** Makes Vert.x treat a request that breaks a rule as one that it could not decode. */
  private static void check(HttpRequest request) {
    boolean isNew = request.protocolVersion() == HttpVersion.HTTP_1_1;
    boolean isOld = request.protocolVersion() == HttpVersion.HTTP_1_0;
    HttpHeaders headers = request.headers();
    int hosts = headers.getAll(HttpHeaderNames.HOST).size();
    List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
    boolean isPlain = codings.isEmpty()
        || (isNew
            && codings.size() == 1
            && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.get(0)));
    boolean hasHost = hosts == 1 || (isOld && hosts == 0);
    if ((!isOld && !isNew) || !hasHost || !isPlain || headers.contains("")) {
      request.setDecoderResult(DecoderResult.failure(new ProblemException(
          Kind.MALFORMED_REQUEST,
          Message.of(
              "the request breaks a rule of HTTP/1.1 (one Host header, a name for each header, no"
                  + " transfer coding except chunked): version={}, hosts={}, transfer-encoding={}",
              request.protocolVersion().text(),
              hosts,
              String.join(", ", codings)))));
    }
  }
}
