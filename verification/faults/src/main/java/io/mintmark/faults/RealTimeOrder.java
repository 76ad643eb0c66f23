package io.mintmark.faults;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Judges whether calls for ever greater values could have been made one at a time: a call that
 * began after another had its answer must have the greater value.
 *
 * <p>For such a counter that is the whole of linearizability, so no search is needed. Let all
 * values be different, and no two calls break the rule. Put the calls in the order of their values.
 * Each gets more than all before it, as a counter gives it, and none stands before a call that
 * ended before it began, by the rule. Numbers between belong to calls without an answer, which may
 * take effect at any time after they began, or never. If on the other hand two calls break the
 * rule, then no order has both: the one of their times contradicts the one of their values.
 *
 * <p>The calls are taken in the order of their starts, beside the greatest value that had been
 * answered by then; so it takes as long as sorting does.
 */
final class RealTimeOrder {

  private RealTimeOrder() {}

  /**
   * Two calls that contradict each other.
   *
   * @param earlier ended first
   * @param later began after that, and has the lower value, or the same
   */
  record Swap(Call earlier, Call later) {

    @Override
    public String toString() {
      return later + " began after " + earlier + " had ended";
    }
  }

  /**
   * What was found.
   *
   * @param swapped how many calls have a lower value than one that had ended before
   * @param first the first of them, beside the greatest of those
   */
  record Verdict(long swapped, Optional<Swap> first) {}

  static Verdict judge(List<Call> calls) {
    List<Call> byStart = new ArrayList<>(calls);
    byStart.sort(Comparator.comparingLong(Call::startNanos));
    List<Call> byEnd = new ArrayList<>(calls);
    byEnd.sort(Comparator.comparingLong(Call::endNanos));
    long swapped = 0;
    Optional<Swap> first = Optional.empty();
    Optional<Call> greatest = Optional.empty();
    int ended = 0;
    for (Call call : byStart) {
      for (; byEnd.get(ended).endNanos() < call.startNanos(); ended++) {
        Call next = byEnd.get(ended);
        if (greatest.filter(each -> each.value() >= next.value()).isEmpty()) {
          greatest = Optional.of(next);
        }
      }
      Optional<Swap> swap =
          greatest.filter(each -> each.value() >= call.value()).map(each -> new Swap(each, call));
      if (swap.isPresent()) {
        swapped++;
        first = first.or(() -> swap);
      }
    }
    return new Verdict(swapped, first);
  }
}
