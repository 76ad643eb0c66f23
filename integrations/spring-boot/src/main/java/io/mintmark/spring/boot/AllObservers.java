package io.mintmark.spring.boot;

import io.mintmark.generator.Generator;
import io.mintmark.generator.GeneratorObserver;
import java.time.Duration;
import java.util.List;

/**
 * Forwards the events of generators to every observer bean.
 *
 * @param observers the observers, in the order of the calls
 */
record AllObservers(List<GeneratorObserver> observers) implements GeneratorObserver {

  @Override
  public void generatorMade(Generator generator) {
    observers.forEach(each -> each.generatorMade(generator));
  }

  @Override
  public void generatorEnded(Generator generator) {
    observers.forEach(each -> each.generatorEnded(generator));
  }

  @Override
  public void claimed(String generator, Duration took) {
    observers.forEach(each -> each.claimed(generator, took));
  }

  @Override
  public void claimFailed(String generator, Duration took, Throwable cause) {
    observers.forEach(each -> each.claimFailed(generator, took, cause));
  }

  @Override
  public void clockSteppedBack(String generator, Duration by) {
    observers.forEach(each -> each.clockSteppedBack(generator, by));
  }
}
