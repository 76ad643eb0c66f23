package io.mintmark.store.remote;

import static io.mintmark.store.engine.Failures.unavailable;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.GroupCommit;
import io.mintmark.store.engine.StoreContext;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests and returns replies. Uses one server until it fails, then the next one.
 *
 * <p>A read continues with the next server within the same call. A write continues with the next
 * server only if no connection could be made. If the write may have arrived, the call fails, and
 * the positions that it may have claimed are burned. The JDK's client sends a POST twice only if a
 * system property is set
 * ({@code jdk.httpclient.enableAllMethodRetry}). A repeated POST would burn a range, but would hand
 * out no range twice, because the caller gets only one reply. Thread-safe.
 */
final class Conversation {

  private static final int UNAUTHORIZED = 401;
  private static final int UNAVAILABLE = 503;

  /** The most requests at a time, because at most this many calls wait for a store. */
  private static final int MAX_REQUESTS = GroupCommit.MAX_WAITING;

  private final HttpClient client;
  private final ServerList servers;

  /** Provides a thread for each request in flight. */
  private final ExecutorService requests;

  /** The server to try first. Two threads may change it at the same time, which is harmless. */
  private volatile int current;

  Conversation(HttpClient client, ServerList servers, StoreContext context) {
    this.client = client;
    this.servers = servers;
    this.requests = context.threads().start("mintmark-request", MAX_REQUESTS, 0);
  }

  /**
   * A reply.
   *
   * @param status the HTTP status
   * @param body the whole body
   * @param server the server's index in the URL
   */
  record Reply(int status, String body, int server) {}

  /** A request that may go to any server. */
  private record Question(String method, String path, BodyPublisher body, int maxBytes) {}

  /**
   * Sends a read.
   *
   * @throws StoreUnavailableException if no server replies before the deadline
   */
  Reply get(String path, int maxBytes, Deadline deadline) {
    return ask(new Question("GET", path, BodyPublishers.noBody(), maxBytes), true, deadline);
  }

  /**
   * Sends a write.
   *
   * @throws StoreUnavailableException if no server replies before the deadline; the write may have
   *     been executed
   */
  Reply post(String path, byte[] body, int maxBytes, Deadline deadline) {
    return ask(
        new Question("POST", path, BodyPublishers.ofByteArray(body), maxBytes), false, deadline);
  }

  /** Changes to the next server, if there are several. */
  void leave(int server) {
    current = (server + 1) % servers.hosts().size();
  }

  private Reply ask(Question question, boolean repeatable, Deadline deadline) {
    int first = current;
    List<String> reasons = new ArrayList<>();
    for (int i = 0; i < servers.hosts().size() && !deadline.isOver(); i++) {
      int server = (first + i) % servers.hosts().size();
      try {
        Reply reply = ask(question, server, deadline);
        if (reply.status() != UNAVAILABLE) {
          return reply;
        }
        leave(server);
        if (!repeatable || i == servers.hosts().size() - 1) {
          return reply;
        }
      } catch (ExecutionException | TimeoutException e) {
        leave(server);
        Throwable failure = Objects.requireNonNullElse(e.getCause(), e);
        reasons.add(servers.hosts().get(server) + ": " + ConnectionFault.of(failure));
        if (!repeatable && !isUnconnected(failure)) {
          break;
        }
      }
    }
    throw unavailable(
        "no server answers: reasons={}, timeoutMs={}",
        reasons,
        deadline.timeout().toMillis());
  }

  /**
   * Sends a request. If the server refuses its token, sends it again with a replaced token: a
   * refused request has done nothing.
   */
  private Reply ask(Question question, int server, Deadline deadline)
      throws ExecutionException, TimeoutException {
    Credentials credentials = servers.credentials();
    Optional<String> shown = credentials.authorization();
    Reply reply = send(question, shown, server, deadline);
    return reply.status() == UNAUTHORIZED && credentials.renewed(shown)
        ? send(question, credentials.authorization(), server, deadline)
        : reply;
  }

  /**
   * Waits with a clock of elapsed time. The client's own request timeout uses the wall clock, and a
   * step of that clock would end healthy requests.
   *
   * <p>The request uses the client's synchronous call in a thread that already exists. For an
   * asynchronous call, the client completes the future in one more thread. On a host with two
   * processors it starts a new thread for each request, and this start is most of the cost of a
   * request. A reply that is too long or too late is abandoned together with its connection. For
   * this the caller closes the reply's body, because reading it ignores interrupts before JDK 20.
   */
  private Reply send(Question question, Optional<String> shown, int server, Deadline deadline)
      throws ExecutionException, TimeoutException {
    URI uri = URI.create(servers.hosts().get(server) + question.path());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).method(question.method(), question.body());
    shown.ifPresent(text -> request.header("Authorization", text));
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    Future<?> exchange = requests.submit(() -> {
      try {
        HttpResponse<InputStream> head = client.send(request.build(), BodyHandlers.ofInputStream());
        try (InputStream body = head.body()) {
          CompletionStage<?> unused = reply.whenComplete((given, fault) -> close(body));
          byte[] bytes = body.readNBytes(question.maxBytes() + 1);
          if (bytes.length > question.maxBytes()) {
            throw unavailable("an answer has at most {} bytes", question.maxBytes());
          }
          reply.complete(new Reply(head.statusCode(), new String(bytes, UTF_8), server));
        }
      } catch (Throwable e) { // The caller waits for every outcome.
        reply.completeExceptionally(e);
      }
    });
    try {
      return deadline.await(reply);
    } finally {
      if (reply.cancel(false)) {
        exchange.cancel(true);
      }
    }
  }

  private static void close(InputStream body) {
    try {
      body.close();
    } catch (IOException e) {
      // Nobody reads the rest.
    }
  }

  /** Returns whether no part of the request can have arrived. */
  private static boolean isUnconnected(@Nullable Throwable e) {
    return e instanceof ConnectException
        || e instanceof NoRouteToHostException
        || e instanceof HttpConnectTimeoutException;
  }
}
