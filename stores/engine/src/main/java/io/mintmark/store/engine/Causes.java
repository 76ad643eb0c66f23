package io.mintmark.store.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Finds the causes behind a failure of an engine's client. */
public final class Causes {

  /** More than any client wraps; some causes go in a circle. */
  private static final int MAX_CAUSES = 16;

  private Causes() {}

  /**
   * Lists a failure and its causes.
   *
   * @param failure what was thrown
   * @return the failure itself, then its cause and so on; one or more
   */
  public static List<Throwable> of(Throwable failure) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable each = failure; each != null && causes.size() < MAX_CAUSES; ) {
      causes.add(each);
      each = each.getCause();
    }
    return causes;
  }

  /**
   * Returns what a failure and its causes say.
   *
   * @param failure what was thrown
   * @return their messages, possibly none
   */
  public static List<String> messages(Throwable failure) {
    return of(failure).stream()
        .map(Throwable::getMessage)
        .filter(Objects::nonNull)
        .toList();
  }

  /**
   * Returns the last cause, which has the engine's or the network's own words.
   *
   * @param failure what was thrown
   * @return the failure itself if it has no cause
   */
  public static Throwable last(Throwable failure) {
    List<Throwable> causes = of(failure);
    return causes.get(causes.size() - 1);
  }
}
