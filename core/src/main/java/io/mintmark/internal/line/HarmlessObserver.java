package io.mintmark.internal.line;

import io.mintmark.generator.GeneratorObserver;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Reports events to an observer. Catches the exceptions that the observer throws, so that they do
 * not reach generators, and logs the first of them.
 */
public final class HarmlessObserver {

  /**
   * The logger. It is looked up in advance, because the caller's stack may be almost full when the
   * observer throws.
   */
  private final Logger log = System.getLogger(GeneratorObserver.class.getName());

  private final GeneratorObserver observer;
  private final AtomicBoolean logged = new AtomicBoolean();

  /**
   * Wraps an observer.
   *
   * @param observer the observer of all events, which may throw
   */
  public HarmlessObserver(GeneratorObserver observer) {
    this.observer = observer;
  }

  @SuppressWarnings("CatchingUnchecked")
  void tell(Consumer<GeneratorObserver> event) {
    try {
      event.accept(observer);
    } catch (Throwable e) { // A failure of the observer must not fail the generator.
      if (!logged.getAndSet(true)) {
        log.log(
            Level.WARNING,
            "an observer threw an exception; ids are still made, and its later faults are not"
                + " logged",
            e);
      }
    }
  }
}
