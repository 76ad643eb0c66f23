package io.mintmark.spring.boot;

import io.mintmark.error.LineMovedException;
import io.mintmark.error.SettingsDamagedException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.GeneratorObserver;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * The generators that make no ids until a person intervenes, although the store replies: the store
 * has forgotten their claims, their lines (counters on the store) were moved to another store, or
 * their settings differ from those in the store. Also collects suspects: generators whose next id
 * may fail, which the health check tests. Thread-safe.
 */
final class EndedGenerators implements GeneratorObserver {

  private final Map<String, Throwable> ended = new ConcurrentSkipListMap<>();
  private final Set<String> suspects = new ConcurrentSkipListSet<>();

  /**
   * Returns why the first of these generators makes no ids; empty if there is no such generator.
   */
  Optional<Throwable> first() {
    return ended.values().stream().findFirst();
  }

  /**
   * Returns the generators whose claim failed or whose clock stepped back since the last call of
   * this method.
   */
  Set<String> takeSuspects() {
    Set<String> taken = new TreeSet<>(suspects);
    suspects.removeAll(taken);
    return taken;
  }

  @Override
  public void clockSteppedBack(ClockStep step) {
    suspects.add(step.generator());
  }

  @Override
  public void claimed(Claim claim) {
    ended.remove(claim.generator());
  }

  @Override
  public void claimFailed(FailedClaim claim) {
    Throwable cause = claim.cause();
    if (cause instanceof StoreRewoundException
        || cause instanceof LineMovedException
        || cause instanceof SettingsMismatchException
        || cause instanceof SettingsDamagedException) {
      ended.put(claim.generator(), cause);
    } else {
      suspects.add(claim.generator());
    }
  }

  @Override
  public void generatorEnded(Generator generator) {
    ended.remove(generator.name());
    suspects.remove(generator.name());
  }
}
