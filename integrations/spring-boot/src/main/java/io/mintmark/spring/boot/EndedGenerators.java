package io.mintmark.spring.boot;

import io.mintmark.error.LineMovedException;
import io.mintmark.error.SpecMismatchException;
import io.mintmark.error.SpecSpoiltException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.GeneratorObserver;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The generators that make no ids though the store answers, until somebody does something about it:
 * the store has forgotten their claims, their lines were moved, or their settings differ from those
 * that it knows. Thread-safe.
 */
final class EndedGenerators implements GeneratorObserver {

  private final Map<String, Throwable> ended = new ConcurrentSkipListMap<>();

  /** Why the first of them makes no ids. */
  Optional<Throwable> first() {
    return ended.values().stream().findFirst();
  }

  @Override
  public void claimed(String generator, Duration took) {
    ended.remove(generator);
  }

  @Override
  public void claimFailed(String generator, Duration took, Throwable cause) {
    if (cause instanceof StoreRewoundException
        || cause instanceof LineMovedException
        || cause instanceof SpecMismatchException
        || cause instanceof SpecSpoiltException) {
      ended.put(generator, cause);
    }
  }

  @Override
  public void generatorEnded(Generator generator) {
    ended.remove(generator.name());
  }
}
