package io.mintmark.storm;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Requests numbers of one generator from a server, one at a time, and keeps them. A reply that
 * cannot be read or kept ends the requests. An internal error of the server ends them too. The next
 * call of {@link #made} or {@link #close} then throws the reason.
 */
final class Caller implements AutoCloseable {

  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int OK = 200;
  private static final int INTERNAL_ERROR = 500;

  private final String name;
  private final Request request;
  private final CallFile calls;
  private final Consumer<Reply> listener;
  private final Thread thread;
  private final AtomicLong made = new AtomicLong();
  private volatile @Nullable Throwable broken;
  private volatile boolean closed;

  /** Sends one request. */
  @FunctionalInterface
  interface Request {
    Reply ask() throws Exception;
  }

  /** The result of a request. */
  enum Outcome {
    NUMBER,
    REFUSED,

    /** No server accepted the connection. */
    NOT_SENT,

    /** The request was sent, and not answered. */
    LOST
  }

  /**
   * A reply to a caller.
   *
   * @param number the number; 0 if there is none
   * @param text the error, if there is one
   */
  record Reply(Outcome outcome, long number, String text) {}

  /**
   * Starts the requests.
   *
   * @param name for messages
   * @param calls keeps the numbers; closed by {@link #close}
   * @param listener receives each reply
   */
  Caller(String name, Request request, CallFile calls, Consumer<Reply> listener) {
    this.name = name;
    this.request = request;
    this.calls = calls;
    this.listener = listener;
    this.thread = new Thread(this::callForever, "caller-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Returns requests over HTTP: to one server until it accepts no connection, then to the next.
   *
   * @param servers their addresses
   * @param headers completes each request
   */
  static Request http(
      HttpClient client,
      List<String> servers,
      String generator,
      UnaryOperator<HttpRequest.Builder> headers) {
    String path =
        "/v1/generators/" + URLEncoder.encode(generator, StandardCharsets.UTF_8) + "/next";
    AtomicInteger server = new AtomicInteger();
    return () -> {
      String address = servers.get(server.get() % servers.size());
      HttpRequest.Builder next = HttpRequest.newBuilder(URI.create(address + path))
          .POST(BodyPublishers.noBody())
          .header("Accept", "text/plain")
          .timeout(TIMEOUT);
      HttpResponse<String> answer;
      try {
        answer = client.send(headers.apply(next).build(), BodyHandlers.ofString());
      } catch (ConnectException | HttpConnectTimeoutException e) {
        server.incrementAndGet();
        return new Reply(Outcome.NOT_SENT, 0, e.toString());
      } catch (IOException e) {
        return new Reply(Outcome.LOST, 0, address + ": " + e);
      }
      String text = answer.statusCode() + " " + answer.body();
      if (answer.statusCode() == INTERNAL_ERROR) {
        throw new IllegalStateException("the server has an internal error: " + text);
      }
      return answer.statusCode() == OK
          ? new Reply(Outcome.NUMBER, Long.parseLong(answer.body().strip()), "")
          : new Reply(Outcome.REFUSED, 0, text);
    };
  }

  private void callForever() {
    try {
      while (!closed) {
        long start = System.nanoTime();
        Reply reply = request.ask();
        if (reply.outcome() == Outcome.NUMBER) {
          calls.add(start, System.nanoTime(), 0, reply.number());
          made.incrementAndGet();
        }
        listener.accept(reply);
        LockSupport.parkNanos(PERIOD_NANOS);
      }
    } catch (Throwable e) {
      broken = e;
    }
  }

  String name() {
    return name;
  }

  /** Returns how many numbers were received and kept. */
  long made() {
    throwIfBroken();
    return made.get();
  }

  private void throwIfBroken() {
    Throwable reason = broken;
    if (reason != null) {
      throw new IllegalStateException(thread.getName() + " ended: " + reason, reason);
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    try {
      thread.join(TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    calls.close();
    throwIfBroken();
  }
}
