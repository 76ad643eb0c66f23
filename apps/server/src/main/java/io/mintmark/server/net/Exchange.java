package io.mintmark.server.net;

import io.mintmark.service.RunsOn;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * One connection's protocol: turns decoded messages into requests, and requests into replies.
 *
 * @param <Q> a request; it does not keep any buffer
 */
public interface Exchange<Q> {

  /** The kind of generator of a request that makes no ids. */
  String NO_KIND = "none";

  /**
   * Takes over one decoded message and releases it.
   *
   * @return the request that it completes, or null if there is none yet
   */
  @Nullable
  Q read(Object message);

  /**
   * Makes a request for bytes that break the protocol, or for which there is no memory. Its reply
   * is the last one.
   *
   * @param cause an {@link OverloadedException} if there is no memory
   */
  Q malformed(Throwable cause);

  /**
   * Returns whether a request needs a right that not every caller has, and its caller has this
   * right.
   */
  boolean isOfClient(Q request);

  /** Returns whether a request is answered even if there are too many clients. */
  default boolean isAlwaysAnswered(Q request) {
    return !isOfClient(request);
  }

  /** Returns the threads on which a request is answered. */
  RunsOn runsOn(Q request);

  /**
   * The largest size of the reply in bytes, if it is known before the reply is made. It is always
   * known for requests that change something, because such a request is refused before its
   * execution if its reply would be too large.
   */
  long mostBytes(Q request);

  /** The largest size of a reply in bytes. Any number up to a few thousand is equivalent to 0. */
  long bytes(Object answer);

  /**
   * Answers a request, now or later. A failure is a reply too.
   *
   * @param then makes the reply from a later result
   */
  CompletableFuture<?> answer(Q request, Executor then);

  /**
   * Makes a reply on this thread if the result is available, and otherwise on the executor.
   *
   * @param made the result, or the reason why there is none
   * @param then makes the reply from a later result
   * @param answer makes the reply
   */
  static <T, A> CompletableFuture<A> after(
      CompletableFuture<T> made, Executor then, BiFunction<T, @Nullable Throwable, A> answer) {
    return made.isDone() ? made.handle(answer) : made.handleAsync(answer, then);
  }

  /** Makes a reply with the reason why nothing was done. */
  Object failed(Q request, Throwable cause);

  /** Counts a reply, or several replies that this one represents. */
  void count(Object answer, AnswerCount count);

  /**
   * Returns the recorder of requests with the same call and the same kind of generator. The call is
   * a route or a command of the server's tables. The kind is {@link #NO_KIND} if the request makes
   * no ids.
   */
  CallTimes times(Q request, Traffic traffic);

  /** Returns whether the connection ends with this request's reply. */
  boolean isLast(Q request);

  /** Marks a reply as the last of its connection, if the protocol can express that. */
  default Object asLast(Object answer) {
    return answer;
  }
}
