package io.mintmark.service;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ClosedException;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.GeneratorObserver;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.time.ElapsedClock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Checks whether generators could make an id now, although they are not called. A reported reason
 * is the error with which the next call is expected to fail. The log records the start and the end
 * of a failure. One thread calls {@link #check}; everything else is thread-safe.
 *
 * <p>For a generator without claimed positions, a new generator with the same settings makes an id
 * on a {@link DryRunStore}, so nothing is claimed. The new generator does not know the positions
 * and the clock readings of the checked generator. If the result depends on these, the checked
 * generator itself makes one id, which is discarded.
 */
public final class GeneratorHealth {

  /**
   * The time after which a pass ends, because a failing call can take as long as a claim. The next
   * pass checks the remaining generators.
   */
  private static final long LONGEST_PASS_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final LineStore store;
  private final ElapsedClock elapsed;
  private final Supplier<Config> config;
  private final Supplier<Stream<NamedGenerator>> generators;

  /** The index of the generator with which the next pass starts. */
  private int next;

  /**
   * Watches the generators of a configuration, for an application that calls them directly.
   *
   * @param mint the Mintmark that has opened the generators
   * @param config the configuration that names the generators
   */
  public GeneratorHealth(Mintmark mint, Config config) {
    this(
        MintmarkAccess.storeOf(mint),
        ElapsedClock.system(),
        () -> config,
        mint.generators().stream()
            .filter(each -> config.generators().containsKey(each.name()))
            .map(
                each -> new NamedGenerator(each, config.named(each.name()), ServiceClocks.system()))
            .toList()::stream);
  }

  /** Watches the configured generators of a service. */
  GeneratorHealth(
      LineStore store,
      ElapsedClock elapsed,
      Supplier<Config> config,
      Supplier<Stream<NamedGenerator>> generators) {
    this.store = store;
    this.elapsed = elapsed;
    this.config = config;
    this.generators = generators;
  }

  /**
   * Checks the generators without claimed positions, and the generators whose last call failed.
   * This check claims no position for a generator that was never called. Waits for the store.
   *
   * @param suspects the names of generators whose claims failed or whose clock stepped back since
   *     the last check; each of them makes one id, which is discarded
   */
  public void check(Set<String> suspects) {
    List<NamedGenerator> all = generators.get().toList();
    all.stream()
        .filter(each -> suspects.contains(each.generator().name()))
        .forEach(each -> note(each, called(each.generator())));
    long begunNanos = elapsed.nanos();
    for (int i = 0; i < all.size() && elapsed.nanos() - begunNanos < LONGEST_PASS_NANOS; i++) {
      NamedGenerator named = all.get(Math.floorMod(next++, all.size()));
      if (named.mayFail()) {
        check(named);
      }
    }
  }

  /** Finds the first generator that cannot make an id, and returns the reason. Never waits. */
  public Optional<RuntimeException> problem() {
    return generators.get().flatMap(each -> each.nextFailure().stream()).findFirst();
  }

  private void check(NamedGenerator named) {
    Optional<MintmarkException> failure = tried(named);
    Optional<RuntimeException> last = named.callFailure.cause();
    boolean decidedByItself = failure.isPresent()
        ? last.isEmpty() && named.generator().made() > 0
        : named.isBehind() || last.filter(GeneratorHealth::isUnseen).isPresent();
    note(named, decidedByItself ? called(named.generator()) : failure);
  }

  /**
   * Records the result of a check, unless the check was interrupted because the application ends.
   */
  private static void note(NamedGenerator named, Optional<MintmarkException> failure) {
    if (!Thread.currentThread().isInterrupted()) {
      failure.ifPresentOrElse(named.callFailure::failed, named.callFailure::succeeded);
    }
  }

  /**
   * Returns whether a new generator on a store that is only read may succeed, although the last
   * real call failed.
   */
  private static boolean isUnseen(RuntimeException last) {
    return last instanceof ClockBehindException
        || last instanceof ClockAheadException
        || last instanceof StoreRefusedException;
  }

  /**
   * Makes an id on a store that is only read; returns the failure, if any. A call would wait for a
   * worker number, or for a store that is available only after a known time. The result is then the
   * failure of its claim, and closing the Mintmark ends the call.
   */
  private Optional<MintmarkException> tried(NamedGenerator named) {
    String name = named.generator().name();
    CompletableFuture<Optional<MintmarkException>> lasting = new CompletableFuture<>();
    GeneratorObserver claims = new GeneratorObserver() {
      @Override
      public void claimFailed(FailedClaim claim) {
        if (claim.cause() instanceof NoIdleWorkerException held) {
          lasting.complete(Optional.of(held));
        } else if (claim.cause() instanceof StoreUnavailableException away
            && !away.availableIn().isZero()) {
          lasting.complete(Optional.of(away));
        }
      }
    };
    try (Mintmark mint = Mintmark.builder()
        .store(new DryRunStore(store))
        .observer(claims)
        .oneShot(true)
        .open()) {
      Generator same = Objects.requireNonNull(config.get().only(name).open(mint).get(name));
      return CompletableFuture.supplyAsync(() -> called(same))
          .applyToEither(lasting, Function.identity())
          .join();
    } catch (MintmarkException e) {
      // The settings differ, or cannot be read. This counts only before the first id.
      boolean isBound = named.generator().made() > 0;
      return isBound || e instanceof StoreUnavailableException ? Optional.empty() : Optional.of(e);
    }
  }

  private static Optional<MintmarkException> called(Generator generator) {
    try {
      String unused = generator.nextText();
      return Optional.empty();
    } catch (ClosedException | IllegalArgumentException | UnsupportedOperationException e) {
      return Optional.empty(); // The server stops, or each call needs variables or a route.
    } catch (MintmarkException e) {
      return Optional.of(e);
    }
  }
}
