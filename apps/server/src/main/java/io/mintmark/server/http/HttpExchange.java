package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.server.access.Permission;
import io.mintmark.server.access.Principal;
import io.mintmark.server.access.RequestTrace;
import io.mintmark.server.access.ShownToken;
import io.mintmark.server.net.Connection;
import io.mintmark.server.net.ConnectionContext;
import io.mintmark.server.net.InFlight;
import io.mintmark.server.net.OverloadedException;
import io.mintmark.server.net.RequestOutcome;
import io.mintmark.service.Problem;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.StreamResetException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One request and its reply. Arguments are in the path and the query; few requests have a body.
 *
 * <p>Vert.x gives the next request of a connection of HTTP/1.1 only after the reply to this one. So
 * a connection has one request in memory, those of one read that wait, and over HTTP/2 as many as
 * it may have streams. {@link InFlight} limits what is large of them.
 */
final class HttpExchange {

  private static final ElapsedClock CLOCK = ElapsedClock.system();

  private static final String BEARER = "Bearer ";
  private static final String IDENTITY = "identity";
  private static final CharSequence TRACE_PARENT = HttpHeaders.createOptimized("traceparent");

  private static final int CLIENT_ERROR = 400;
  private static final int SERVER_ERROR = 500;

  private final HttpProtocol port;
  private final ConnectionContext terms;
  private final HttpServerRequest request;
  private final HttpPeer peer;
  private final Connection connection;
  private final ShownToken shownToken;
  private final MultiMap headers;
  private final boolean isHttp2;
  private final long begunNanos = CLOCK.nanos();
  private RequestTrace trace;
  private @Nullable HttpCall call;
  private @Nullable Buffer body;
  private io.netty.util.concurrent.@Nullable Future<?> slow;
  private long takenBytes;

  /** Whether the connection waits for the reply: a stream may never be complete. */
  private boolean isCounted;

  private boolean isChecked;
  private boolean isUnread;
  private boolean isReplied;

  HttpExchange(HttpProtocol port, HttpServerRequest request, HttpPeer peer) {
    this.port = port;
    this.terms = port.terms();
    this.request = request;
    this.peer = peer;
    this.connection = peer.connection();
    this.shownToken = peer.shownToken();
    this.headers = request.headers();
    this.isHttp2 = request.version() == HttpVersion.HTTP_2;
    this.trace = RequestTrace.of(headers.get(HttpReply.REQUEST_ID), headers.get(TRACE_PARENT));
    this.isCounted = !isHttp2;
  }

  /**
   * Begins the request. If it is refused, it is answered before its body is read, and a connection
   * of HTTP/1.1 then ends.
   */
  void begin() {
    if (connection.hasEnded()) {
      return; // The client was told that no request follows the last one.
    }
    run(() -> {
      String length = headers.get(HttpHeaders.CONTENT_LENGTH);
      boolean hasBody =
          length == null ? headers.contains(HttpHeaders.TRANSFER_ENCODING) : !length.equals("0");
      isUnread = hasBody;
      call = call(hasBody);
      if (!hasBody && !isHttp2) {
        answer();
        return;
      }
      var unused = request
          .handler(part -> run(() -> add(part)))
          .exceptionHandler(cause -> run(() -> failed(cause)))
          .endHandler(end -> run(() -> {
            isUnread = false;
            answer();
          }));
      slow = isHttp2 ? connection.whenSlow(this::cancel) : null;
      if (hasBody && "100-continue".equalsIgnoreCase(headers.get(HttpHeaders.EXPECT))) {
        Future<Void> unusedAsk = request.response().writeContinue();
      }
    });
  }

  /** Runs a part of this exchange, and answers the request if the part fails. */
  private void run(Runnable part) {
    connection.run(() -> {
      try {
        part.run();
      } catch (Throwable e) { // The top of a request. Vert.x would only log it.
        if (isReplied) {
          throw e;
        }
        refuse(e);
      }
    });
  }

  private void refuse(Throwable cause) {
    trace = trace.identified();
    shownToken.refused(cause, trace);
    reply(
        cause instanceof RefusedException refused
            ? refused.reply()
            : HttpReply.problem(Problem.report(cause)));
  }

  /** Ends a stream whose request has not arrived completely. */
  private void cancel() {
    drop();
    Future<Void> unused = request.response().reset(Http2Error.CANCEL.code());
  }

  private void drop() {
    if (!isReplied) {
      isReplied = true;
      giveBack();
      if (isCounted) {
        connection.answered();
      }
    }
  }

  /** Answers bytes that are not a request. */
  void malformed() {
    if (!connection.hasEnded()) {
      run(() -> failed(request.decoderResult().cause()));
    }
  }

