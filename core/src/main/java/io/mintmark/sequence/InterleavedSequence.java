package io.mintmark.sequence;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.joining;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Description;
import io.mintmark.generator.LongRange;
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
import java.util.concurrent.atomic.AtomicReference;
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

  /** How long a member is skipped after a failure, in seconds. Then one call tries it again. */
  static final int REST_SECONDS = 1;

  /** A sequence, and why it is skipped; null if it is not. */
  record Member(NumberedSequence sequence, AtomicReference<@Nullable Rest> rest) {

    boolean isSkipped() {
      return rest.get() != null;
    }

    /** Returns whether the caller should try this member. Only one caller tries a skipped one. */
    boolean isWorthTrying(long nowNanos) {
      Rest seen = rest.get();
      return seen == null
          || (nowNanos - seen.sinceNanos >= TimeUnit.SECONDS.toNanos(REST_SECONDS)
              && rest.compareAndSet(seen, new Rest(seen.cause, nowNanos)));
    }

    void answered() {
      if (isSkipped()) { // Reads first, because all threads share the reference.
        rest.set(null);
      }
    }
  }

  /** The failure after which a member is skipped, and since when, by the elapsed clock. */
  private record Rest(MintmarkException cause, long sinceNanos) {}

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
          && (members.isEmpty()
              || own.numbering().step() == members.get(0).sequence.numbering().step())
          && remainders.add(own.numbering().remainder())) {
        members.add(new Member(own, new AtomicReference<>()));
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

  /** Returns the names of the members, joined by a plus sign. Equal names appear once. */
  @Override
  public String name() {
    return members.stream().map(each -> each.sequence.name()).distinct().collect(joining("+"));
  }

  @Override
  public String kind() {
    return "sequence";
  }

  @Override
  public long next() {
    return nextBatch(1)[0];
  }

  @Override
  public void fill(long[] ids) {
    List<MintmarkException> failures = new ArrayList<>();
    for (Member member : order()) {
      try {
        member.sequence.fill(ids);
        member.answered();
        return;
      } catch (MintmarkException e) {
        failures.add(skipped(member, e));
      }
    }
    throw worthTelling(failures);
  }

  @Override
  public CompletableFuture<long[]> nextBatchAsync(int count) {
    return drawAsync(count, order().iterator(), new ArrayList<>());
  }

  private CompletableFuture<long[]> drawAsync(
      int count, Iterator<Member> order, List<MintmarkException> failures) {
    if (!order.hasNext()) {
      return CompletableFuture.failedFuture(worthTelling(failures));
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
            failures.add(skipped(member, e));
            return drawAsync(count, order, failures);
          }
          return CompletableFuture.failedFuture(thrown);
        });
  }

  /**
   * Returns the members in the order in which a call tries them, beginning with the member whose
   * turn it is. Skipped members come last.
   */
  private List<Member> order() {
    List<Member> all = new ArrayList<>(members);
    Collections.rotate(all, -Math.floorMod(turn.getAndIncrement(), all.size()));
    int tried = all.get(0).isWorthTrying(elapsed.nanos()) ? 1 : 0;
    List<Member> last = all.stream().skip(tried).filter(Member::isSkipped).toList();
    all.removeAll(last);
    all.addAll(last);
    return all;
  }

  /** Skips a member after a failure. */
  private MintmarkException skipped(Member member, MintmarkException e) {
    boolean lost = e instanceof StoreRewoundException || e instanceof LineMovedException;
    boolean away = e instanceof StoreUnavailableException || e instanceof StoreRefusedException;
    if (!lost && !away && !(e instanceof ExhaustedException)) {
      throw e;
    }
    if (member.rest.getAndSet(new Rest(e, elapsed.nanos())) == null && lost) {
      StoreLog.warn(
          "an interleaved sequence skips a sequence: sequence={0}, {1}",
          member.sequence.name(), e.getMessage());
    }
    return e;
  }

  private static MintmarkException worthTelling(List<MintmarkException> failures) {
    return Collections.max(failures, comparing(MintmarkException::isTransient));
  }

  /** Throws an exception, because the step of each member is above 1. */
  @Override
  public LongRange reserve(long count) {
    return members.get(0).sequence.reserve(count);
  }

  @Override
  public CompletableFuture<LongRange> reserveAsync(long count) {
    return members.get(0).sequence.reserveAsync(count);
  }

  @Override
  public long decode(long id) {
    return members.stream()
        .map(Member::sequence)
        .filter(each -> id % each.numbering().step() == each.numbering().remainder())
        .findFirst()
        .orElse(members.get(0).sequence)
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
    facts.put("step", Long.toString(members.get(0).sequence.numbering().step()));
    facts.put("order", "none between its sequences");
    List<String> warnings = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      Rest rest = members.get(i).rest.get();
      String which = "sequence-" + (i + 1);
      facts.put(which, rest == null ? "answers" : rest.cause.code());
      if (rest != null) {
        warnings.add("A sequence is skipped: " + which + "=" + rest.cause.code() + ".");
      }
    }
    return new Description(name(), kind(), facts, warnings);
  }
}
