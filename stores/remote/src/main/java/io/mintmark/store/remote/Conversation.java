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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Requests and answers. One server is asked until it does not answer, then the next one.
 *
 * <p>A server whose name has several addresses is asked by each of them until one takes a
 * connection ({@link HostAddresses}). A read goes on to the next server within the same call. A
 * write does so only if no connection could be made; if it may have arrived, the call fails, and
 * what it asked for is burned. The JDK's client sends a POST twice only if a system property says
 * so ({@code jdk.httpclient.enableAllMethodRetry}), and that too would only burn: there is one
 * answer. Thread-safe.
 */
final class Conversation {

  private static final int UNAUTHORIZED = 401;
  private static final int UNAVAILABLE = 503;

  /** More calls than this do not wait for a store. */
  private static final int MAX_REQUESTS = GroupCommit.MAX_WAITING;

  private final HttpClient client;
  private final ServerList servers;

  /** Empty with a client of the caller's, which connects as it does. */
  private final Optional<HostAddresses> addresses;

  /** Has a thread for each request that is under way. */
  private final ExecutorService requests;

  /** The server that is asked first; a guess, which two threads may move at the same time. */
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
   * An answer.
   *
   * @param status HTTP's
   * @param body all of it
   * @param server whose, counted as in the URL
   */
  record Reply(int status, String body, int server) {}

  /** A question that any of the servers can answer. */
  private record Question(String method, String path, BodyPublisher body, int maxBytes) {}

  /**
   * Reads something.
   *
   * @throws StoreUnavailableException if no server answers in time
   */
  Reply get(String path, int maxBytes, Deadline deadline) {
    return ask(new Question("GET", path, BodyPublishers.noBody(), maxBytes), true, deadline);
  }

  /**
   * Changes something.
   *
   * @throws StoreUnavailableException if no server answers in time; it may have been done
   */
  Reply post(String path, byte[] body, int maxBytes, Deadline deadline) {
    return ask(
        new Question("POST", path, BodyPublishers.ofByteArray(body), maxBytes), false, deadline);
  }

  /** Has another server asked from now on, if there is one. */
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
   * Asks a server by the address that answered last, and by its others as long as none takes a
   * connection. The next call begins where this one ended.
   */
  private Reply askAnyAddress(Question question, int server, Deadline deadline)
      throws ExecutionException, TimeoutException, InterruptedException {
    String name = servers.hosts().get(server);
    if (addresses.isEmpty()) {
      return ask(question, name, server, deadline);
    }
    HostAddresses known = addresses.get();
    String first = known.of(name);
    try {
      return ask(question, first, server, deadline);
    } catch (ExecutionException e) {
      ExecutionException last = e;
      for (String address : others(known, name, first, e, deadline)) {
        known.choose(name, address);
        try {
          return ask(question, address, server, deadline);
        } catch (ExecutionException next) {
          last = next;
          if (!isUnconnected(next.getCause()) || deadline.isOver()) {
            throw next;
          }
        }
      }
      if (isUnconnected(last.getCause())) {
        known.choose(name, name);
      }
      throw last;
    }
  }

  /** Nothing of the request can have arrived, or else nobody else is asked. */
  private List<String> others(
      HostAddresses known, String name, String failed, ExecutionException e, Deadline deadline)
      throws ExecutionException, TimeoutException, InterruptedException {
    return isUnconnected(e.getCause()) && !deadline.isOver()
        ? deadline.awaitUnlessInterrupted(
            CompletableFuture.supplyAsync(() -> known.others(name, failed), requests))
        : List.of();
  }

  /** A refused token may have been replaced meanwhile; a refused request has done nothing yet. */
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
   * Waits by time that passes. The client's own deadline for a request is one of the wall clock: a
   * step of that would end requests that are well.
   *
   * <p>The client is asked in a thread that is there already. Asked for a future, it completes that
   * in one more thread, which on two processors it starts for each request: that is most of what a
   * request costs. The answer is taken where its last byte is read, so that nobody waits until the
   * thread that asked has woken too.
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
      } catch (Throwable e) { // Whatever it is, the caller waits for it.
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

  /** Whether nothing of the request can have arrived. */
  private static boolean isUnconnected(@Nullable Throwable e) {
    return e instanceof ConnectException
        || e instanceof NoRouteToHostException
        || e instanceof HttpConnectTimeoutException;
  }
}