  /** The request is malformed, or its rest never arrives. */
  private void failed(Throwable cause) {
    if (isReplied) {
      return;
    }
    isUnread = true;
    if (cause instanceof HttpClosedException || cause instanceof StreamResetException) {
      drop();
    } else if (cause instanceof TooLongHttpLineException) {
      throw new RefusedException(HttpFault.PATH_TOO_LONG, "the request's line is too long");
    } else if (cause instanceof TooLongHttpHeaderException) {
      throw new RefusedException(HttpFault.HEADER_TOO_LARGE, "the request's header is too large");
    } else if (cause instanceof RefusedException refused) {
      throw refused;
    } else if (cause instanceof Http2Exception malformed) {
      count(HttpReply.problem(HttpFault.MALFORMED_REQUEST, String.valueOf(cause.getMessage())));
      drop();
      // The answer to a malformed stream is its error code (RFC 9113, section 8.1.1).
      Future<Void> unused = request.response().reset(malformed.error().code());
    } else {
      throw new RefusedException(
          HttpFault.MALFORMED_REQUEST, "the request is not HTTP: " + cause.getMessage());
    }
  }

  private HttpCall call(boolean hasBody) {
    Routes now = port.routes();
    RequestTarget target = peer.target(request, now);
    boolean needsToken = shownToken.isAsked();
    if (!needsToken) {
      checkOrigin(target);
    }
    if (target.isServer()) {
      throw new RefusedException(HttpReply.bare(204).with("allow", now.methods()));
    }
    Route route = target.route().orElseThrow(() -> misrouted(now, target.path()));
    if (needsToken) {
      takeToken();
      if (shownToken.isByCertificate()) {
        checkOrigin(target);
      }
    }
    Permission permission = route.permission();
    if (permission.isRecorded()) {
      trace = trace.identified();
    }
    Principal caller = permission == Permission.NONE
            || (permission == Permission.NONE_OR_TOKEN && !shownToken.holds())
        ? Principal.NOBODY
        : shownToken.caller();
    if (hasBody) {
      checkBody(route);
    }
    var query = route.values(target.query());
    return new HttpCall(
            route,
            caller.with(trace),
            target.arguments(),
            query,
            route.ids(query),
            headers,
            mediaType(route),
            "")
        .admitted();
  }

  private void checkOrigin(RequestTarget target) {
    String origin = headers.get(HttpHeaders.ORIGIN);
    boolean isHere = target.isLoopback() || port.acceptsAnyHost();
    if (!isHere || !LocalOrigin.isOwn(origin, target.host())) {
      RefusedException refusal = new RefusedException(
          HttpFault.FOREIGN_ORIGIN,
          Message.of(
              "the request comes from a page or program of another machine: host={}, origin={}",
              target.host(),
              origin));
      trace = trace.identified();
      shownToken.foreign(HttpFault.FOREIGN_ORIGIN.slug(), refusal, trace);
      throw refusal;
    }
  }

  /**
   * Reads the token of a request. Each request shows its own token, because the connection may be a
   * proxy's.
   */
  private void takeToken() {
    String shown = headers.get(HttpHeaders.AUTHORIZATION);
    if (shown != null && shown.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      shownToken.show(shown.substring(BEARER.length()).strip());
    } else {
      shownToken.leave();
    }
  }

  private RefusedException misrouted(Routes now, List<String> path) {
    if (now.notYet().isPresent()) {
      return new RefusedException(HttpReply.problem(now.notYet().get()));
    }
    Set<String> methods = now.methods(path);
    if (methods.isEmpty()) {
      String what = now.isElsewhere(path)
          ? "this call is served on another port of this server, see its settings http and admin: /"
          : "no such path, see /openapi.json: /";
      return new RefusedException(HttpFault.NOT_FOUND, what + String.join("/", path));
    }
    String allowed = String.join(", ", methods);
    HttpReply reply = request.method().equals(HttpMethod.OPTIONS)
        ? HttpReply.bare(204)
        : HttpReply.problem(HttpFault.METHOD_NOT_ALLOWED, "wrong method: use " + allowed);
    return new RefusedException(reply.with("allow", allowed));
  }

  private String mediaType(Route route) {
    List<String> types = route.mediaTypes();
    String best = types.isEmpty() ? "" : types.get(0);
    String first = headers.get(HttpHeaders.ACCEPT);
    if (types.isEmpty() || first == null || first.equals(best)) {
      return best;
    }
    List<String> accepted = headers.getAll(HttpHeaders.ACCEPT);
    return AcceptHeader.of(accepted)
        .choose(types)
        .orElseThrow(() -> new RefusedException(
            HttpFault.NOT_ACCEPTABLE,
            Message.of(
                "the call has no media type that the client accepts: accept={}; it has {}",
                String.join(", ", accepted),
                String.join(" and ", types))));
  }

