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
 * <p>For such a counter, this rule is all of linearizability, so no search is needed. Suppose that
 * all values are different, and that no two calls break the rule. Sort the calls by their values.
 * Then each call gets a greater value than all calls before it, which is how a counter behaves. By
 * the rule, no call is sorted before a call that ended before it began. Missing numbers belong to
 * calls without a reply. Such a call may take effect at any time after it began, or never.
 * Conversely, if two calls break the rule, no order can include both, because the order of their
 * times contradicts the order of their values.
 *
 * <p>The calls are visited in the order of their starts, together with the greatest value that was
 * answered by then. So the check takes as long as sorting.
 */
final class RealTimeOrder {

  private RealTimeOrder() {}

  /**
   * The result.
   *
   * @param swapped the number of calls whose value is not greater than an earlier call's
   * @param first the first such call, with the greatest call that had ended before
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
