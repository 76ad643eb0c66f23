package io.mintmark.server.http;

import io.mintmark.config.SettingType;
import io.mintmark.error.Message;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.server.access.Permission;
import io.mintmark.server.access.RequestTrace;
import io.mintmark.server.net.Connection;
import io.mintmark.server.net.InFlight;
import io.mintmark.server.net.RequestOutcome;
import io.mintmark.server.net.Traffic;
import io.mintmark.service.Problem;
import io.mintmark.service.Problem.Kind;
import io.mintmark.service.ProblemException;
import io.mintmark.service.RunsOn;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.StreamResetException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One request and its reply. Arguments are in the path and the query; few requests have a body.
 *
 * <p>Vert.x gives the next request of a connection of HTTP/1.1 only after the reply to this one. So
 * the memory holds one request of a connection, and the requests that arrived in the same read and
 * wait; over HTTP/2, it holds one for each stream. {@link InFlight} limits the large ones.
 */
final class HttpExchange extends HttpCall {

  private static final ElapsedClock CLOCK = ElapsedClock.system();

  private static final String BEARER = "Bearer ";
  private static final String IDENTITY = "identity";
  private static final CharSequence TRACE_PARENT = HttpHeaders.createOptimized("traceparent");

  /**
   * The name in metrics of requests that were refused before a route was found, because of their
   * token or their path.
   */
  private static final String REFUSED = "refused";

  private final HttpProtocol port;
  private final HttpServerRequest request;
  private final HttpPeer peer;
  private final Connection connection;

  /** Whether it is a stream of HTTP/2. */
  private final boolean isStream;

  private final long begunNanos = CLOCK.nanos();
  private @Nullable Route route;
  private @Nullable Buffer received;
  private io.netty.util.concurrent.@Nullable Future<?> slow;
  private long takenBytes;

  /** Whether a part of the request is not read yet, and is never read if the request is refused. */
  private boolean isUnread;

  private boolean isReplied;

  /** Whether the connection waits for the reply: a stream may never be complete. */
  private boolean isCounted;

  /** Whether it is for ids. */
  private boolean isNext;

  HttpExchange(HttpProtocol port, HttpServerRequest request, HttpPeer peer) {
    super(request.headers(), peer.shownToken.nobody);
    this.port = port;
    this.request = request;
    this.peer = peer;
    this.connection = peer.connection;
    this.isStream = request.version() == HttpVersion.HTTP_2;
    this.isCounted = !isStream;
    this.trace = RequestTrace.of(headers.get(HttpReply.REQUEST_ID), headers.get(TRACE_PARENT));
  }

  /**
   * Begins the request. If it is refused, it is answered before its body is read, and a connection
   * of HTTP/1.1 then ends.
   */
  void begin() {
    try {
      String length = headers.get(HttpHeaders.CONTENT_LENGTH);
      isUnread =
          length == null ? headers.contains(HttpHeaders.TRANSFER_ENCODING) : !length.equals("0");
      admit();
      if (!isReplied && (isUnread || isStream)) {
        await();
      } else {
        answer();
      }
    } catch (Throwable e) { // The top of a request. Vert.x would only log it.
      refuse(e);
    }
  }

  private void await() {
    var unused = request
        .handler(part -> run(() -> add(part)))
        .exceptionHandler(this::failed)
        .endHandler(end -> run(() -> {
          isUnread = false;
          answer();
        }));
    slow = isStream ? connection.whenSlow(() -> reset(Http2Error.CANCEL)) : null;
    if (isUnread && "100-continue".equalsIgnoreCase(headers.get(HttpHeaders.EXPECT))) {
      Future<Void> unusedAsk = request.response().writeContinue();
    }
  }

  /** Runs a part of this exchange, and answers the request if the part fails. */
  private void run(Runnable part) {
    try {
      part.run();
    } catch (Throwable e) { // The top of a request. Vert.x would only log it.
      refuse(e);
    }
  }

  private void refuse(Throwable cause) {
    connection.run(() -> {
      if (isReplied) {
        throw new IllegalStateException("a request failed after its reply", cause);
      }
      trace = trace.identified();
      peer.shownToken.refused(cause, trace);
      reply(HttpReply.problem(Problem.report(cause)));
    });
  }

