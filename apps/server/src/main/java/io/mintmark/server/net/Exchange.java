package io.mintmark.server.net;

import io.mintmark.service.RunsOn;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * One connection's protocol: turns what was decoded into requests, and requests into answers.
 *
 * @param <Q> a request, holding on to no buffer
 */
public interface Exchange<Q> {

  /** Stands for the kind of generator where a request makes no ids. */
  String NO_KIND = "none";

  /**
   * Takes over one decoded message and releases it.
   *
   * @return the request it completes, or null if there is none yet
   */
  @Nullable
  Q read(Object message);

  /**
   * A request that stands for bytes which break the protocol, or which there is no memory for;
   * answering it is the last thing.
   *
   * @param cause an {@link OverloadedException} if there is no memory
   */
  Q malformed(Throwable cause);

  /** Tells whether a request is for what not everybody may have, and its sender may have it. */
  boolean isOfClient(Q request);

  /** Tells whether a request is answered also where there is no room for another client. */
  default boolean isAlwaysAnswered(Q request) {
    return !isOfClient(request);
  }

  /** Tells where a request is answered. */
  RunsOn runsOn(Q request);

  /**
   * How many bytes the answer may have at most, as far as that is known before it is made. What
   * changes anything is known: it is not done if its answer would be too large.
   */
  long mostBytes(Q request);

  /** How many bytes an answer has at most; any number up to a few thousand is as good as 0. */
  long bytes(Object answer);

  /**
   * Answers, now or later. What fails is an answer too.
   *
   * @param then where an answer is made of what comes later
   */
  CompletableFuture<?> answer(Q request, Executor then);

  /**
   * Makes an answer here of what is there already, and elsewhere of what comes later.
   *
   * @param made what the answer is made of, or why there is none
   * @param then where it is made of what comes later
   * @param answer makes it
   */
  static <T, A> CompletableFuture<A> after(
      CompletableFuture<T> made, Executor then, BiFunction<T, @Nullable Throwable, A> answer) {
    return made.isDone() ? made.handle(answer) : made.handleAsync(answer, then);
  }

  /** Answers that nothing was done, and why. */
  Object failed(Q request, Throwable cause);

  /** Counts an answer, or the several that it stands for. */
  void count(Object answer, AnswerCount count);

  /**
   * Finds what records a request of this kind: by its call, which is a route or a command of the
   * server's tables, and by the kind of its generator, {@link #NO_KIND} if it makes no ids.
   */
  CallTimes times(Q request, Traffic traffic);

  /** Tells whether the connection ends with this request's answer. */
  boolean isLast(Q request);

  /** Says on an answer, where the protocol can, that it is the last of its connection. */
  default Object asLast(Object answer) {
    return answer;
  }
}
