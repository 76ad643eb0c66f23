package io.mintmark.spring.boot;

import io.mintmark.error.Message;
import io.mintmark.service.StoreHealth;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tells within a bounded time whether the store takes claims, for health that a probe asks for. A
 * store that is stopped holds up one thread here, however often it is asked. Thread-safe.
 */
final class StoreCheck implements AutoCloseable {

  /** Probes wait for a second by default; what takes longer is not healthy. */
  private static final Duration BOUND = Duration.ofMillis(800);

  private final StoreHealth health;
  private final EndedGenerators ended;
  private final ExecutorService checker = Executors.newSingleThreadExecutor(task -> {
    Thread thread = new Thread(task, "mintmark-health");
    thread.setDaemon(true);
    return thread;
  });

  /** The last that was begun; guarded by this. */
  private @Nullable Future<?> check;

  StoreCheck(StoreHealth health, EndedGenerators ended) {
    this.health = health;
    this.ended = ended;
  }

  /** Why ids cannot be claimed, or not those of some generator; empty if all can. */
  Optional<Throwable> problem() {
    return ended.first().or(this::problemOfStore);
  }

  private Optional<Throwable> problemOfStore() {
    try {
      begun().get(BOUND.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return Optional.of(health
          .problem()
          .orElseGet(() -> new IllegalStateException(Message.of(
              "the store has not answered a claim yet: waitedMs={}", BOUND.toMillis()))));
    } catch (ExecutionException e) {
      return Optional.of(Objects.requireNonNullElse(e.getCause(), e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return health.problem().map(Function.identity());
  }

  private synchronized Future<?> begun() {
    Future<?> last = check;
    if (last == null || last.isDone()) {
      last = checker.submit(health::check);
      check = last;
    }
    return last;
  }

  @Override
  public void close() {
    checker.shutdownNow();
  }
}
