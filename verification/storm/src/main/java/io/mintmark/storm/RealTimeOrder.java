package io.mintmark.storm;

import io.mintmark.storm.CallFile.Call;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether calls for rising values could have been made one at a time: a call that began
 * after another was answered must have the greater value.
 *
 * <p>For such a counter that is the whole of linearizability, so no search is needed. Let all
 * values be different, and no two calls break the rule. Sort the calls by their values. Each gets
 * more than all before it, as a counter gives it. By the rule, none is sorted before a call that
 * ended before it began. Numbers between belong to calls without an answer, which may take effect
 * at any time after they began, or never. Conversely, if two calls break the rule, no order has
 * both: the order of their times contradicts the order of their values.
 *
 * <p>The calls are visited in the order of their starts, together with the greatest value that was
 * answered by then. So it takes as long as sorting.
 */
final class RealTimeOrder {

  private RealTimeOrder() {}

  /**
   * The result.
   *
   * @param swapped the number of calls without a greater value than an earlier call
   * @param first the first of them, with the greatest call that had ended before
   */
  record Verdict(long swapped, Optional<String> first) {}

  static Verdict judge(List<Call> calls) {
    List<Call> byStart = new ArrayList<>(calls);
    byStart.sort(Comparator.comparingLong(Call::startNanos));
    List<Call> byEnd = new ArrayList<>(calls);
    byEnd.sort(Comparator.comparingLong(Call::endNanos));
    long swapped = 0;
    Optional<String> first = Optional.empty();
    Optional<Call> greatest = Optional.empty();
    int ended = 0;
    for (Call call : byStart) {
      for (; byEnd.get(ended).endNanos() < call.startNanos(); ended++) {
        Call next = byEnd.get(ended);
        if (greatest.filter(each -> each.value() >= next.value()).isEmpty()) {
          greatest = Optional.of(next);
        }
      }
      Optional<Call> earlier = greatest.filter(each -> each.value() >= call.value());
      if (earlier.isPresent()) {
        swapped++;
        first = first.or(() -> earlier.map(each -> call + " began after " + each + " had ended"));
      }
    }
    return new Verdict(swapped, first);
  }
}
