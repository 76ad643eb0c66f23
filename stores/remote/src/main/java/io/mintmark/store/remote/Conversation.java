package io.mintmark.store.remote;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.GroupCommit;
import io.mintmark.store.engine.StoreContext;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests and returns replies. Uses one server until it fails, then the next one.
 *
 * <p>A server whose name has several addresses is tried at each of them until one accepts a
 * connection ({@link HostAddresses}). A read continues with the next server within the same call. A
 * write continues with the next server only if no connection could be made. If the write may have
 * arrived, the call fails, and the positions that it may have claimed are burned. The JDK's client
 * sends a POST twice only if a system property is set
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

  /** The servers' addresses. Empty if the caller gave a client, which chooses addresses itself. */
  private final Optional<HostAddresses> addresses;

  /** Provides a thread for each request in flight. */
  private final ExecutorService requests;

  /** The server to try first. Two threads may change it at the same time, which is harmless. */
  private volatile int current;

  Conversation(
      HttpClient client,
      ServerList servers,
      Optional<HostAddresses> addresses,
      StoreContext context) {
    this.client = client;
    this.servers = servers;
    this.addresses = addresses;
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
    try {
      for (int i = 0; i < servers.hosts().size(); i++) {
        int server = (first + i) % servers.hosts().size();
        if (deadline.isOver()) {
          break;
        }
        try {
          Reply reply = askAnyAddress(question, server, deadline);
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
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      reasons.add("interrupted");
    }
    throw new StoreUnavailableException(Message.of(
        "no server answers: reasons={}, timeoutMs={}",
        reasons,
        deadline.timeout().toMillis()));
  }

  /**
   * Tries first the address of the server at which the last call ended, then the server's other
   * addresses until one accepts a connection. If none of them does, the next call starts with the
   * server's name again.
   */
  private Reply askAnyAddress(Question question, int server, Deadline deadline)
      throws ExecutionException, TimeoutException, InterruptedException {
    String name = servers.hosts().get(server);
    if (addresses.isEmpty()) {
      return ask(question, name, server, deadline);
    }
    HostAddresses known = addresses.get();
    Queue<String> left = new ArrayDeque<>(List.of(known.of(name)));
    for (boolean first = true; ; first = false) {
      String address = left.remove();
      try {
        return ask(question, address, server, deadline);
      } catch (ExecutionException e) {
        if (!isUnconnected(e.getCause()) || (!first && deadline.isOver())) {
          throw e;
        }
        if (first && !deadline.isOver()) {
          left.addAll(deadline.awaitUnlessInterrupted(
              CompletableFuture.supplyAsync(() -> known.others(name, address), requests)));
        }
        known.choose(name, left.isEmpty() ? name : left.element());
        if (left.isEmpty()) {
          throw e;
        }
      }
    }
  }

  /**
   * Sends a request. If the server refuses its token, sends it again with a replaced token: a
   * refused request has done nothing.
   */
  private Reply ask(Question question, String address, int server, Deadline deadline)
      throws ExecutionException, TimeoutException, InterruptedException {
    Credentials credentials = servers.credentials();
    Optional<String> shown = credentials.authorization();
    Reply reply = send(question, shown, address, server, deadline);
    return reply.status() == UNAUTHORIZED && credentials.renewed(shown)
        ? send(question, credentials.authorization(), address, server, deadline)
        : reply;
  }

  /**
   * Waits with a clock of elapsed time. The client's own request timeout uses the wall clock, and a
   * step of that clock would end healthy requests.
   *
   * <p>The request uses the client's synchronous call in a thread that already exists. For an
   * asynchronous call, the client completes the future in one more thread. On a host with two
   * processors it starts a new thread for each request, and this start is most of the cost of a
   * request. The reply is completed where its last byte is read, so the caller need not wait until
   * the requesting thread has woken too.
   */
  private Reply send(
      Question question, Optional<String> shown, String address, int server, Deadline deadline)
      throws ExecutionException, TimeoutException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + question.path()))
        .method(question.method(), question.body());
    shown.ifPresent(text -> request.header("Authorization", text));
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    Future<?> exchange = requests.submit(() -> {
      try {
        HttpResponse<String> unused = client.send(
            request.build(),
            head -> new BoundedBody(
                question.maxBytes(),
                text -> reply.complete(new Reply(head.statusCode(), text, server))));
      } catch (Throwable e) { // The caller waits for every outcome.
        reply.completeExceptionally(e);
      }
    });
    try {
      return deadline.awaitUnlessInterrupted(reply);
    } finally {
      if (!reply.isDone()) {
        exchange.cancel(true);
      }
    }
  }

  /** Returns whether no part of the request can have arrived. */
  private static boolean isUnconnected(@Nullable Throwable e) {
    return e instanceof ConnectException
        || e instanceof NoRouteToHostException
        || e instanceof HttpConnectTimeoutException;
  }
}
