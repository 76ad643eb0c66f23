package io.mintmark.sequence;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.store.StoreLog;
import io.mintmark.time.ElapsedClock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Uses several sequences in turn as one, and skips those whose store does not answer, has forgotten
 * numbers, or was moved.
 *
 * <p>Nothing here bears on uniqueness once the sequences were admitted: each gives only numbers of
 * its own remainder by the common step, for any caller and however often.
 */
final class InterleavedSequence implements Sequence {

  /** How long a sequence that failed is passed over at first; doubled with each failure. */
  static final long FIRST_BACK_OFF_MS = 100;

  /** The longest that it is passed over before it is asked again. */
  static final long MAX_BACK_OFF_MS = 1_000;

  private static final String ANSWERS = "answers";
  private static final String SILENT = "its store does not answer";
  private static final String REWOUND = "its store has forgotten numbers that it gave";
  private static final String MOVED = "its numbers were moved to another store";

  private final String name;
  private final long step;
  private final ElapsedClock elapsed;
  private final List<Member> members;
  private final AtomicInteger turn = new AtomicInteger();

  private InterleavedSequence(long step, ElapsedClock elapsed, List<Member> members) {
    this.name = members.stream()
        .map(member -> member.sequence.name())
        .distinct()
        .collect(Collectors.joining("+"));
    this.step = step;
    this.elapsed = elapsed;
    this.members = members;
  }

