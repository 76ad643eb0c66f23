package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.server.access.Permission;
import io.mintmark.server.access.Principal;
import io.mintmark.server.access.ShownToken;
import io.mintmark.server.net.AnswerCount;
import io.mintmark.server.net.CallTimes;
import io.mintmark.server.net.Exchange;
import io.mintmark.server.net.OverloadedException;
import io.mintmark.server.net.RequestOutcome;
import io.mintmark.server.net.Traffic;
import io.mintmark.service.Problem;
import io.mintmark.service.RunsOn;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection of HTTP/1.1, or one stream of HTTP/2. Arguments are in the path and the query; few
 * requests have a body.
 */
final class HttpExchange implements Exchange<HttpCall> {

  private static final int MAX_PARAMETERS = 8;

  /** The approximate size of a reply without its body. */
  private static final int HEADER_BYTES = 256;

  private static final String BEARER = "Bearer ";

  private final Supplier<Routes> routes;
  private final ShownToken shownToken;
  private final boolean anyHost;
  private final Consumer<HttpRequest> rules;
  private final boolean encrypted;
  private final RequestBody body = new RequestBody();
  private @Nullable HttpCall begun;

  private @Nullable Known known;

  /** The last request that arrived completely and was admitted, with its parsed parts. */
  private record Known(HttpRequest request, HttpCall call, Routes by) {}

  /**
   * Makes an exchange.
   *
   * @param routes the present routes, read at each request
   * @param shownToken the token that the connection has shown
   * @param anyHost whether every {@code Host} is accepted, because this server listens on other
   *     interfaces too
   * @param rules the checks of the HTTP version, which throw a {@link RefusedException}
   * @param encrypted whether the connection uses TLS
   */
  HttpExchange(
      Supplier<Routes> routes,
      ShownToken shownToken,
      boolean anyHost,
      Consumer<HttpRequest> rules,
      boolean encrypted) {
    this.routes = routes;
    this.shownToken = shownToken;
    this.anyHost = anyHost;
    this.rules = rules;
    this.encrypted = encrypted;
  }

  @Override
  public @Nullable HttpCall read(Object message) {
    Known last = known;
    return last != null && last.request == message && last.by.equals(routes.get())
        ? again(last.call)
        : readPart(message);
  }

