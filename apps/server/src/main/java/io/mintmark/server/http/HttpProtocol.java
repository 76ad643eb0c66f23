package io.mintmark.server.http;

import io.mintmark.server.access.Access;
import io.mintmark.server.access.ShownToken;
import io.mintmark.server.net.ClientCertificate;
import io.mintmark.server.net.CoalescedWrites;
import io.mintmark.server.net.ConnectionContext;
import io.mintmark.server.net.Protocol;
import io.mintmark.server.net.SlowClientTimeout;
import io.mintmark.service.IdService;
import io.mintmark.service.LineService;
import io.mintmark.service.Readiness;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.ReadTimeoutHandler;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/** HTTP/1.1 with keep-alive and pipelining, and HTTP/2. */
public final class HttpProtocol implements Protocol {

  /** How many requests of one connection are answered at a time. */
  public static final int MOST_AT_A_TIME = Http2Shares.TURNS;

  private static final int MAX_LINE_BYTES = 16_384;
  private static final int MAX_HEADER_BYTES = 8192;
  private static final int MAX_CHUNK_BYTES = 8192;
  private static final int SILENCE_SECONDS = 120;

  /** The first line of a request in HTTP/1. */
  private static final Pattern REQUEST = Pattern.compile("[A-Z]{3,16} [!-~]+ HTTP/1\\.[01]\r?\n");

  private static final String HINT = "this port speaks TLS: use https://\n";

  private static final String WITHOUT_TLS = "HTTP/1.1 400 Bad Request\r\n"
      + "content-type: text/plain; charset=utf-8\r\ncontent-length: "
      + HINT.length()
      + "\r\nconnection: close\r\n\r\n"
      + HINT;

  private volatile Routes routes;
  private final Access access;
  private final boolean anyHost;
  private final ConnectionContext terms;

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
    this.routes = Endpoints.whileOpening(opening, status);
    this.access = access;
    this.anyHost = anyHost;
    this.terms = terms;
  }

  /**
   * Answers all calls of a port from now on, on open connections too.
   *
   * @param service makes ids
   * @param lines gives access to the store
   * @param status the server's status
   * @param port decides which calls are answered
   */
  public void serve(IdService service, LineService lines, ServerStatus status, PortPurpose port) {
    routes =
        Endpoints.routes(service, lines, terms.idempotency(), status, terms.threads()::help, port);
  }

  @Override
  public List<String> tlsNames() {
    return List.of(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1);
  }

  @Override
  public Optional<String> answerWithoutTls(String first) {
    return REQUEST.matcher(first).lookingAt() ? Optional.of(WITHOUT_TLS) : Optional.empty();
  }

  @Override
  public void addTo(ChannelPipeline pipeline) {
    ShownToken shownToken = access.shownToken(
        pipeline.channel().remoteAddress(), () -> ClientCertificate.subject(pipeline));
    boolean encrypted = pipeline.get(SslHandler.class) != null;
    Function<Consumer<HttpRequest>, HttpExchange> exchange =
        rules -> new HttpExchange(() -> routes, shownToken, anyHost, rules, encrypted);
    SlowClientTimeout slowClients = terms.slowClients();
    pipeline
        .addLast(slowClients)
        .addLast(new ReadTimeoutHandler(SILENCE_SECONDS))
        .addLast(new HttpVersionChoice(
            to -> addHttp1(to, exchange.apply(Http1Rules::check), slowClients),
            to -> Http2Connection.addTo(
                to,
                slowClients,
                MAX_LINE_BYTES + MAX_HEADER_BYTES,
                () -> exchange.apply(request -> {}),
                terms)));
  }

  private void addHttp1(
      ChannelPipeline pipeline, HttpExchange exchange, SlowClientTimeout slowClients) {
    HttpDecoderConfig limits = new HttpDecoderConfig()
        .setMaxInitialLineLength(MAX_LINE_BYTES)
        .setMaxHeaderSize(MAX_HEADER_BYTES)
        .setMaxChunkSize(MAX_CHUNK_BYTES);
    pipeline
        .addLast(new RequestDecoder(limits))
        .addLast(new CoalescedWrites<>(FullHttpResponse.class, new Http1Answers()))
        .addLast(terms.inOrder(exchange, slowClients));
  }
}
