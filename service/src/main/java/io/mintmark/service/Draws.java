package io.mintmark.service;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ClosedException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.error.SettingsDamagedException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.internal.time.ElapsedClock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/**
 * Draws ids from generators by name. Thread-safe.
 *
 * <p>A call may find its generator closed, because the name was idle or its settings have changed.
 * Such a call has drawn nothing from the generator. The call starts over with the generator that
 * has the name now.
 */
final class Draws {

  private static final Logger LOG = System.getLogger(Draws.class.getName());

  /**
   * How often a call starts over. One restart is rare. Another restart is needed only if the thread
   * pauses for so long that the new generator is closed too.
   */
  private static final int MAX_REOPENS = 3;

  private final GeneratorRegistry names;

  /** Runs the opening of generators, which waits for the store. */
  private final Executor opener;

  private final LogThrottle ends;

  Draws(GeneratorRegistry names, Executor opener, ElapsedClock elapsed) {
    this.names = names;
    this.opener = opener;
    this.ends = new LogThrottle(elapsed);
  }

  /**
   * Draws ids from the generator of a name. Creates the generator if auto-create allows it. Does
   * not wait.
   *
   * @param count the least number of ids that {@code call} draws
   */
  <T> CompletableFuture<T> draw(
      String name, long count, Function<NamedGenerator, CompletableFuture<T>> call) {
    return draw(new Draw<>(name, count, call), MAX_REOPENS);
  }

  private record Draw<T>(
      String name, long count, Function<NamedGenerator, CompletableFuture<T>> call) {}

  private <T> CompletableFuture<T> draw(Draw<T> draw, int reopens) {
    Optional<NamedGenerator> found = names.find(draw.name);
    return found.isPresent()
        ? drawFrom(found.get(), draw, reopens)
        : opened(draw.name).thenCompose(made -> drawFrom(made, draw, reopens));
  }

  private CompletableFuture<NamedGenerator> opened(String name) {
    try {
      return CompletableFuture.supplyAsync(() -> names.create(name), opener);
    } catch (RejectedExecutionException e) {
      throw new ProblemException(
          Problem.Kind.OVERLOADED,
          Message.of("too many names are waiting to be opened: name={}; no id issued", name));
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // thenCompose flattens the inner future.
  private <T> CompletableFuture<T> drawFrom(NamedGenerator named, Draw<T> draw, int reopens) {
    WaitingCallers callers = named.callers();
    Optional<MintmarkException> refusal = callers.refusal();
    if (refusal.isPresent() && !named.hasInHand(draw.count)) {
      return CompletableFuture.failedFuture(refusal.get());
    }
    CompletableFuture<T> drawn = draw.call.apply(named);
    if (drawn.isDone() && !drawn.isCompletedExceptionally()) {
      named.answered();
      return drawn;
    }
    callers.enter();
    return drawn
        .handle((ids, thrown) -> {
          callers.leave();
          if (thrown == null) {
            named.answered();
            return drawn;
          }
          return failed(named, draw, reopens, Problem.causeOf(thrown));
        })
        .thenCompose(Function.identity());
  }

  private <T> CompletableFuture<T> failed(
      NamedGenerator named, Draw<T> draw, int reopens, Throwable cause) {
    if (cause instanceof StoreUnavailableException
        || cause instanceof StoreRefusedException
        || cause instanceof NoIdleWorkerException) {
      named.callers().refused((MintmarkException) cause);
    } else if (cause instanceof ClosedException && reopens > 0) {
      names.drop(draw.name, named);
      return draw(draw, reopens - 1);
    } else if (cause instanceof StoreRewoundException || cause instanceof LineMovedException) {
      end(draw.name, (MintmarkException) cause);
    }
    if (draw.count == 1 && isLasting(cause) && names.isConfigured(draw.name)) {
      named.callFailure().failed((MintmarkException) cause);
    }
    return CompletableFuture.failedFuture(cause);
  }

  /**
   * Returns whether the failure has a lasting cause: the next call for one id also fails, although
   * the store works.
   */
  private static boolean isLasting(Throwable cause) {
    return cause instanceof NoIdleWorkerException
        || cause instanceof ExhaustedException
        || cause instanceof TickExhaustedException
        || cause instanceof ClockBehindException
        || cause instanceof ClockAheadException
        || cause instanceof SettingsMismatchException
        || cause instanceof SettingsDamagedException
        || cause instanceof StoreRefusedException;
  }

  /**
   * Logs the end of a generator. The throttle limits these log lines, even if clients use very many
   * names.
   */
  private void end(String name, MintmarkException cause) {
    if (names.end(name, cause)) {
      ends.admit()
          .ifPresent(leftOut -> LOG.log(
              Level.ERROR,
              "a generator makes no ids any more: name={0}: {1}; similar messages suppressed: {2}",
              name,
              cause.getMessage(),
              Long.toString(leftOut)));
    }
  }
}
