package io.mintmark.server.http;

import io.mintmark.server.access.Access;
import io.mintmark.server.access.Visitor;
import io.mintmark.server.net.InOrder;
import io.mintmark.server.net.Patience;
import io.mintmark.server.net.Protocol;
import io.mintmark.server.net.Terms;
import io.mintmark.server.service.IdService;
import io.mintmark.server.service.LineService;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.timeout.ReadTimeoutHandler;
import java.util.function.Supplier;

/** HTTP/1.1 with keep-alive and pipelining. */
public final class HttpProtocol implements Protocol {

  private static final int MAX_LINE_BYTES = 16_384;
  private static final int MAX_HEADER_BYTES = 8192;
  private static final int MAX_CHUNK_BYTES = 8192;
  private static final int SILENCE_SECONDS = 120;

  private final Routes routes;
  private final Access access;
  private final boolean anyHost;
  private final Terms terms;

  /**
   * Makes the protocol for any number of connections.
   *
   * @param service what makes ids
   * @param lines what has the lines
   * @param metrics writes, in Prometheus's text, what the server counts; may wait
   * @param access who may ask
   * @param anyHost whether this server goes by other names than the loopback's
   * @param terms what holds for each connection
   */
  public HttpProtocol(
      IdService service,
      LineService lines,
      Supplier<String> metrics,
      Access access,
      boolean anyHost,
      Terms terms) {
    this.routes = Endpoints.routes(service, lines, metrics, terms.executor());
    this.access = access;
    this.anyHost = anyHost;
    this.terms = terms;
  }

  @Override
  public void addTo(ChannelPipeline pipeline) {
    HttpDecoderConfig limits = new HttpDecoderConfig()
        .setMaxInitialLineLength(MAX_LINE_BYTES)
        .setMaxHeaderSize(MAX_HEADER_BYTES)
        .setMaxChunkSize(MAX_CHUNK_BYTES);
    Visitor visitor = access.visitor(pipeline.channel().remoteAddress());
    HttpExchange exchange = new HttpExchange(routes, visitor, anyHost);
    Patience patience = terms.patience();
    pipeline
        .addLast(patience)
        .addLast(new ReadTimeoutHandler(SILENCE_SECONDS))
        .addLast(new HttpRequestDecoder(limits))
        .addLast(new HttpResponseEncoder())
        .addLast(new InOrder<>(exchange, terms.executor(), patience));
  }
}
