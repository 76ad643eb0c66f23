package io.mintmark.benchmarks;

import io.mintmark.Mintmark;
import io.mintmark.error.Message;
import io.mintmark.key.KeyGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import me.ahoo.cosid.segment.IdSegment;
import me.ahoo.cosid.segment.SegmentChainId;
import me.ahoo.cosid.segment.concurrent.PrefetchWorkerExecutorService;

/**
 * How long calls wait for an id when the store takes 1, 10 or 100 ms for each claim. One thread
 * asks for an id each microsecond. Every call is timed, and from when it was due: so if one waits
 * for the store, all that should have been made meanwhile are late as well. Prints a table.
 * {@code verification/benchmarks/percentiles} runs it.
 */
final class SlowStores {

  private static final List<Integer> DELAYS_MS = List.of(1, 10, 100);
  private static final long DUE_NANOS = 1_000;
  private static final int SMALL_STEP = 1_000;
  private static final int LARGE_STEP = 1_000_000;
  private static final double[] QUANTILES = {0.5, 0.99, 0.999, 1};

  private final int rounds;
  private final int warmUp;
  private final int measured;

  /** What the calls gave goes here, so that none can be left out. */
  private long sink;

  private SlowStores(int rounds, Duration measured) {
    this.rounds = rounds;
    this.measured = Math.toIntExact(measured.toNanos() / DUE_NANOS);
    this.warmUp = this.measured / 2;
  }

  /** What makes ids over a slow store, and how to be rid of it. */
  private record Contender(LongSupplier ids, Runnable end) {}

  @FunctionalInterface
  private interface Opening {
    Contender over(Duration claim);
  }

  /** Nanoseconds: until the first id, and at each quantile of the others. */
  private record Waits(long first, List<Long> quantiles) {}

  public static void main(String[] args) throws IOException {
    boolean brief = args.length == 1 && args[0].equals("--brief");
    if (args.length > 0 && !brief) {
      throw new IllegalArgumentException(
          Message.of("wrong arguments: arguments={}; usage: [--brief]", List.of(args)));
    }
    System.out.println(Conditions.text());
    System.out.println();
    SlowStores all = new SlowStores(brief ? 1 : 3, Duration.ofMillis(brief ? 200 : 5_000));
    all.print();
    if (all.sink == 0) {
      System.out.println();
    }
  }

  private void print() {
    System.out.printf(
        "A million ids a second, one thread, %d rounds of %.1f s. First: the first id, in ms. Then"
            + " us from when an id was due: p50, p99, p99.9,%nthe longest, each the median of the"
            + " rounds (the longest of all rounds).%n%n",
        rounds, measured * DUE_NANOS / 1e9);
    Map<String, StringBuilder> rows = new LinkedHashMap<>();
    StringBuilder head = new StringBuilder("| a claim takes |");
    StringBuilder rule = new StringBuilder("|---|");
    for (int delay : DELAYS_MS) {
      head.append(" %d ms: first | us |".formatted(delay));
      rule.append("---|---|");
      measure(Duration.ofMillis(delay))
          .forEach((name, waits) -> rows.computeIfAbsent(
                  name, row -> new StringBuilder("| ").append(row).append(" |"))
              .append(cells(waits)));
    }
    System.out.println(head);
    System.out.println(rule);
    rows.values().forEach(System.out::println);
  }

  private Map<String, List<Waits>> measure(Duration claim) {
    Map<String, List<Waits>> all = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      List<Map.Entry<String, Opening>> order = new ArrayList<>(contenders().entrySet());
      if (round % 2 == 1) {
        Collections.reverse(order);
      }
      for (Map.Entry<String, Opening> each : order) {
        all.computeIfAbsent(each.getKey(), name -> new ArrayList<>())
            .add(measure(each.getValue().over(claim)));
      }
    }
    return all;
  }

  private static Map<String, Opening> contenders() {
    Map<String, Opening> all = new LinkedHashMap<>();
    all.put("**Mintmark Snowflake**", claim -> ours(claim, mint -> mint.snowflake("a")::next));
    all.put("**Mintmark sequence**", claim -> ours(claim, mint -> mint.sequence("a")::next));
    all.put("**Mintmark key**", claim -> ours(claim, SlowStores::keys));
    all.put("CosId `SegmentChainId`, step 1,000", claim -> cosId(claim, SMALL_STEP));
    all.put("CosId `SegmentChainId`, step 1,000,000", claim -> cosId(claim, LARGE_STEP));
    return all;
  }

  @FunctionalInterface
  private interface Generators {
    LongSupplier of(Mintmark mint);
  }

  private static Contender ours(Duration claim, Generators generators) {
    SlowStore store = new SlowStore(claim);
    Mintmark mint = Mintmark.builder().store(store).open();
    return new Contender(generators.of(mint), () -> {
      mint.close();
      store.close();
    });
  }

  private static LongSupplier keys(Mintmark mint) {
    KeyGenerator keys = mint.keys(
        "a",
        k -> k.format(ReadableKeys.FORMAT)
            .shards(ReadableKeys.SHARDS)
            .version(1)
            .zone(ReadableKeys.ZONE));
    return () -> keys.next("user-42").hashCode();
  }

  private static Contender cosId(Duration claim, int step) {
    PrefetchWorkerExecutorService workers = new PrefetchWorkerExecutorService(
        PrefetchWorkerExecutorService.DEFAULT_PREFETCH_PERIOD, 1, true);
    SegmentChainId ids = new SegmentChainId(
        IdSegment.TIME_TO_LIVE_FOREVER,
        SegmentChainId.DEFAULT_SAFE_DISTANCE,
        new MemorySegments(step, claim.toNanos()),
        workers);
    return new Contender(ids::generate, workers::shutdown);
  }

  private Waits measure(Contender contender) {
    try {
      long start = System.nanoTime();
      sink ^= contender.ids.getAsLong();
      long first = System.nanoTime() - start;
      long[] unused = draw(contender.ids, warmUp);
      long[] waits = draw(contender.ids, measured);
      Arrays.sort(waits);
      List<Long> quantiles = new ArrayList<>();
      for (double quantile : QUANTILES) {
        quantiles.add(waits[(int) Math.ceil(quantile * waits.length) - 1]);
      }
      return new Waits(first, quantiles);
    } finally {
      contender.end.run();
    }
  }

  private long[] draw(LongSupplier ids, int count) {
    long[] waits = new long[count];
    long due = System.nanoTime();
    for (int i = 0; i < count; i++) {
      due += DUE_NANOS;
      long now = System.nanoTime();
      while (now < due) {
        now = System.nanoTime();
      }
      sink ^= ids.getAsLong();
      waits[i] = System.nanoTime() - due;
    }
    return waits;
  }

  private static String cells(List<Waits> rounds) {
    StringBuilder cells = new StringBuilder(
        text(" %.1f | ", median(rounds.stream().map(Waits::first).toList()) / 1e6));
    for (int i = 0; i < QUANTILES.length; i++) {
      int at = i;
      List<Long> each = rounds.stream().map(waits -> waits.quantiles.get(at)).toList();
      double micros = median(each) / 1e3;
      cells.append(text(micros < 10 ? "%.2f" : "%,.0f", micros));
      cells.append(
          at < QUANTILES.length - 1 ? ", " : text(" (%,.0f) |", Collections.max(each) / 1e3));
    }
    return cells.toString();
  }

  private static double median(List<Long> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
