package io.mintmark.sequence;

import static java.util.stream.Collectors.joining;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.kind.Faults;
import io.mintmark.internal.store.StoreLog;
import io.mintmark.time.ElapsedClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Uses several sequences (its members) in turn, as one sequence. Skips a member whose store does
 * not answer or has forgotten numbers, or whose line (its counter in the store) was moved to
 * another store.
 *
 * <p><b>Why no number is given twice.</b> {@link #of} refuses cycles, different steps, and members
 * whose numbers have the same remainder after division by the step. Each member gives only numbers
 * with its own remainder, so two members never give the same number. Each member gives no number
 * twice, whichever code calls it. All numbers that a call returns are from one call of one member.
 * This class makes no numbers of its own. If a call fails at one member and continues with the
 * next, the result is at most a gap.
 */
record InterleavedSequence(
    long step, List<Member> members, ElapsedClock elapsed, AtomicInteger turn) implements Sequence {

  /**
   * How long a member is skipped after its first failure. Each further failure doubles this time.
   */
  private static final long FIRST_BACK_OFF_MS = 100;

  /** The longest time for which a member is skipped before the next attempt. */
  private static final long MAX_BACK_OFF_MS = 1_000;

  private static final String ANSWERS = "answers";

  static InterleavedSequence of(List<Sequence> sequences, ElapsedClock elapsed) {
    Faults faults = new Faults();
    faults.addIf(
        sequences.size() < 2,
        "fewer than two sequences are given to interleave: sequences={}",
        sequences.size());
    Map<Long, Integer> remainders = new HashMap<>();
    List<Member> members = new ArrayList<>();
    long step = 0;
    for (int i = 1; i <= sequences.size(); i++) {
      Sequence each = sequences.get(i - 1);
      String which = "sequence=" + i + " '" + each.name() + "'";
      if (!(each instanceof NumberedSequence numbered)) {
        faults.addIf(true, "a sequence was not made by a Mintmark, {}", which);
      } else if (numbered.numbering().cycles()) {
        faults.addIf(true, "a cycle repeats: {}, {}", numbered.numbering().text(), which);
      } else {
        long own = numbered.numbering().step();
        long remainder = numbered.numbering().remainder();
        step = step == 0 ? own : step;
        String steps = "the sequences' steps differ: step={}, before={}, {}";
        faults.addIf(own != step, steps, own, step, which);
        Integer before = own == step ? remainders.putIfAbsent(remainder, i) : null;
        String offsets =
            "two sequences have the same remainder after division by the step: remainder={}, {} and"
                + " sequence={}";
        faults.addIf(before != null, offsets, remainder, which, before);
        members.add(new Member(numbered));
      }
    }
    faults.check("interleaved sequence");
    return new InterleavedSequence(step, members, elapsed, new AtomicInteger());
  }

  @Override
  public String name() {
    return members.stream().map(member -> member.sequence.name()).distinct().collect(joining("+"));
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

  private <T> T draw(int count, Function<Sequence, T> call) {
    Draw draw = new Draw(count);
    for (Member member : draw.order) {
      try {
        T drawn = call.apply(member.sequence);
        member.answered();
        return drawn;
      } catch (RuntimeException | Error e) {
        if (!draw.goesOnAfter(member, e)) {
          throw e;
        }
      }
    }
    throw draw.none();
  }

  @Override
  public CompletableFuture<long[]> nextBatchAsync(int count) {
    Generator.checkCount(count);
    return drawAsync(new Draw(count), 0);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The next attempt is composed with this one.
  private CompletableFuture<long[]> drawAsync(Draw draw, int at) {
    if (at == draw.order.size()) {
      return CompletableFuture.failedFuture(draw.none());
    }
    Member member = draw.order.get(at);
    CompletableFuture<long[]> asked = member.sequence.nextBatchAsync(draw.count);
    return asked
        .handle((drawn, thrown) -> {
          if (thrown == null) {
            member.answered();
          }
          return thrown != null && draw.goesOnAfter(member, thrown)
              ? drawAsync(draw, at + 1)
              : asked;
        })
        .thenCompose(Function.identity());
  }

  @Override
  public LongRange reserve(long count) {
    throw new UnsupportedOperationException(Message.of(
        "a sequence with a step cannot give numbers without a gap: sequence={}, step={}; none was"
            + " taken",
        name(),
        step));
  }

  @Override
  public CompletableFuture<LongRange> reserveAsync(long count) {
    return CompletableFuture.completedFuture(reserve(count));
  }

  @Override
  public long decode(long id) {
    return members.stream()
        .map(member -> member.sequence)
        .filter(each -> id % step == each.numbering().remainder())
        .findFirst()
        .orElseThrow(() -> new InvalidIdException(Message.of(
            "the number is not of these sequences, which have other offsets: number={}", id)))
        .decode(id);
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
    for (int i = 1; i <= members.size(); i++) {
      String state = members.get(i - 1).state();
      facts.put("sequence-" + i, state);
      if (!state.equals(ANSWERS)) {
        warnings.add("Sequence " + i + " of " + members.size() + " is skipped: " + state + ".");
      }
    }
    return new Description(name(), KIND, facts, warnings);
  }

  /** One call: the members to try, and their failures. */
  private final class Draw {

    private final int count;

    /**
     * The members to try in this order. Members that are skipped at present follow all others, and
     * are tried only if all others fail.
     */
    private final List<Member> order = new ArrayList<>();

    private @Nullable MintmarkException unavailable;
    private @Nullable MintmarkException tooShort;
    private @Nullable MintmarkException lost;

    Draw(int count) {
      this.count = count;
      int first = Math.floorMod(turn.getAndIncrement(), members.size());
      int asked = 0;
      for (int i = 0; i < members.size(); i++) {
        Member member = members.get((first + i) % members.size());
        if (member.end == null) {
          boolean asks = member.why == null || (i == 0 && member.mayAskAgain(elapsed.nanos()));
          order.add(asks ? asked++ : order.size(), member);
        }
      }
    }

    /** Records why a member failed, and returns whether to try the next one. */
    boolean goesOnAfter(Member member, Throwable thrown) {
      if (thrown instanceof StoreUnavailableException || thrown instanceof StoreRefusedException) {
        boolean unused = member.rest("its store does not answer", elapsed.nanos());
        unavailable = (MintmarkException) thrown;
      } else if (thrown instanceof StoreRewoundException || thrown instanceof LineMovedException) {
        lost = (MintmarkException) thrown;
        String why = thrown instanceof LineMovedException
            ? "its numbers were moved to another store"
            : "its store has forgotten issued numbers";
        if (member.rest(why, elapsed.nanos())) {
          StoreLog.warn(
              "an interleaved sequence skips a sequence: sequence={0}, {1}; {2}",
              member.sequence.name(), why, thrown.getMessage());
        }
      } else {
        member.answered(); // Its store works.
        if (count == 1 && thrown instanceof ExhaustedException end) {
          member.end = end;
        } else if (thrown instanceof ExhaustedException end) {
          tooShort = end;
        } else {
          return false;
        }
      }
      return true;
    }

    /** Returns the exception for a call in which every member failed. */
    MintmarkException none() {
      String facts = Message.of(
          ": count={}, sequences={}, sequence={}; no id issued", count, members.size(), name());
      if (members.stream().allMatch(each -> each.end != null)) {
        return new ExhaustedException(
            "all interleaved sequences have come to their end" + facts,
            Objects.requireNonNull(members.get(0).end));
      }
      if (unavailable != null) {
        return new StoreUnavailableException(
            "no store of an interleaved sequence answers" + facts, unavailable);
      }
      return tooShort == null
          ? Objects.requireNonNull(lost) // Waiting would not help.
          : new ExhaustedException(
              "no interleaved sequence has so many numbers left" + facts, tooShort);
    }
  }

  /** A sequence, and the recent state of its store. */
  static final class Member {

    private final NumberedSequence sequence;
    private volatile @Nullable ExhaustedException end;

    /**
     * The reason why calls skip this member at present (the member <i>rests</i>); null if it does
     * not rest.
     */
    private volatile @Nullable String why;

    /**
     * Whether a call is just trying this member again after its rest. Has a meaning only while the
     * member rests. The lock of this object guards this field and the next two.
     */
    private boolean asking;

    private long backOffMs;
    private long untilNanos;

    Member(NumberedSequence sequence) {
      this.sequence = sequence;
    }

    /**
     * Returns whether the call may try this member again after its rest. After a rest, only one
     * call at a time may.
     */
    synchronized boolean mayAskAgain(long nowNanos) {
      boolean may = why != null && !asking && nowNanos - untilNanos >= 0;
      asking |= may;
      return may;
    }

    void answered() {
      if (why != null) {
        why = null;
      }
    }

    /** Makes this member rest, and returns whether the reason is new. */
    synchronized boolean rest(String reason, long nowNanos) {
      String before = why;
      if (before != null && !asking) {
        return false; // A concurrent call has already made it rest.
      }
      backOffMs = before == null ? FIRST_BACK_OFF_MS : Math.min(MAX_BACK_OFF_MS, 2 * backOffMs);
      untilNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(backOffMs);
      asking = false;
      why = reason;
      return !reason.equals(before);
    }

    String state() {
      return end != null ? "exhausted" : Objects.requireNonNullElse(why, ANSWERS);
    }
  }
}
