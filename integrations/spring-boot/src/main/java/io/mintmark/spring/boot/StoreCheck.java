package io.mintmark.spring.boot;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.service.GeneratorHealth;
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
import org.jspecify.annotations.Nullable;

/**
 * Checks for health probes, within a bounded time, whether claims on the store succeed and each
 * generator can make an id. A stalled store blocks at most one thread for each of the two checks,
 * regardless of the number of probes. Thread-safe.
 *
 * <p>A check of the generators may last longer than a probe waits. While it runs, probes get the
 * result of the previous check.
 */
final class StoreCheck implements AutoCloseable {

  /**
   * The time after which a check of the store counts as failed. Probes wait for a second by
   * default, so this bound is shorter.
   */
  private static final Duration STORE_BOUND = Duration.ofMillis(700);

  private static final Duration GENERATORS_BOUND = Duration.ofMillis(200);

  private final StoreHealth health;
  private final EndedGenerators ended;
  private final GeneratorHealth generators;
  private final ExecutorService checkers = Executors.newFixedThreadPool(2, task -> {
    Thread thread = new Thread(task, "mintmark-health");
    thread.setDaemon(true);
    return thread;
  });

  /** The last check of each kind that was begun. Both fields are guarded by this object's lock. */
  private @Nullable Future<?> storeCheck;

  private @Nullable Future<?> generatorsCheck;

  StoreCheck(StoreHealth health, EndedGenerators ended, GeneratorHealth generators) {
    this.health = health;
    this.ended = ended;
    this.generators = generators;
  }

  /** Returns why ids cannot be claimed, or why a generator fails; empty if there is no fault. */
  Optional<Throwable> problem() {
    return ended.first().or(this::problemOfStore).or(this::problemOfGenerators);
  }

  private Optional<Throwable> problemOfStore() {
    Future<?> check = begunStore();
    return fault(check, STORE_BOUND)
        .filter(fault -> check.isDone() || health.problem().isEmpty())
        .or(health::problem);
  }

  private Optional<Throwable> problemOfGenerators() {
    Future<?> check = begunGenerators();
    return fault(check, GENERATORS_BOUND).filter(fault -> check.isDone()).or(generators::problem);
  }

  /** Waits for a check. Returns its exception, or a timeout; empty if the check succeeded. */
  private static Optional<Throwable> fault(Future<?> check, Duration bound) {
    try {
      check.get(bound.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return Optional.of(new StoreUnavailableException(
          Message.of("the store has not answered a claim yet: waitedMs={}", bound.toMillis())));
    } catch (ExecutionException e) {
      return Optional.of(Objects.requireNonNullElse(e.getCause(), e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }

  private synchronized Future<?> begunStore() {
    storeCheck = begun(storeCheck, health::check);
    return storeCheck;
  }

  private synchronized Future<?> begunGenerators() {
    generatorsCheck = begun(generatorsCheck, () -> generators.check(ended.takeSuspects()));
    return generatorsCheck;
  }

  private Future<?> begun(@Nullable Future<?> last, Runnable check) {
    return last == null || last.isDone() ? checkers.submit(check) : last;
  }

  @Override
  public void close() {
    checkers.shutdownNow();
  }
}