  private void checkBody(Route route) {
    isChecked = true;
    if (route.mostBodyBytes() == 0) {
      throw new RefusedException(
          HttpFault.BODY_NOT_EXPECTED,
          "the call takes no body: put the arguments into the path and the query");
    }
    String type = Objects.requireNonNullElse(headers.get(HttpHeaders.CONTENT_TYPE), Route.JSON);
    String coding = Objects.requireNonNullElse(headers.get(HttpHeaders.CONTENT_ENCODING), IDENTITY);
    if (!type.split(";", 2)[0].strip().equalsIgnoreCase(Route.JSON)
        || !coding.equalsIgnoreCase(IDENTITY)) {
      throw new RefusedException(
          HttpFault.UNSUPPORTED_MEDIA_TYPE,
          Message.of(
              "the body is not plain JSON: content-type={}, content-encoding={}; send"
                  + " application/json, not compressed",
              type,
              coding));
    }
    String length = headers.get(HttpHeaders.CONTENT_LENGTH);
    long bytes = length == null ? route.mostBodyBytes() : Long.parseLong(length);
    checkSize(bytes, route);
    takenBytes = terms.inFlight().take(bytes);
  }

  private static void checkSize(long bytes, Route route) {
    if (bytes > route.mostBodyBytes()) {
      throw new RefusedException(
          HttpFault.BODY_TOO_LARGE,
          "the body is too large: the most are " + route.mostBodyBytes() + " bytes");
    }
  }

  private void add(Buffer part) {
    if (isReplied || part.length() == 0) {
      return;
    }
    isUnread = true;
    Route route = Objects.requireNonNull(call).route();
    if (!isChecked) { // Over HTTP/2, a body needs no announcement.
      checkBody(route);
    }
    // A copy: the first part may be a slice without room for more.
    body = (body == null ? Buffer.buffer() : body).appendBuffer(part);
    checkSize(body.length(), route);
  }

  /** Answers the complete request. */
  private void answer() {
    if (isReplied) {
      return;
    }
    isInTime();
    if (!isCounted) {
      isCounted = true;
      connection.reads();
    }
    HttpCall begun = Objects.requireNonNull(call);
    HttpCall complete = body == null ? begun : begun.withBody(body.toString());
    Route route = complete.route();
    if (!connection.admits(!route.permission().isNone(), route.isAlwaysAnswered())) {
      isUnread = true; // The connection ends.
      throw new OverloadedException(Message.of(
          "too many clients are connected: {}; nothing was done, and the connection ends; open"
              + " fewer connections, or raise the setting",
          connection.countRefusal()));
    }
    takenBytes += terms.inFlight().take(route.mostReplyBytes(complete));
    terms.answer(
        connection,
        route.runsOn(complete),
        later -> answered(complete),
        (made, failed) -> run(() -> reply(complete, made, failed)));
  }

  private static CompletableFuture<HttpReply> answered(HttpCall complete) {
    try {
      return complete.route().answer(complete);
    } catch (Throwable e) { // The top of a request. Every failure is reported to the client.
      return CompletableFuture.failedFuture(e);
    }
  }

  private void reply(HttpCall done, @Nullable HttpReply made, @Nullable Throwable failed) {
    boolean isNext = done.route().permission() == Permission.NEXT;
    if (failed != null || (isNext && done.caller().isRecorded(done.ids()))) {
      trace = trace.identified();
    }
    HttpReply reply = made;
    String result = "ok";
    if (reply == null) {
      Problem problem = Problem.report(Objects.requireNonNull(failed));
      reply = HttpReply.problem(problem);
      result = problem.detail();
    }
    if (isNext) {
      done.caller().with(trace).asked(done.argument(), done.ids(), result);
    }
    reply(reply);
  }

  /** Sends the only reply. */
  private void reply(HttpReply reply) {
    if (isReplied) {
      return;
    }
    isReplied = true;
    isInTime();
    boolean last = !isHttp2 && (isUnread || connection.isAtLastReply());
    if (!last && isCounted) {
      connection.answered(); // Vert.x gives the next request while it takes this reply.
    }
    Future<Void> sent = (last ? reply.with("connection", "close") : reply)
        .send(request, trace.id(), connection.isEncrypted());
    if (takenBytes > 0) {
      var unused = sent.onComplete(taken -> giveBack());
    }
    count(reply);
    if (last) {
      connection.end();
    } else if (isHttp2 && isUnread) {
      Future<Void> unused = request.response().reset(Http2Error.NO_ERROR.code());
    }
  }

  private void isInTime() {
    if (slow != null) {
      boolean unused = slow.cancel(false);
    }
  }

  private void giveBack() {
    terms.inFlight().giveBack(takenBytes);
    takenBytes = 0;
  }

  private void count(HttpReply reply) {
    RequestOutcome outcome = reply.status() >= SERVER_ERROR
        ? RequestOutcome.FAILED
        : reply.status() >= CLIENT_ERROR ? RequestOutcome.REFUSED : RequestOutcome.OK;
    HttpCall known = call;
    String route = known == null ? Route.REFUSED : known.route().toString();
    String kind = known == null ? Route.NO_KIND : known.route().kind(known);
    terms.traffic().record(route, kind, outcome, CLOCK.nanos() - begunNanos, 1);
  }
}
