package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.server.access.Permission;
import io.mintmark.server.access.Principal;
import io.mintmark.server.access.ShownToken;
import io.mintmark.server.net.Connection;
import io.mintmark.server.net.InFlight;
import io.mintmark.server.net.OverloadedException;
import io.mintmark.server.net.RequestOutcome;
import io.mintmark.service.Problem;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.codec.http2.Http2Error;
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
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
  private static final String NO_BODY = "0";
  private static final String CONTINUE = "100-continue";

  private static final int CLIENT_ERROR = 400;
  private static final int SERVER_ERROR = 500;

  private final HttpProtocol port;
  private final HttpServerRequest request;
  private final HttpPeer peer;
  private final Connection connection;
  private final ShownToken shownToken;
  private final MultiMap headers;
  private final boolean isHttp2;
  private final long begunNanos = CLOCK.nanos();
  private Delivery delivery;
  private @Nullable HttpCall call;
  private @Nullable Buffer body;
  private io.netty.util.concurrent.@Nullable Future<?> slow;
  private long takenBytes;
  private boolean isChecked;
  private boolean isUnread;
  private boolean isComplete;
  private boolean isReplied;

  HttpExchange(HttpProtocol port, HttpServerRequest request, HttpPeer peer) {
    this.port = port;
    this.request = request;
    this.peer = peer;
    this.connection = peer.connection();
    this.shownToken = peer.shownToken();
    this.headers = request.headers();
    this.isHttp2 = request.version() == HttpVersion.HTTP_2;
    this.delivery = Delivery.of(request, connection.isEncrypted());
  }

  /**
   * Begins the request. If it is refused, it is answered before its body is read, and a connection
   * of HTTP/1.1 then ends.
   */
  void begin() {
    if (connection.hasEnded()) {
      return; // The client was told that no request follows the last one.
    }
    String length = headers.get(HttpHeaders.CONTENT_LENGTH);
    boolean hasBody =
        length == null ? headers.contains(HttpHeaders.TRANSFER_ENCODING) : !length.equals(NO_BODY);
    isUnread = hasBody;
    try {
      RequestTarget target = RequestTarget.of(request);
      if (!shownToken.isAsked()) {
        checkOrigin(target);
      }
      call = call(target, hasBody);
    } catch (RefusedException e) {
      delivery = delivery.identified();
      if (e.isFor(HttpFault.FOREIGN_ORIGIN)) {
        shownToken.foreign(HttpFault.FOREIGN_ORIGIN.slug(), e, delivery.trace());
      }
      reply(e.reply());
      return;
    } catch (IllegalArgumentException | MintmarkException e) {
      delivery = delivery.identified();
      shownToken.refused(e, delivery.trace());
      reply(HttpReply.problem(Problem.report(e)));
      return;
    }
    var unused = request.endHandler(end -> run(() -> {
      isUnread = false;
      isInTime();
      answer();
    }));
    if (hasBody || isHttp2) {
      var unusedBody = request
          .handler(part -> run(() -> add(part)))
          .exceptionHandler(cause -> run(() -> failed(cause)));
      slow = isHttp2 ? connection.whenSlow(this::cancel) : null;
      if (hasBody && CONTINUE.equalsIgnoreCase(headers.get(HttpHeaders.EXPECT))) {
        Future<Void> unusedAsk = request.response().writeContinue();
      }
    }
  }

  /**
   * Runs a part of this exchange. An exception of it is a fault of the server. It is reported to
   * the client, or if that is impossible, ends the connection.
   */
  void run(Runnable part) {
    connection.run(() -> {
      try {
        part.run();
      } catch (Throwable e) { // The top of a request. Vert.x would only log it.
        if (isReplied) {
          throw e;
        }
        isUnread = !isComplete;
        reply(HttpReply.problem(Problem.report(e)));
      }
    });
  }

  private void isInTime() {
    if (slow != null) {
      boolean unused = slow.cancel(false);
    }
  }

  /** Ends a stream whose request has not arrived completely. */
  private void cancel() {
    isReplied = true;
    giveBack();
    Future<Void> unused = request.response().reset(Http2Error.CANCEL.code());
  }

  /** Answers bytes that are not a request. */
  void malformed() {
    if (!connection.hasEnded()) {
      refuse(request.decoderResult().cause());
    }
  }

  private void checkOrigin(RequestTarget target) {
    String origin = headers.get(HttpHeaders.ORIGIN);
    if (!peer.isLocal(target.host(), origin, port.acceptsAnyHost())) {
      throw new RefusedException(
          HttpFault.FOREIGN_ORIGIN,
          Message.of(
              "the request comes from a page or program of another machine: host={}, origin={}",
              target.host(),
              origin));
    }
  }

  private HttpCall call(RequestTarget target, boolean hasBody) {
    Routes now = port.routes();
    if (target.isServer()) {
      throw new RefusedException(HttpReply.bare(204).with("allow", now.methods()));
    }
    HttpPeer.Found found = peer.find(now, request.method().name(), target.path())
        .orElseThrow(() -> misrouted(now, HttpPeer.path(target.path())));
    Route route = found.route();
    takeToken();
    if (shownToken.isAsked() && shownToken.isByCertificate()) {
      checkOrigin(target);
    }
    if (route.permission().isRecorded()) {
      delivery = delivery.identified();
    }
    Principal caller = caller(route.permission()).with(delivery.trace());
    if (hasBody) {
      checkBody(route);
    }
    Map<String, String> parameters = route.values(found.query(), headers);
    return new HttpCall(
            route,
            caller,
            found.arguments(),
            parameters,
            route.ids(parameters),
            "",
            mediaType(route).equals(Route.TEXT),
            headers.contains(HttpHeaders.IF_NONE_MATCH)
                ? String.join(",", headers.getAll(HttpHeaders.IF_NONE_MATCH))
                : "")
        .admitted();
  }

  /**
   * Reads the token of a request. Each request shows its own token, because the connection may be a
   * proxy's.
   */
  private void takeToken() {
    if (shownToken.isAsked()) {
      String shown = headers.get(HttpHeaders.AUTHORIZATION);
      if (shown != null && shown.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
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

  private RefusedException misrouted(Routes now, List<String> segments) {
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
    HttpReply reply = request.method().equals(HttpMethod.OPTIONS)
        ? HttpReply.bare(204)
        : HttpReply.problem(HttpFault.METHOD_NOT_ALLOWED, "wrong method: use " + allowed);
    return new RefusedException(reply.with("allow", allowed));
  }

  private String mediaType(Route route) {
    if (route.mediaTypes().isEmpty()) {
      return "";
    }
    List<String> accepted = headers.getAll(HttpHeaders.ACCEPT);
    if (accepted.isEmpty() || accepted.equals(route.mediaTypes().subList(0, 1))) {
      return route.mediaTypes().get(0); // The usual case.
    }
    return AcceptHeader.of(accepted)
        .choose(route.mediaTypes())
        .orElseThrow(() -> new RefusedException(
            HttpFault.NOT_ACCEPTABLE,
            Message.of(
                "the call has no media type that the client accepts: accept={}; it has {}",
                String.join(", ", accepted),
                String.join(" and ", route.mediaTypes()))));
  }

  private void checkBody(Route route) {
    isChecked = true;
    int most = mostBodyBytes(route);
    String type = Optional.ofNullable(headers.get(HttpHeaders.CONTENT_TYPE)).orElse(Route.JSON);
    String coding =
        Optional.ofNullable(headers.get(HttpHeaders.CONTENT_ENCODING)).orElse(IDENTITY);
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
    long bytes = length == null ? most : Long.parseLong(length);
    checkSize(bytes, most);
    takenBytes = port.terms().inFlight().take(bytes);
  }

  private static int mostBodyBytes(Route route) {
    return route
        .body()
        .map(Route.Body::mostBytes)
        .orElseThrow(() -> new RefusedException(
            HttpFault.BODY_NOT_EXPECTED,
            "the call takes no body: put the arguments into the path and the query"));
  }

  private static void checkSize(long bytes, int most) {
    if (bytes > most) {
      throw new RefusedException(
          HttpFault.BODY_TOO_LARGE, "the body is too large: the most are " + most + " bytes");
    }
  }

  private void add(Buffer part) {
    HttpCall begun = call;
    if (isReplied || begun == null || part.length() == 0) {
      return;
    }
    try {
      if (!isChecked) { // Over HTTP/2, a body needs no announcement.
        checkBody(begun.route());
      }
      // A copy: the first part may be a slice without room for more.
      Buffer whole = (body == null ? Buffer.buffer() : body).appendBuffer(part);
      checkSize(whole.length(), mostBodyBytes(begun.route()));
      body = whole;
    } catch (RefusedException e) {
      isUnread = true;
      reply(e.reply());
    } catch (OverloadedException e) {
      isUnread = true;
      reply(HttpReply.problem(Problem.report(e)));
    }
  }

  /** The rest of the body is malformed, or never arrives. */
  private void failed(Throwable cause) {
    isInTime();
    if (cause instanceof HttpClosedException || cause instanceof StreamResetException) {
      isReplied = true;
      giveBack();
    } else {
      refuse(cause);
    }
  }

  private void refuse(Throwable cause) {
    isUnread = true;
    if (cause instanceof RefusedException refused) {
      reply(refused.reply());
    } else if (cause instanceof TooLongHttpLineException) {
      reply(HttpReply.problem(HttpFault.PATH_TOO_LONG, "the request's line is too long"));
    } else if (cause instanceof TooLongHttpHeaderException) {
      reply(HttpReply.problem(HttpFault.HEADER_TOO_LARGE, "the request's header is too large"));
    } else {
      reply(HttpReply.problem(
          HttpFault.MALFORMED_REQUEST, "the request is not HTTP: " + cause.getMessage()));
    }
  }

  /** Answers the complete request. */
  private void answer() {
    HttpCall begun = call;
    if (isReplied || begun == null) {
      return;
    }
    HttpCall complete = body == null ? begun : begun.withBody(body.toString());
    boolean ofClient = !complete.route().permission().isNone();
    if (!connection.admits(ofClient, complete.route().isAlwaysAnswered())) {
      isUnread = true;
      reply(HttpReply.problem(Problem.report(new OverloadedException(Message.of(
          "too many clients are connected: {}; nothing was done, and the connection ends; open"
              + " fewer connections, or raise the setting",
          connection.countRefusal())))));
      return;
    }
    try {
      takenBytes += port.terms().inFlight().take(complete.route().mostBytes(complete));
    } catch (OverloadedException e) {
      reply(HttpReply.problem(Problem.report(e)));
      return;
    }
    if (isHttp2) {
      connection.reads(); // Over HTTP/1.1, it is already counted.
    }
    isComplete = true;
    port.terms()
        .answer(
            connection,
            complete.route().runsOn(complete),
            later -> answered(complete),
            (made, failed) -> run(() -> reply(complete, made, failed)));
  }

  private CompletableFuture<HttpReply> answered(HttpCall complete) {
    try {
      return complete.route().answer(complete);
    } catch (Throwable e) { // The top of a request. Every failure is reported to the client.
      return CompletableFuture.failedFuture(e);
    }
  }

  private void reply(HttpCall done, @Nullable HttpReply made, @Nullable Throwable failed) {
    boolean isNext = done.route().permission() == Permission.NEXT;
    if (failed != null || (isNext && done.caller().isRecorded(done.ids()))) {
      delivery = delivery.identified();
    }
    HttpReply reply = made;
    String result = "ok";
    if (reply == null) {
      Problem problem = Problem.report(Objects.requireNonNull(failed));
      reply = HttpReply.problem(problem);
      result = problem.detail();
    }
    if (isNext) {
      done.caller().with(delivery.trace()).asked(done.argument(), done.ids(), result);
    }
    reply(reply);
  }

  /** Sends the only reply. */
  private void reply(HttpReply made) {
    if (isReplied) {
      return;
    }
    isReplied = true;
    isInTime();
    HttpReply reply = made;
    Buffer bytes = delivery.encoded(reply);
    try {
      takenBytes += takenBytes == 0 ? port.terms().inFlight().take(bytes.length()) : 0;
    } catch (OverloadedException e) {
      reply = HttpReply.problem(Problem.report(e));
      bytes = delivery.encoded(reply);
    }
    boolean last = !isHttp2 && (isUnread || connection.isAtLastReply());
    if (!last && (isComplete || !isHttp2)) {
      connection.answered(); // Vert.x gives the next request while it takes this reply.
    }
    Future<Void> sent = delivery.send(last ? reply.with("connection", "close") : reply, bytes);
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

  private void giveBack() {
    port.terms().inFlight().giveBack(takenBytes);
    takenBytes = 0;
  }

  private void count(HttpReply reply) {
    RequestOutcome outcome = reply.status() >= SERVER_ERROR
        ? RequestOutcome.FAILED
        : reply.status() >= CLIENT_ERROR ? RequestOutcome.REFUSED : RequestOutcome.OK;
    HttpCall known = call;
    String route = known == null ? Route.REFUSED : known.route().toString();
    String kind = known == null ? Route.NO_KIND : known.route().kind(known);
    port.terms().traffic().record(route, kind, outcome, CLOCK.nanos() - begunNanos, 1);
  }
}
