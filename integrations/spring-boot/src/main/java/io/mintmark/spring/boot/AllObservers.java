package io.mintmark.spring.boot;

import io.mintmark.generator.Generator;
import io.mintmark.generator.GeneratorObserver;
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
  public void claimed(Claim claim) {
    observers.forEach(each -> each.claimed(claim));
  }

  @Override
  public void claimFailed(FailedClaim claim) {
    observers.forEach(each -> each.claimFailed(claim));
  }

  @Override
  public void clockSteppedBack(ClockStep step) {
    observers.forEach(each -> each.clockSteppedBack(step));
  }
}