  /** Ends a stream without a reply. */
  private void reset(Http2Error code) {
    drop();
    Future<Void> unused = request.response().reset(code.code());
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

  /** The request is malformed, or its rest never arrives. */
  void failed(Throwable cause) {
    if (isReplied) {
      return;
    }
    isUnread = true;
    if (cause instanceof HttpClosedException || cause instanceof StreamResetException) {
      drop();
      return;
    }
    Kind kind = cause instanceof TooLongHttpLineException
        ? Kind.PATH_TOO_LONG
        : cause instanceof TooLongHttpHeaderException
            ? Kind.HEADER_TOO_LARGE
            : Kind.MALFORMED_REQUEST;
    Throwable refusal = cause instanceof ProblemException
        ? cause
        : new ProblemException(kind, "the request is not valid HTTP: " + cause.getMessage());
    if (cause instanceof Http2Exception malformed) {
      Problem unusedProblem = Problem.report(refusal);
      count(RequestOutcome.REFUSED);
      // The answer to a malformed stream is its error code (RFC 9113, section 8.1.1).
      reset(malformed.error());
    } else {
      refuse(refusal);
    }
  }

  /** Finds the route of the request and checks the rights of its caller, or replies. */
  private void admit() {
    Routes now = port.routes;
    RequestTarget target = RequestTarget.of(request, now, peer.last);
    peer.last = target;
    boolean needsToken = peer.shownToken.isAsked();
    if (needsToken) {
      takeToken();
    }
    if (!needsToken || peer.shownToken.isByCertificate()) {
      target.checkOrigin(headers.get(HttpHeaders.ORIGIN), port.anyHost);
    }
    @Nullable Route asked = target.route;
    if (asked == null) {
      reply(now.misrouted(request.method().name(), target.path));
      return;
    }
    Permission permission = asked.permission;
    caller = switch (permission) {
      case NONE -> caller;
      case NONE_OR_TOKEN -> Objects.requireNonNullElse(peer.shownToken.known(), caller);
      default -> peer.shownToken.caller();
    };
    if (isUnread) {
      beginBody(asked);
    }
    boolean forIds = permission == Permission.NEXT;
    if (!target.query.isEmpty()) {
      query = asked.values(target.query);
      ids = forIds && query.containsKey(COUNT)
          ? parsed(COUNT, required(COUNT), SettingType.INTEGER)
          : 1;
    }
    arguments = target.arguments;
    boolean isOfGenerator = forIds || permission == Permission.READ_GENERATOR;
    caller.admit(permission, isOfGenerator ? arguments : List.of(), ids);
    if (permission == Permission.CLAIM || permission == Permission.ADMIN) {
      trace = trace.identified(); // They are recorded.
    }
    isNext = forIds;
    route = asked;
  }

  /**
   * Reads the token of a request. Each request shows its own token, because the connection may be a
   * proxy's.
   */
  private void takeToken() {
    String shown = headers.get(HttpHeaders.AUTHORIZATION);
    if (shown != null && shown.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      peer.shownToken.show(shown.substring(BEARER.length()).strip());
    } else {
      peer.shownToken.leave();
    }
  }

  /** Checks the announced body, and reserves memory for it. */
  private void beginBody(Route asked) {
    if (asked.mostBodyBytes == 0) {
      throw new ProblemException(
          Kind.BODY_NOT_EXPECTED,
          "the call takes no body: put the arguments into the path and the query");
    }
    String type = Objects.requireNonNullElse(headers.get(HttpHeaders.CONTENT_TYPE), Route.JSON);
    String coding = Objects.requireNonNullElse(headers.get(HttpHeaders.CONTENT_ENCODING), IDENTITY);
    if (!type.split(";", 2)[0].strip().equalsIgnoreCase(Route.JSON)
        || !coding.equalsIgnoreCase(IDENTITY)) {
      throw new ProblemException(
          Kind.UNSUPPORTED_MEDIA_TYPE,
          Message.of(
              "the body is not plain JSON: content-type={}, content-encoding={}; send"
                  + " application/json, not compressed",
              type,
              coding));
    }
    String length = headers.get(HttpHeaders.CONTENT_LENGTH);
    long bytes = length == null ? asked.mostBodyBytes : Long.parseLong(length);
    checkSize(bytes, asked);
    takenBytes = port.terms.inFlight().take(bytes);
    received = Buffer.buffer();
  }

  private static void checkSize(long bytes, Route asked) {
    if (bytes > asked.mostBodyBytes) {
      throw new ProblemException(
          Kind.BODY_TOO_LARGE,
          "the body is too large: the most are " + asked.mostBodyBytes + " bytes");
    }
  }

  private void add(Buffer part) {
    if (isReplied || part.length() == 0) {
      return;
    }
    isUnread = true;
    Route asked = Objects.requireNonNull(route);
    if (received == null) { // Over HTTP/2, a body needs no announcement.
      beginBody(asked);
    }
    Buffer known = Objects.requireNonNull(received).appendBuffer(part);
    checkSize(known.length(), asked);
  }

  /** Answers the complete request. */
  private void answer() {
    if (isReplied) {
      return;
    }
    if (slow != null) {
      boolean unusedSlow = slow.cancel(false);
    }
    if (!isCounted) {
      isCounted = true;
      connection.reads();
    }
    if (received != null) {
      body = received.toString();
    }
    Route asked = Objects.requireNonNull(route);
    boolean isOfClient =
        asked.permission != Permission.NONE && asked.permission != Permission.NONE_OR_TOKEN;
    if (!connection.admits(isOfClient, !isOfClient || asked.isMetrics)) {
      isUnread = true; // The connection ends.
      throw connection.overloaded();
    }
    RunsOn runsOn = ids > 1 ? RunsOn.makingIds(ids) : asked.runsOn;
    if (ids > 1 || !isNext) {
      takenBytes += port.terms.inFlight().take(asked.mostReplyBytes.applyAsLong(this));
    }
    try {
      CompletableFuture<HttpReply> made = runsOn == RunsOn.EVENT_LOOP
          ? asked.endpoint.apply(this)
          : port.terms.make(runsOn, () -> asked.endpoint.apply(this));
      if (made.isDone()) {
        reply(made.join(), null);
      } else {
        port.terms.await(connection, made, this::reply);
      }
    } catch (Throwable e) { // The endpoint's.
      reply(null, e);
    }
  }

  /** Replies with what an endpoint has made, or with the reason why it has failed. */
  private void reply(@Nullable HttpReply made, @Nullable Throwable failed) {
    try {
      HttpReply reply = made;
      String result = "ok";
      if (reply == null) {
        Problem problem = Problem.report(Objects.requireNonNull(failed));
        reply = HttpReply.problem(problem);
        result = problem.detail();
      }
      if (isNext && caller.isRecorded(ids)) {
        trace = trace.identified();
        caller.did("next", argument(), "count=" + ids, result, trace);
      }
      reply(reply);
    } catch (Throwable e) { // The top of a request. A future would keep it for itself.
      refuse(e);
    }
  }

  /** Sends the only reply. */
  private void reply(HttpReply reply) {
    if (isReplied) {
      return;
    }
    isReplied = true;
    if (slow != null) {
      boolean unusedSlow = slow.cancel(false);
    }
    RequestOutcome outcome = reply.outcome();
    if (outcome != RequestOutcome.OK) {
      trace = trace.identified();
    }
    boolean last = !isStream && (isUnread || connection.isAtLastReply());
    if (!last && isCounted) {
      connection.answered(); // Vert.x gives the next request while it takes this reply.
    }
    Future<Void> sent = (last ? reply.with("connection", "close") : reply)
        .send(request, trace.id(), connection.isEncrypted());
    if (takenBytes > 0) {
      var unused = sent.onComplete(taken -> giveBack());
    }
    count(outcome);
    if (last) {
      connection.end();
    } else if (isStream && isUnread) {
      Future<Void> unused = request.response().reset(Http2Error.NO_ERROR.code());
    }
  }

  private void giveBack() {
    port.terms.inFlight().giveBack(takenBytes);
    takenBytes = 0;
  }

  private void count(RequestOutcome outcome) {
    String name = route == null ? REFUSED : route.call;
    String kind = isNext ? Objects.requireNonNull(port.service).kind(argument()) : Traffic.NO_KIND;
    port.terms.traffic().record(name, kind, outcome, CLOCK.nanos() - begunNanos, 1);
  }
}