  private @Nullable HttpCall readPart(Object message) {
    HttpObject part = (HttpObject) message;
    try {
      if (part.decoderResult().isFailure()) {
        begun = null;
        return malformed(part.decoderResult().cause());
      }
      // Over HTTP/2, a request without a body is one message, which is also its end.
      @Nullable HttpCall first = part instanceof HttpRequest request ? begin(request) : null;
      if (first != null) {
        return first;
      }
      if (part instanceof HttpContent content && content.content().isReadable()) {
        if (begun != null) {
          body.add(content.content());
        }
      }
      return part instanceof LastHttpContent ? complete() : null;
    } catch (RefusedException e) {
      begun = null;
      return HttpCall.answered(e.reply(), Delivery.PLAIN, true);
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  /**
   * Begins a request. If a request is refused, it is answered before its body is read. A connection
   * with an unread body then ends. If the client asks whether to send a body (100-continue), the
   * reply to this question keeps its order among the other replies.
   */
  private @Nullable HttpCall begin(HttpRequest request) {
    HttpHeaders headers = request.headers();
    boolean hasBody = headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
        || !headers.get(HttpHeaderNames.CONTENT_LENGTH, "0").equals("0");
    // A connection of HTTP/1.0 stays open only if both sides ask for it.
    boolean last =
        !HttpUtil.isKeepAlive(request) || request.protocolVersion().equals(HttpVersion.HTTP_1_0);
    Delivery delivery = Delivery.of(request, encrypted);
    body.clear();
    begun = null;
    known = null;
    try {
      rules.accept(request);
      RequestTarget target = RequestTarget.of(request);
      if (!shownToken.isAsked()) {
        checkOrigin(target, headers);
      }
      Routes now = routes.get();
      begun = call(now, request, target, delivery, hasBody, last);
      if (request instanceof FullHttpRequest && begun.delivery().equals(delivery)) {
        known = new Known(request, begun, now);
      }
    } catch (RefusedException e) {
      Delivery identified = delivery.identified();
      if (e.isFor(HttpFault.FOREIGN_ORIGIN)) {
        shownToken.foreign(HttpFault.FOREIGN_ORIGIN.slug(), e, identified.trace());
      }
      return HttpCall.answered(e.reply(), identified, last || hasBody);
    } catch (IllegalArgumentException | MintmarkException e) {
      Delivery identified = delivery.identified();
      shownToken.refused(e, identified.trace());
      return HttpCall.answered(HttpReply.problem(Problem.report(e)), identified, last || hasBody);
    }
    return hasBody && HttpUtil.is100ContinueExpected(request)
        ? HttpCall.answered(HttpReply.bare(100), Delivery.PLAIN, false)
        : null;
  }

  /** Repeats the last request: its parts are known, so only the caller is checked again. */
  private HttpCall again(HttpCall last) {
    begun = null;
    try {
      Principal caller = caller(last.route().permission());
      return last.by(caller.with(last.delivery().trace())).admitted();
    } catch (MintmarkException e) {
      Delivery identified = last.delivery().identified();
      shownToken.refused(e, identified.trace());
      return HttpCall.answered(HttpReply.problem(Problem.report(e)), identified, last.isLast());
    }
  }

  private void checkOrigin(RequestTarget target, HttpHeaders headers) {
    String origin = headers.get(HttpHeaderNames.ORIGIN);
    if (!LocalOrigin.isLocal(target.host(), origin, anyHost)) {
      throw new RefusedException(
          HttpFault.FOREIGN_ORIGIN,
          Message.of(
              "the request comes from a page or program of another machine: host={}, origin={}",
              target.host(),
              origin));
    }
  }

  private HttpCall call(
      Routes now,
      HttpRequest request,
      RequestTarget target,
      Delivery delivery,
      boolean hasBody,
      boolean last) {
    if (target.isServer()) {
      throw new RefusedException(HttpReply.bare(204).with("allow", now.methods()));
    }
    QueryStringDecoder uri =
        new QueryStringDecoder(target.path(), StandardCharsets.UTF_8, true, MAX_PARAMETERS);
    List<String> segments = RequestTarget.segments(uri.rawPath());
    Route route = now.find(request.method().name(), segments)
        .orElseThrow(() -> misrouted(now, request.method(), segments));
    takeToken(request.headers());
    if (shownToken.isAsked() && shownToken.isByCertificate()) {
      checkOrigin(target, request.headers());
    }
    Delivery own = route.permission().isRecorded() ? delivery.identified() : delivery;
    Principal caller = caller(route.permission()).with(own.trace());
    body.expect(route, hasBody, request.headers());
    Map<String, String> parameters = route.values(uri.parameters(), request.headers());
    return new HttpCall(
            route,
            caller,
            route.arguments(segments),
            parameters,
            route.ids(parameters),
            "",
            mediaType(request.headers(), route).equals(Route.TEXT),
            String.join(",", request.headers().getAll(HttpHeaderNames.IF_NONE_MATCH)),
            own,
            last)
        .admitted();
  }

  /**
   * Reads the token of a request. Each request shows its own token, because the connection may be a
   * proxy's.
   */
  private void takeToken(HttpHeaders headers) {
    if (shownToken.isAsked()) {
      String shown = headers.get(HttpHeaderNames.AUTHORIZATION, "");
      if (shown.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
        shownToken.show(shown.substring(BEARER.length()).strip());
      } else {
        shownToken.leave();
      }
    }
  }

  private Principal caller(Permission permission) {
    return switch (permission) {
      case NONE -> Principal.NOBODY;
      case NONE_OR_TOKEN -> shownToken.holds() ? shownToken.caller() : Principal.NOBODY;
      default -> shownToken.caller();
    };
  }

  private static RefusedException misrouted(Routes now, HttpMethod method, List<String> segments) {
    if (now.notYet().isPresent()) {
      return new RefusedException(HttpReply.problem(now.notYet().get()));
    }
    Set<String> methods = now.methods(segments);
    if (methods.isEmpty()) {
      String what = now.isElsewhere(segments)
          ? "this call is served on another port of this server, see its settings http and admin: /"
          : "no such path, see /openapi.json: /";
      return new RefusedException(HttpFault.NOT_FOUND, what + String.join("/", segments));
    }
    String allowed = String.join(", ", methods);
    HttpReply reply = method.equals(HttpMethod.OPTIONS)
        ? HttpReply.bare(204)
        : HttpReply.problem(HttpFault.METHOD_NOT_ALLOWED, "wrong method: use " + allowed);
    return new RefusedException(reply.with("allow", allowed));
  }

  private static String mediaType(HttpHeaders headers, Route route) {
    if (route.mediaTypes().isEmpty()) {
      return "";
    }
    List<String> accepted = headers.getAll(HttpHeaderNames.ACCEPT);
    return AcceptHeader.of(accepted)
        .choose(route.mediaTypes())
        .orElseThrow(() -> new RefusedException(
            HttpFault.NOT_ACCEPTABLE,
            Message.of(
                "the call has no media type that the client accepts: accept={}; it has {}",
                String.join(", ", accepted),
                String.join(" and ", route.mediaTypes()))));
  }

  private @Nullable HttpCall complete() {
    HttpCall complete = begun;
    begun = null;
    return complete == null || body.isEmpty() ? complete : complete.withBody(body.take());
  }

  @Override
  public HttpCall malformed(Throwable cause) {
    if (cause instanceof OverloadedException) {
      return HttpCall.answered(HttpReply.problem(Problem.report(cause)), Delivery.PLAIN, true);
    }
    if (cause instanceof TooLongHttpLineException) {
      return refused(HttpFault.PATH_TOO_LONG, "the request's line is too long");
    }
    if (cause instanceof TooLongHttpHeaderException) {
      return refused(HttpFault.HEADER_TOO_LARGE, "the request's header is too large");
    }
    return refused(HttpFault.MALFORMED_REQUEST, "the request is not HTTP: " + cause.getMessage());
  }

  private static HttpCall refused(HttpFault fault, String detail) {
    return HttpCall.answered(HttpReply.problem(fault, detail), Delivery.PLAIN, true);
  }

  @Override
  public boolean isOfClient(HttpCall call) {
    return !call.route().permission().isNone();
  }

  @Override
  public boolean isAlwaysAnswered(HttpCall call) {
    return call.route().isAlwaysAnswered();
  }

  @Override
  public RunsOn runsOn(HttpCall call) {
    return call.route().runsOn(call);
  }

  @Override
  public CompletableFuture<FullHttpResponse> answer(HttpCall call, Executor then) {
    return Exchange.after(begun(call), then, (reply, thrown) -> response(call, reply, thrown));
  }

  private static CompletableFuture<HttpReply> begun(HttpCall call) {
    try {
      return call.route().answer(call);
    } catch (Throwable e) { // The top of a request. Every failure is reported to the client.
      return CompletableFuture.failedFuture(e);
    }
  }

  private static FullHttpResponse response(
      HttpCall call, HttpReply made, @Nullable Throwable thrown) {
    boolean isNext = call.route().permission() == Permission.NEXT;
    boolean isFound = thrown != null || (isNext && call.caller().isRecorded(call.ids()));
    Delivery delivery = isFound ? call.delivery().identified() : call.delivery();
    HttpReply reply = made;
    String result = "ok";
    if (thrown != null) {
      Problem problem = Problem.report(thrown);
      reply = HttpReply.problem(problem);
      result = problem.detail();
    }
    if (isNext) {
      call.caller().with(delivery.trace()).asked(call.argument(), call.ids(), result);
    }
    return delivery.response(reply);
  }

  @Override
  public long mostBytes(HttpCall call) {
    return HEADER_BYTES + call.route().mostBytes(call);
  }

  @Override
  public long bytes(Object answer) {
    return (long) HEADER_BYTES + ((FullHttpResponse) answer).content().readableBytes();
  }

  @Override
  public Object failed(HttpCall call, Throwable cause) {
    return call.delivery().identified().response(HttpReply.problem(Problem.report(cause)));
  }

  @Override
  public void count(Object answer, AnswerCount to) {
    RequestOutcome outcome = switch (((FullHttpResponse) answer).status().codeClass()) {
      case CLIENT_ERROR -> RequestOutcome.REFUSED;
      case SERVER_ERROR -> RequestOutcome.FAILED;
      default -> RequestOutcome.OK;
    };
    to.answered(outcome, 1);
  }

  @Override
  public CallTimes times(HttpCall call, Traffic traffic) {
    return traffic.of(call.route().toString(), call.route().kind(call));
  }

  @Override
  public boolean isLast(HttpCall call) {
    return call.isLast();
  }

  @Override
  public Object asLast(Object answer) {
    FullHttpResponse response = (FullHttpResponse) answer;
    // Other replies may share the header of this one. The copy has its own header, which can be
    // changed.
    FullHttpResponse last = response.replace(response.content());
    last.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    return last;
  }
}
