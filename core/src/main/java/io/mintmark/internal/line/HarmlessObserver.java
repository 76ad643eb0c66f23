package io.mintmark.internal.line;

import io.mintmark.generator.Generator;
import io.mintmark.generator.GeneratorObserver;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** Passes everything on to an observer, and keeps what it throws from generators. */
public final class HarmlessObserver implements GeneratorObserver {

  /** Hears nothing. */
  public static final GeneratorObserver NONE = new GeneratorObserver() {};

  /** Looked for here, as there may be no stack left for that when something is thrown. */
  private final Logger log = System.getLogger(GeneratorObserver.class.getName());

  private final GeneratorObserver observer;
  private final AtomicBoolean logged = new AtomicBoolean();

  /**
   * Makes one.
   *
   * @param observer is told everything, and may throw
   */
  public HarmlessObserver(GeneratorObserver observer) {
    this.observer = observer;
  }

  @SuppressWarnings("CatchingUnchecked")
  private void tell(Runnable event) {
    try {
      event.run();
    } catch (Throwable e) { // Its faults are none of a generator's.
      if (!logged.getAndSet(true)) {
        log.log(
            Level.WARNING,
            "an observer threw an exception; ids are made all the same, and its later faults are"
                + " not logged",
            e);
      }
    }
  }

  @Override
  public void generatorMade(Generator generator) {
    tell(() -> observer.generatorMade(generator));
  }

  @Override
  public void generatorEnded(Generator generator) {
    tell(() -> observer.generatorEnded(generator));
  }

  @Override
  public void claimed(String generator, Duration took) {
    tell(() -> observer.claimed(generator, took));
  }

  @Override
  public void claimFailed(String generator, Duration took, Throwable cause) {
    tell(() -> observer.claimFailed(generator, took, cause));
  }

  @Override
  public void clockSteppedBack(String generator, Duration by) {
    tell(() -> observer.clockSteppedBack(generator, by));
  }
}
