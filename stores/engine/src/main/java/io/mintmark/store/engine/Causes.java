package io.mintmark.store.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Lists the causes of a failure that an engine's client threw. */
public final class Causes {

  /**
   * A bound on the number of causes, because chains of causes can be cyclic. No client of an engine
   * nests more causes.
   */
  private static final int MAX_CAUSES = 16;

  private Causes() {}

  /**
   * Lists a failure and its causes.
   *
   * @param failure the exception thrown
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
   * Returns the messages of a failure and its causes.
   *
   * @param failure the exception thrown
   * @return their messages, possibly none
   */
  public static List<String> messages(Throwable failure) {
    return of(failure).stream()
        .map(Throwable::getMessage)
        .filter(Objects::nonNull)
        .toList();
  }

  /**
   * Returns the last cause, which has the engine's or the network's own message.
   *
   * @param failure the exception thrown
   * @return the last cause, or the failure itself if there is none
   */
  public static Throwable last(Throwable failure) {
    List<Throwable> causes = of(failure);
    return causes.get(causes.size() - 1);
  }
}
