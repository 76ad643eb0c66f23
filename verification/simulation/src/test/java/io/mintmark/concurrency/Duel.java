package io.mintmark.concurrency;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Two threads that draw ids from one generator at the same time.
 *
 * @param name the event that happens meanwhile
 * @param one draws the ids of one thread, in order
 * @param other draws the ids of the other thread, in order
 * @param order the required order of each thread's ids
 * @param owned whether the generator may make an id
 * @param <T> an id
 */
public record Duel<T>(
    String name,
    Supplier<List<T>> one,
    Supplier<List<T>> other,
    Comparator<T> order,
    Predicate<T> owned) {

  /** The verdict if the ids are owned, different, and in each thread's order. */
  public static final String AS_PROMISED = "as promised";

  /** Begins one race. */
  Fight fight() {
    return new Fight();
  }

  /** The ids that the threads draw in one race. */
  final class Fight {

    private List<T> ones = List.of();
    private List<T> others = List.of();

    void one() {
      ones = one.get();
    }

    void other() {
      others = other.get();
    }

    String verdict() {
      Set<T> all = new HashSet<>(ones);
      all.addAll(others);
      if (all.size() < ones.size() + others.size()) {
        return name + ": an id twice";
      }
      if (!all.stream().allMatch(owned)) {
        return name + ": an id that others claimed";
      }
      return isOrdered(ones) && isOrdered(others) ? AS_PROMISED : name + ": not in order";
    }
  }

  private boolean isOrdered(List<T> ids) {
    return ids.stream().sorted(order).toList().equals(ids);
  }
}
