package io.mintmark.sequence;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.partitioningBy;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Description;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.kind.Faults;
import io.mintmark.internal.store.StoreLog;
import io.mintmark.internal.time.ElapsedClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
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
record InterleavedSequence(List<Member> members, ElapsedClock elapsed, AtomicInteger turn)
    implements Sequence {

  /** How long a member is skipped after a failure, in seconds. */
  static final int REST_SECONDS = 1;

  static InterleavedSequence of(List<Sequence> sequences, ElapsedClock elapsed) {
    Faults faults = new Faults();
    faults.addIf(
        sequences.size() < 2,
        "fewer than two sequences are given to interleave: sequences={}",
        sequences.size());
    Set<Long> remainders = new HashSet<>();
    List<Member> members = new ArrayList<>();
    for (Sequence each : sequences) {
      if (each instanceof NumberedSequence own
          && !own.numbering().cycles()
          && (members.isEmpty() || own.numbering().step() == members.get(0).step())
          && remainders.add(own.numbering().remainder())) {
        members.add(new Member(own));
      } else {
        faults.addIf(
            true,
            "the sequence could give the numbers of another: sequence='{}', {}; all need the same"
                + " step, a different remainder after division by it, and no cycle",
            each.name(),
            each.describe().facts());
      }
    }
    faults.check("interleaved sequence");
    return new InterleavedSequence(members, elapsed, new AtomicInteger());
  }

  @Override
  public String name() {
    return members.stream().map(member -> member.sequence.name()).distinct().collect(joining("+"));
  }

  @Override
  public String kind() {
    return "sequence";
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
    List<MintmarkException> failures = new ArrayList<>();
    for (Member member : order()) {
      try {
        T drawn = call.apply(member.sequence);
        member.answered();
        return drawn;
      } catch (MintmarkException e) {
        failures.add(skipped(member, e, count));
      }
    }
    throw none(failures);
  }

  @Override
  public CompletableFuture<long[]> nextBatchAsync(int count) {
    BatchSize.check(count);
    return drawAsync(count, order().iterator(), new ArrayList<>());
  }

  private CompletableFuture<long[]> drawAsync(
      int count, Iterator<Member> order, List<MintmarkException> failures) {
    if (!order.hasNext()) {
      return CompletableFuture.failedFuture(none(failures));
    }
    Member member = order.next();
    return member
        .sequence
        .nextBatchAsync(count)
        .thenApply(drawn -> {
          member.answered();
          return drawn;
        })
        .exceptionallyCompose(thrown -> {
          if (thrown.getCause() instanceof MintmarkException e) {
            failures.add(skipped(member, e, count));
            return drawAsync(count, order, failures);
          }
          return CompletableFuture.failedFuture(thrown);
        });
  }

  /**
   * Returns the members in the order in which one call tries them. A call begins with the next
   * member in turn. Resting members come last, except the first one if its rest has ended. Members
   * at their end are left out.
   */
  private List<Member> order() {
    List<Member> all = new ArrayList<>(members);
    Collections.rotate(all, -Math.floorMod(turn.getAndIncrement(), all.size()));
    Member first = all.get(0);
    Map<Boolean, List<Member>> byRest = all.stream()
        .filter(member -> !(member.failure instanceof ExhaustedException))
        .collect(partitioningBy(member ->
            member.failure != null && !(member == first && first.endsRest(elapsed.nanos()))));
    List<Member> order = new ArrayList<>(byRest.get(false));
    order.addAll(byRest.get(true));
    return order;
  }

  /**
   * Lets a member rest after a failure, and returns the failure.
   *
   * @throws MintmarkException the failure, if the call must not continue with the next member
   */
  private MintmarkException skipped(Member member, MintmarkException e, int count) {
    boolean lost = e instanceof StoreRewoundException || e instanceof LineMovedException;
    boolean ended = e instanceof ExhaustedException;
    boolean away = e instanceof StoreUnavailableException || e instanceof StoreRefusedException;
    if (!lost && !ended && !away) {
      throw e;
    }
    if (lost && member.failure == null) {
      StoreLog.warn(
          "an interleaved sequence skips a sequence: sequence={0}, {1}",
          member.sequence.name(), e.getMessage());
    }
    // A member that has too few numbers for a batch may still have some for a smaller one.
    if (!ended || count == 1) {
      member.rests(e, elapsed.nanos());
    }
    return e;
  }

  /** Returns the exception for a call in which every member failed. */
  private MintmarkException none(List<MintmarkException> failures) {
    return members.stream().allMatch(member -> member.failure instanceof ExhaustedException)
        ? new ExhaustedException(Message.of(
            "all interleaved sequences have come to their end: sequence={}; no id issued", name()))
        : Collections.max(failures, comparing(MintmarkException::isTransient));
  }

  @Override
  public LongRange reserve(long count) {
    throw new UnsupportedOperationException(Message.of(
        "a sequence with a step cannot give numbers without a gap: sequence={}, step={}; none was"
            + " taken",
        name(),
        members.get(0).step()));
  }

  @Override
  public CompletableFuture<LongRange> reserveAsync(long count) {
    return CompletableFuture.completedFuture(reserve(count));
  }

  @Override
  public long decode(long id) {
    return members.stream()
        .map(member -> member.sequence)
        .filter(each -> id % each.numbering().step() == each.numbering().remainder())
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
    facts.put("step", Long.toString(members.get(0).step()));
    facts.put("order", "none between its sequences");
    List<String> warnings = new ArrayList<>();
    for (Member member : members) {
      MintmarkException failure = member.failure;
      String which = "sequence-" + (members.indexOf(member) + 1);
      facts.put(which, failure == null ? "answers" : failure.code());
      if (failure != null) {
        warnings.add("A sequence is skipped: " + which + "=" + failure.code() + ".");
      }
    }
    return new Description(name(), kind(), facts, warnings);
  }

  /** A sequence, and the recent state of its store. */
  static final class Member {

    private final NumberedSequence sequence;

    /**
     * The failure because of which calls skip this member at present (the member <i>rests</i>);
     * null if it does not rest. An {@link ExhaustedException} is final.
     */
    private volatile @Nullable MintmarkException failure;

    private final AtomicLong restsUntilNanos = new AtomicLong();

    Member(NumberedSequence sequence) {
      this.sequence = sequence;
    }

    long step() {
      return sequence.numbering().step();
    }

    void answered() {
      if (failure != null) {
        failure = null;
      }
    }

    void rests(MintmarkException e, long nowNanos) {
      restsUntilNanos.set(nowNanos + TimeUnit.SECONDS.toNanos(REST_SECONDS));
      failure = e;
    }

    /**
     * Returns whether the call must try this member again, because its rest has ended. For all
     * other calls, a new rest begins.
     */
    boolean endsRest(long nowNanos) {
      long until = restsUntilNanos.get();
      return nowNanos - until >= 0
          && restsUntilNanos.compareAndSet(
              until, nowNanos + TimeUnit.SECONDS.toNanos(REST_SECONDS));
    }
  }
}
