package io.mintmark.server.net;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The parts of a request's handling that both protocols share. */
public final class Exchange {

  /** The kind of generator of a request that makes no ids. */
  public static final String NO_KIND = "none";

  private Exchange() {}

  /**
   * Makes a reply on this thread if the result is available, and otherwise on the executor.
   *
   * @param made the result, or the reason why there is none
   * @param then makes the reply from a later result
   * @param answer makes the reply
   */
  public static <T, A> CompletableFuture<A> after(
      CompletableFuture<T> made, Executor then, BiFunction<T, @Nullable Throwable, A> answer) {
    return made.isDone() ? made.handle(answer) : made.handleAsync(answer, then);
  }
}
