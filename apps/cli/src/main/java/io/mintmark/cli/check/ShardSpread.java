package io.mintmark.cli.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How evenly {@code id % N} spreads ids over N shards, for powers of two.
 *
 * <p>Even means as even as chance would have it, or more so, or with no shard over
 * {@value #BEARABLE} of its share. The figure behind it is Pearson's chi-square: of ids that fall
 * by chance it is about N - 1, and strays from that by the square root of twice as much.
 */
final class ShardSpread {

  private static final int MOST_SHARDS = 1024;

  /** With fewer ids a shard, chance alone makes shards that look uneven. */
  private static final int LEAST_IDS = 20;

  private static final double BEARABLE = 1.1;
  private static final double STRAYS = 5;

  private final long[] counts = new long[MOST_SHARDS];
  private long count;

  /**
   * Ids over one number of shards.
   *
   * @param shards how many shards
   * @param emptiest what the emptiest has, of an even share
   * @param fullest what the fullest has, of an even share
   * @param unreached how many shards have no id
   * @param even whether the spread is even
   */
  record Spread(int shards, double emptiest, double fullest, int unreached, boolean even) {}

  void add(long id) {
    counts[(int) (id & (MOST_SHARDS - 1))]++;
    count++;
  }

  /** The spread over 2, 4, and so on, as far as there are enough ids. */
  List<Spread> spreads() {
    List<Spread> all = new ArrayList<>();
    for (int shards = 2; shards <= MOST_SHARDS && count / shards >= LEAST_IDS; shards *= 2) {
      all.add(over(shards));
    }
    return all;
  }

  private Spread over(int shards) {
    long[] sums = new long[shards];
    for (int i = 0; i < MOST_SHARDS; i++) {
      sums[i & (shards - 1)] += counts[i];
    }
    double share = (double) count / shards;
    double chiSquare = 0;
    long least = Long.MAX_VALUE;
    long most = 0;
    int unreached = 0;
    for (long sum : sums) {
      chiSquare += (sum - share) * (sum - share) / share;
      least = Math.min(least, sum);
      most = Math.max(most, sum);
      unreached += sum == 0 ? 1 : 0;
    }
    boolean asByChance = chiSquare <= shards - 1 + STRAYS * Math.sqrt(2.0 * (shards - 1));
    boolean even = asByChance || (most <= share * BEARABLE && least >= share / BEARABLE);
    return new Spread(shards, least / share, most / share, unreached, even);
  }

  Remark remark() {
    Remark.Draft draft = new Remark.Draft("id-modulo-n");
    List<Spread> all = spreads();
    for (Spread spread : all) {
      draft.fact(
          "modulo-" + spread.shards(),
          String.format(
              Locale.ROOT,
              "%s, emptiest %.2f, fullest %.2f of even, unreached %d",
              spread.even() ? "even" : "uneven",
              spread.emptiest(),
              spread.fullest(),
              spread.unreached()));
    }
    if (all.isEmpty()) {
      return draft.say("too few ids to tell whether id % N is even").remark();
    }
    Spread last = all.get(all.size() - 1);
    List<Spread> uneven = all.stream().filter(spread -> !spread.even()).toList();
    if (uneven.isEmpty()) {
      return draft
          .say("even for N = 2 to " + last.shards() + ", in powers of two"
              + (last.shards() < MOST_SHARDS ? "; too few ids to tell for more" : ""))
          .remark();
    }
    Spread first = uneven.get(0);
    draft.say("uneven from N = " + first.shards() + " on: " + of(first));
    if (last.shards() > first.shards()) {
      draft.say("at N = " + last.shards() + " " + of(last));
    }
    return draft
        .say("shard by a hash of the id, and not by its last bits")
        .atLeast(Severity.WARN)
        .remark();
  }

  private static String of(Spread spread) {
    String fullest =
        String.format(Locale.ROOT, "the fullest shard has %.1f times its share", spread.fullest());
    return spread.unreached() == 0
        ? fullest
        : fullest + ", and " + spread.unreached() + " of " + spread.shards() + " have no id";
  }
}
