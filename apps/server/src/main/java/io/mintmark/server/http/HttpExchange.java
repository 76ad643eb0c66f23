package io.mintmark.server.http;

import io.mintmark.server.net.Exchange;
import io.mintmark.server.service.Problem;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One HTTP connection. Arguments are in the path and the query; few requests have a body. */
final class HttpExchange implements Exchange<HttpCall> {

  private static final int MAX_PARAMETERS = 8;

  private final Routes routes;
  private ByteArrayOutputStream body = new ByteArrayOutputStream(0);
  private @Nullable HttpCall begun;

  /** How many bytes the body of what has begun may have. */
  private int maxBody;

  HttpExchange(Routes routes) {
    this.routes = routes;
  }

  @Override
  public @Nullable HttpCall read(Object message) {
    try {
      if (((HttpObject) message).decoderResult().isFailure()) {
        begun = null;
        return malformed(((HttpObject) message).decoderResult().cause());
      }
      if (message instanceof HttpRequest request) {
        if (HttpUtil.is100ContinueExpected(request)) {
          return refused(true, 417, "body-not-expected", "a request has no body to wait for");
        }
        maxBody = 0;
        body.reset();
        begun = call(request);
      }
      if (message instanceof HttpContent content && content.content().isReadable()) {
        HttpCall refusal = take(content.content());
        if (refusal != null) {
          begun = null;
          return refusal;
        }
      }
      if (message instanceof LastHttpContent) {
        HttpCall complete = begun;
        begun = null;
        if (complete == null || body.size() == 0) {
          return complete;
        }
        String text = body.toString(StandardCharsets.UTF_8);
        body = new ByteArrayOutputStream(0); // A large one is not kept while nothing comes.
        return complete.withBody(text);
      }
      return null;
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  /** Keeps a part of the body, or says why not. */
  private @Nullable HttpCall take(ByteBuf part) {
    if (begun == null || maxBody == 0) {
      return refused(
          true,
          400,
          "body-not-expected",
          "arguments stand in the path and the query: this request has no body");
    }
    if (part.readableBytes() > maxBody - body.size()) {
      return refused(true, 413, "body-too-large", "a body has at most " + maxBody + " bytes here");
    }
    byte[] bytes = new byte[part.readableBytes()];
    part.readBytes(bytes);
    body.writeBytes(bytes);
    return null;
  }

  @Override
  public HttpCall malformed(Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return refused(true, 414, "path-too-long", "a request's line is too long");
    }
    if (cause instanceof TooLongHttpHeaderException) {
      return refused(true, 431, "header-too-large", "a request's header is too large");
    }
    return refused(true, 400, "malformed-request", "this is not HTTP: " + cause.getMessage());
  }

  @Override
  public boolean waits(HttpCall call) {
    return call.waits().test(call);
  }

  @Override
  public Object answer(HttpCall call) {
    HttpReply reply;
    try {
      reply = call.endpoint().answer(call);
    } catch (Throwable e) { // The top of a request: whatever failed, the client is told.
      reply = HttpReply.problem(Problem.of(e));
    }
    return response(reply, call.isLast());
  }

  @Override
  public boolean isLast(HttpCall call) {
    return call.isLast();
  }

  private HttpCall call(HttpRequest request) {
    HttpHeaders headers = request.headers();
    // HEAD is refused like any method that is not there, but its answer must not have a body, which
    // ends the connection; for HTTP/1.0 to stay open both sides would have to say so.
    boolean last = !HttpUtil.isKeepAlive(request)
        || request.protocolVersion().equals(HttpVersion.HTTP_1_0)
        || request.method().equals(HttpMethod.HEAD);
    if (!LocalOrigin.isLocal(headers)) {
      return refused(
          last,
          403,
          "foreign-origin",
          "only this machine's own pages and programs are served: host="
              + headers.get(HttpHeaderNames.HOST)
              + ", origin="
              + headers.get(HttpHeaderNames.ORIGIN));
    }
    try {
      return routed(request, last);
    } catch (IllegalArgumentException e) {
      return refused(last, 400, "invalid-argument", String.valueOf(e.getMessage()));
    }
  }

  private HttpCall routed(HttpRequest request, boolean last) {
    QueryStringDecoder uri =
        new QueryStringDecoder(request.uri(), StandardCharsets.UTF_8, true, MAX_PARAMETERS);
    List<String> segments = segments(uri.rawPath());
    Optional<Routes.Route> found = routes.find(request.method().name(), segments);
    if (found.isEmpty()) {
      return misrouted(segments, last);
    }
    Routes.Route route = found.get();
    maxBody = route.maxBody();
    Map<String, String> parameters = parameters(uri.parameters(), route);
    String accept = request.headers().get(HttpHeaderNames.ACCEPT, "");
    boolean text = accept.contains("text/plain") && !accept.contains("json");
    return new HttpCall(
        route.endpoint(),
        route.waits(),
        route.arguments(segments),
        parameters,
        "",
        text,
        request.headers().get(HttpHeaderNames.IF_NONE_MATCH, ""),
        last);
  }

  /** Splits before it decodes: a slash within a name is written %2F. */
  private static List<String> segments(String rawPath) {
    List<String> segments = new ArrayList<>(5);
    int start = rawPath.startsWith("/") ? 1 : 0;
    while (start <= rawPath.length()) {
      int slash = rawPath.indexOf('/', start);
      int end = slash < 0 ? rawPath.length() : slash;
      String segment = rawPath.substring(start, end);
      boolean plain = segment.indexOf('%') < 0;
      // URLDecoder reads forms, where a plus is a space; in a path it is a plus.
      segments.add(
          plain ? segment : URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8));
      start = end + 1;
    }
    return segments;
  }

  private static Map<String, String> parameters(
      Map<String, List<String>> query, Routes.Route route) {
    Map<String, String> parameters = new HashMap<>();
    query.forEach((name, values) -> {
      if (!route.parameters().contains(name)) {
        throw new IllegalArgumentException(
            "no such parameter: " + name + "; here are " + new TreeSet<>(route.parameters()));
      }
      if (values.size() > 1) {
        throw new IllegalArgumentException("a parameter stands once: " + name);
      }
      parameters.put(name, values.get(0));
    });
    return parameters;
  }

  private HttpCall misrouted(List<String> segments, boolean last) {
    Set<String> methods = routes.methods(segments);
    if (methods.isEmpty()) {
      return refused(last, 404, "not-found", "nothing is here: /" + String.join("/", segments));
    }
    String allowed = String.join(", ", methods);
    HttpReply reply =
        HttpReply.problem(405, "method-not-allowed", "this path has " + allowed + " only");
    return HttpCall.answered(reply.with("allow", allowed), last);
  }

  private static HttpCall refused(boolean last, int status, String slug, String detail) {
    return HttpCall.answered(HttpReply.problem(status, slug, detail), last);
  }

  private static FullHttpResponse response(HttpReply reply, boolean last) {
    FullHttpResponse response = new DefaultFullHttpResponse(
        HttpVersion.HTTP_1_1,
        HttpResponseStatus.valueOf(reply.status()),
        ByteBufUtil.writeUtf8(ByteBufAllocator.DEFAULT, reply.body()));
    HttpHeaders headers = response.headers();
    if (!response.status().equals(HttpResponseStatus.NOT_MODIFIED)) {
      headers.set(HttpHeaderNames.CONTENT_TYPE, reply.mediaType());
      headers.set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
    }
    headers.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
    reply.headers().forEach(headers::set);
    if (last) {
      headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    return response;
  }
}
