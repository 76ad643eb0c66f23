package io.mintmark.server.http;

import io.mintmark.server.access.Access;
import io.mintmark.server.access.ShownToken;
import io.mintmark.server.net.Connection;
import io.mintmark.server.net.ConnectionContext;
import io.mintmark.server.net.Protocol;
import io.mintmark.service.IdService;
import io.mintmark.service.Readiness;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.AttributeKey;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http1ServerConfig;
import io.vertx.core.http.Http2ServerConfig;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerConfig;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.WebSocketServerConfig;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.impl.ConnectionBase;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** HTTP/1.1 with keep-alive and pipelining, and HTTP/2, by Vert.x's server. */
public final class HttpProtocol implements Protocol, Handler<HttpServerRequest> {

  /**
   * How many requests of one connection are answered at a time, over HTTP/2. RFC 9113 recommends no
   * fewer, so that parallelism is not limited unnecessarily. Over HTTP/1.1 it is one.
   */
  public static final int MOST_AT_A_TIME = 100;

  private static final int MAX_LINE_BYTES = 16_384;
  private static final int MAX_HEADER_BYTES = 8192;
  private static final int MAX_CHUNK_BYTES = 8192;
  private static final Duration SILENCE = Duration.ofMinutes(2);

  /** More streams that are reset within this time end the connection (CVE-2023-44487). */
  private static final int MAX_RESETS = 200;

  private static final Duration RESETS_WITHIN = Duration.ofSeconds(30);

  /** How long a connection of HTTP/2 may still answer its streams when it ends. */
  private static final Duration STREAMS_END_WITHIN = Duration.ofMinutes(10);

  private static final AttributeKey<HttpPeer> PEER =
      AttributeKey.valueOf(HttpProtocol.class, "peer");

  private static final String HINT = "this port speaks TLS: use https://\n";

  private static final String WITHOUT_TLS = "HTTP/1.1 400 Bad Request\r\n"
      + "content-type: text/plain; charset=utf-8\r\ncontent-length: "
      + HINT.length()
      + "\r\nconnection: close\r\n\r\n"
      + HINT;

  final boolean anyHost;
  final ConnectionContext terms;

  /** The present routes. */
  volatile Routes routes;

  /** Makes the ids of the routes for ids. */
  volatile @Nullable IdService service;

  private final Access access;

  /**
   * Makes the protocol for any number of connections of a server that is still opening its store.
   * It answers only health and metrics until {@link #serve} is called.
   *
   * @param opening the readiness until {@link #serve} is called
   * @param status the server's status
   * @param access authenticates callers
   * @param anyHost whether every {@code Host} is accepted, because this server listens on other
   *     interfaces too
   * @param terms the settings of each connection
   */
  public HttpProtocol(
      Readiness opening,
      ServerStatus status,
      Access access,
      boolean anyHost,
      ConnectionContext terms) {
    this.routes = Routes.whileOpening(opening, status);
    this.access = access;
    this.anyHost = anyHost;
    this.terms = terms;
  }

  /**
   * Answers all calls of a port from now on, on open connections too.
   *
   * @param ids makes ids
   * @param lines gives access to the store
   * @param status the server's status
   * @param port decides which calls are answered
   */
  public void serve(IdService ids, ServedStore lines, ServerStatus status, PortPurpose port) {
    service = ids;
    routes = Routes.of(ids, lines, terms.idempotency(), status, terms.threads()::help, port);
  }

  @Override
  public String answerWithoutTls() {
    return WITHOUT_TLS;
  }

  @Override
  public Future<Bound> listen(Vertx vertx, SocketAddress address, @Nullable ServerSSLOptions tls) {
    HttpServer server = vertx
        .createHttpServer(config(), tls)
        .connectionHandler(this::opened)
        .exceptionHandler(lost -> {}) // Of a handshake. The connection itself counts it.
        .invalidRequestHandler(this)
        .requestHandler(this);
    return server
        .listen(address)
        .map(bound -> new Bound(bound.actualPort(), server::updateSSLOptions));
  }

  private static HttpServerConfig config() {
    HttpServerConfig config = new HttpServerConfig()
        .setStrictThreadMode(true)
        .setReadIdleTimeout(SILENCE)
        .setWebSocketConfig(new WebSocketServerConfig()
            .setUsePerFrameCompression(false)
            .setUsePerMessageCompression(false))
        .setHttp1Config(new Http1ServerConfig()
            .setMaxInitialLineLength(MAX_LINE_BYTES)
            .setMaxHeaderSize(MAX_HEADER_BYTES)
            .setMaxChunkSize(MAX_CHUNK_BYTES))
        .setHttp2Config(new Http2ServerConfig()
            .setRstFloodMaxRstFramePerWindow(MAX_RESETS)
            .setRstFloodWindowDuration(RESETS_WITHIN)
            .setInitialSettings(new Http2Settings()
                .setMaxConcurrentStreams(MOST_AT_A_TIME)
                .setMaxHeaderListSize(MAX_LINE_BYTES + MAX_HEADER_BYTES)));
    var unused = config.getTcpConfig().setAcceptBacklog(BACKLOG);
    return config;
  }

  @Override
  public void opened(ChannelPipeline pipeline) {
    Class<? extends ChannelHandler> before =
        pipeline.get(SslHandler.class) == null ? Connection.class : SslHandler.class;
    pipeline.addAfter(pipeline.context(before).name(), null, new RequestWatch.FromFirstBytes());
  }

  private void opened(HttpConnection connection) {
    Channel channel = ((ConnectionBase) connection).channel();
    Connection own = Connection.of(channel);
    ShownToken token = new ShownToken(access, own.from(), own::certificate);
    channel.attr(PEER).set(new HttpPeer(own, token));
    var unused = connection.exceptionHandler(own::failed);
    if (connection.protocolVersion() == HttpVersion.HTTP_2) {
      own.hasStreams(() -> {
        Future<Void> unusedEnd = connection.shutdown(STREAMS_END_WITHIN);
      });
      Http2ConnectionHandler codec = channel.pipeline().get(Http2ConnectionHandler.class);
      // This limit applies even before the client has acknowledged the settings.
      codec.connection().remote().maxActiveStreams(MOST_AT_A_TIME);
      connection.remoteSettingsHandler(settings -> limitHeaderTable(codec));
    }
  }

  /**
   * Keeps the table of sent headers small. Its size is the client's choice, and a request id is a
   * new header for each request.
   */
  private static void limitHeaderTable(Http2ConnectionHandler codec) {
    try {
      codec
          .encoder()
          .configuration()
          .headersConfiguration()
          .maxHeaderTableSize(Http2CodecUtil.DEFAULT_HEADER_TABLE_SIZE);
    } catch (Http2Exception e) {
      throw new IllegalStateException("the default size of the table is allowed", e);
    }
  }

  @Override
  public void handle(HttpServerRequest request) {
    Channel channel = ((ConnectionBase) request.connection()).channel();
    HttpPeer peer = Objects.requireNonNull(channel.attr(PEER).get());
    if (peer.connection.hasEnded()) {
      return; // The client was told that no request follows the last one.
    }
    HttpExchange exchange = new HttpExchange(this, request, peer);
    DecoderResult decoded = request.decoderResult();
    if (decoded.isSuccess()) {
      exchange.begin();
    } else {
      exchange.failed(decoded.cause());
    }
  }
}