  static InterleavedSequence of(List<Sequence> sequences, ElapsedClock elapsed) {
    List<String> faults = new ArrayList<>();
    if (sequences.size() < 2) {
      faults.add(Message.of(
          "fewer than two sequences are given to interleave: sequences={}", sequences.size()));
    }
    Map<Long, Integer> remainders = new LinkedHashMap<>();
    List<Member> members = new ArrayList<>();
    long step = 0;
    for (int i = 0; i < sequences.size(); i++) {
      Sequence each = sequences.get(i);
      String which = ", sequence=" + (i + 1) + " '" + each.name() + "'";
      if (!(each instanceof NumberedSequence numbered)) {
        faults.add("one is no sequence of a Mintmark's" + which);
        continue;
      }
      Numbering numbering = numbered.numbering();
      members.add(new Member(numbered));
      if (numbering.cycles()) {
        faults.add("a cycle repeats: " + numbering.text() + which);
        continue;
      }
      step = step == 0 ? numbering.step() : step;
      if (numbering.step() != step) {
        faults.add(Message.of(
            "the sequences' steps differ: step={}, before={}{}", numbering.step(), step, which));
        continue;
      }
      Integer same = remainders.putIfAbsent(numbering.remainder(), i + 1);
      if (same != null) {
        faults.add("two sequences have one offset: remainder by the step=" + numbering.remainder()
            + which + ", as sequence " + same);
      }
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException("interleaved sequence", faults);
    }
    return new InterleavedSequence(step, elapsed, members);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public long next() {
    return draw(1, Sequence::next);
  }

  @Override
  public void fill(long[] ids) {
    long[] unused = draw(BatchSize.of(ids, 1), sequence -> {
      sequence.fill(ids);
      return ids;
    });
  }

  @Override
  public CompletableFuture<long[]> nextAsync(int count) {
    Generator.checkCount(count);
    return drawAsync(new Draw(count), sequence -> sequence.nextAsync(count));
  }

  @Override
  public long reserve(long count) {
    throw hasGaps();
  }

  @Override
  public CompletableFuture<Long> reserveAsync(long count) {
    throw hasGaps();
  }

  @Override
  public long number(long id) {
    return NumberedSequence.number(id, members.stream().map(member -> member.sequence));
  }

  private UnsupportedOperationException hasGaps() {
    return new UnsupportedOperationException(Message.of(
        "a sequence with a step cannot give numbers without a gap: sequence={}, step={}; none was"
            + " taken",
        name,
        step));
  }

  @Override
  public boolean isStrict() {
    return members.stream().allMatch(member -> member.sequence.isStrict());
  }

  @Override
  public long made() {
    return members.stream().mapToLong(member -> member.sequence.made()).sum();
  }

  @Override
  public Description describe() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("sequences", Integer.toString(members.size()));
    facts.put("step", Long.toString(step));
    facts.put("order", "none between its sequences");
    List<String> warnings = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      String state = members.get(i).state();
      facts.put("sequence-" + (i + 1), state);
      if (!state.equals(ANSWERS)) {
        warnings.add(
            "Sequence " + (i + 1) + " of " + members.size() + " is passed over: " + state + ".");
      }
    }
    return new Description(name, KIND, facts, warnings);
  }

  private <T> T draw(int count, Function<Sequence, T> call) {
    Draw draw = new Draw(count);
    while (draw.moveOn()) {
      try {
        T drawn = call.apply(draw.member.sequence);
        draw.member.answered();
        return drawn;
      } catch (RuntimeException | Error e) {
        if (!draw.goesOnAfter(e)) {
          throw e;
        }
      }
    }
    throw draw.nobody();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The one within is flattened.
  private <T> CompletableFuture<T> drawAsync(
      Draw draw, Function<Sequence, CompletableFuture<T>> call) {
    if (!draw.moveOn()) {
      return CompletableFuture.failedFuture(draw.nobody());
    }
    return call.apply(draw.member.sequence)
        .handle((drawn, thrown) -> {
          if (thrown == null) {
            draw.member.answered();
            return CompletableFuture.completedFuture(drawn);
          }
          return draw.goesOnAfter(thrown)
              ? drawAsync(draw, call)
              : CompletableFuture.<T>failedFuture(thrown);
        })
        .thenCompose(Function.identity());
  }

  /** One call, and the members that it asks. */
  private final class Draw {

    private final int count;
    private final int first = Math.floorMod(turn.getAndIncrement(), members.size());
    private final boolean[] asked = new boolean[members.size()];
    private int steps;
    private Member member = members.get(first);
    private @Nullable Rest seen;
    private @Nullable MintmarkException unavailable;
    private @Nullable MintmarkException lost;
    private @Nullable ExhaustedException tooShort;

    Draw(int count) {
      this.count = count;
    }

    /** Goes to the next one to ask: first those that do not rest, then the others. */
    boolean moveOn() {
      while (steps < 2 * members.size()) {
        boolean resting = steps >= members.size();
        int at = (first + steps++) % members.size();
        member = members.get(at);
        seen = null;
        if (!asked[at] && member.end == null && (resting || mayAsk())) {
          asked[at] = true;
          return true;
        }
      }
      return false;
    }

    /** Of a member whose rest is over, one caller asks again. */
    private boolean mayAsk() {
      Rest rest = member.rest.get();
      if (rest == null) {
        return true;
      }
      if (rest.asking || elapsed.nanos() - rest.untilNanos < 0) {
        return false;
      }
      seen = new Rest(rest.why, rest.untilNanos, rest.backOffMs, true);
      return member.rest.compareAndSet(rest, seen);
    }

    /** Notes why the member gave nothing, and returns whether another may. */
    boolean goesOnAfter(Throwable thrown) {
      if (thrown instanceof StoreUnavailableException || thrown instanceof StoreRefusedException) {
        boolean unused = member.rest(seen, SILENT, elapsed);
        unavailable = (MintmarkException) thrown;
      } else if (thrown instanceof StoreRewoundException || thrown instanceof LineMovedException) {
        lost = (MintmarkException) thrown;
        String why = thrown instanceof LineMovedException ? MOVED : REWOUND;
        if (member.rest(seen, why, elapsed)) {
          StoreLog.warn(
              "a sequence of an interleaved sequence is passed over: sequence={0}, {1}; {2}",
              member.sequence.name(), why, lost.getMessage());
        }
      } else {
        member.rest.set(null); // Its store is not what is wrong.
        if (!(thrown instanceof ExhaustedException e)) {
          return false;
        }
        if (count == 1) {
          member.end = e;
        } else {
          tooShort = e;
        }
      }
      return true;
    }

    /** Returns what a call throws that no member gave anything. */
    MintmarkException nobody() {
      List<ExhaustedException> ends =
          members.stream().flatMap(each -> Stream.ofNullable(each.end)).toList();
      if (ends.size() == members.size()) {
        return new ExhaustedException(
            Message.of(
                "all interleaved sequences have come to their end: sequences={}, sequence={}; no"
                    + " id issued",
                members.size(),
                name),
            ends.get(0));
      }
      if (unavailable != null) {
        return new StoreUnavailableException(
            Message.of(
                "no store of an interleaved sequence answers: sequences={}, exhausted={},"
                    + " sequence={}; no id issued",
                members.size(),
                ends.size(),
                name),
            unavailable);
      }
      if (tooShort != null) {
        return new ExhaustedException(
            Message.of(
                "no interleaved sequence has so many numbers left: count={}, sequences={},"
                    + " sequence={}; no id issued",
                count,
                members.size(),
                name),
            tooShort);
      }
      return Objects.requireNonNull(lost); // Waiting helps none of them.
    }
  }

  /**
   * Why and how long a member is passed over.
   *
   * @param asking whether a caller asks it again
   */
  private record Rest(String why, long untilNanos, long backOffMs, boolean asking) {}

  /** One of the sequences, and how its store did lately. */
  private static final class Member {

    private final NumberedSequence sequence;
    private final AtomicReference<@Nullable Rest> rest = new AtomicReference<>();
    private volatile @Nullable ExhaustedException end;

    Member(NumberedSequence sequence) {
      this.sequence = sequence;
    }

    void answered() {
      if (rest.get() != null) {
        rest.set(null);
      }
    }

    /**
     * Of the calls that asked it together, only the first makes it rest.
     *
     * @param seen the rest under which it was asked
     * @return whether it did not rest for that reason before
     */
    boolean rest(@Nullable Rest seen, String why, ElapsedClock elapsed) {
      long backOffMs =
          seen == null ? FIRST_BACK_OFF_MS : Math.min(MAX_BACK_OFF_MS, 2 * seen.backOffMs);
      long untilNanos = elapsed.nanos() + TimeUnit.MILLISECONDS.toNanos(backOffMs);
      return rest.compareAndSet(seen, new Rest(why, untilNanos, backOffMs, false))
          && (seen == null || !seen.why.equals(why));
    }

    String state() {
      Rest now = rest.get();
      return end != null ? "exhausted" : now != null ? now.why : ANSWERS;
    }
  }
}
