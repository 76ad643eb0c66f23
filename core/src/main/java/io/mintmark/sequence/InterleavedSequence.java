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
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
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
  public void fill(ByteBuffer ids) {
    ByteBuffer unused = draw(BatchSize.of(ids, Long.BYTES), sequence -> {
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
      if (!state.equals(Member.ANSWERS)) {
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
        T drawn = call.apply(draw.sequence());
        draw.answered();
        return drawn;
      } catch (RuntimeException | Error e) {
        if (!draw.goesOnAfter(e)) {
          throw e;
        }
      }
    }
    throw nobody(draw);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The one within is flattened.
  private <T> CompletableFuture<T> drawAsync(
      Draw draw, Function<Sequence, CompletableFuture<T>> call) {
    if (!draw.moveOn()) {
      return CompletableFuture.failedFuture(nobody(draw));
    }
    return call.apply(draw.sequence())
        .handle((drawn, thrown) -> {
          if (thrown == null) {
            draw.answered();
            return CompletableFuture.completedFuture(drawn);
          }
          return draw.goesOnAfter(thrown)
              ? drawAsync(draw, call)
              : CompletableFuture.<T>failedFuture(thrown);
        })
        .thenCompose(Function.identity());
  }

  /** One call on its way from member to member. */
  private final class Draw {

    private final int count;
    private final Iterator<Member> round;
    private final Queue<Member> passedOver = new ArrayDeque<>();
    private Member member;
    private Asking asking = Asking.USUALLY;
    private @Nullable MintmarkException unavailable;
    private @Nullable MintmarkException lost;
    private @Nullable ExhaustedException tooShort;

    Draw(int count) {
      this.count = count;
      int first = Math.floorMod(turn.getAndIncrement(), members.size());
      List<Member> order = new ArrayList<>(members.subList(first, members.size()));
      order.addAll(members.subList(0, first));
      this.round = order.iterator();
      this.member = order.get(0);
    }

    /** Goes to the next to ask: first all that do not rest, then those that do. */
    boolean moveOn() {
      while (round.hasNext()) {
        member = round.next();
        asking = member.ask(elapsed);
        if (asking != Asking.NOT) {
          return true;
        }
        passedOver.add(member);
      }
      while (!passedOver.isEmpty()) {
        member = passedOver.remove();
        asking = Asking.USUALLY;
        if (member.end().isEmpty()) {
          return true;
        }
      }
      return false;
    }

    Sequence sequence() {
      return member.sequence;
    }

    void answered() {
      member.answered();
    }

    /** Notes why the member gave nothing, and tells whether another may. */
    boolean goesOnAfter(Throwable thrown) {
      if (thrown instanceof StoreUnavailableException || thrown instanceof StoreRefusedException) {
        member.failed(asking, elapsed, Member.SILENT);
        unavailable = (MintmarkException) thrown;
      } else if (thrown instanceof StoreRewoundException || thrown instanceof LineMovedException) {
        member.lost(asking, elapsed, (MintmarkException) thrown);
        lost = (MintmarkException) thrown;
      } else if (thrown instanceof ExhaustedException e) {
        exhausted(e);
      } else {
        // Its store is not what is wrong.
        member.answered();
        return false;
      }
      return true;
    }

    /** What is too short for several may have one more. */
    private void exhausted(ExhaustedException e) {
      if (count == 1) {
        member.ended(e);
      } else {
        member.answered();
        tooShort = e;
      }
    }
  }

  private RuntimeException nobody(Draw draw) {
    List<ExhaustedException> ends =
        members.stream().flatMap(member -> member.end().stream()).toList();
    if (ends.size() == members.size()) {
      return new ExhaustedException(
          Message.of(
              "all interleaved sequences have come to their end: sequences={}, sequence={}; no id"
                  + " issued",
              members.size(),
              name),
          ends.get(0));
    }
    ExhaustedException tooShort = draw.tooShort;
    MintmarkException last = draw.unavailable;
    MintmarkException lost = draw.lost;
    if (lost != null && last == null && tooShort == null) {
      // Waiting helps none of them.
      return lost;
    }
    if (tooShort != null && last == null) {
      return new ExhaustedException(
          Message.of(
              "no interleaved sequence has so many numbers left: count={}, sequences={},"
                  + " sequence={}; no id issued",
              draw.count,
              members.size(),
              name),
          tooShort);
    }
    String message = Message.of(
        "no store of an interleaved sequence answers: sequences={}, exhausted={}, sequence={}; no"
            + " id issued",
        members.size(),
        ends.size(),
        name);
    return last == null
        ? new StoreUnavailableException(message)
        : new StoreUnavailableException(message, last);
  }

  private enum Asking {
    NOT,
    USUALLY,
    AGAIN
  }

  /** One of the sequences, and how its store did lately. */
  private static final class Member {

    static final String ANSWERS = "answers";
    static final String SILENT = "its store does not answer";
    static final String REWOUND = "its store has forgotten numbers that it gave";
    static final String MOVED = "its numbers were moved to another store";

    private final NumberedSequence sequence;

    /** Whether it is to be passed over; read without the lock, so that the usual way has none. */
    private volatile boolean resting;

    /** Guarded by this, as are those below. */
    private @Nullable ExhaustedException end;

    /** Why it rests. */
    private String reason = ANSWERS;

    private boolean askedAgain;
    private long restUntilNanos;
    private long backOffMs;

    Member(NumberedSequence sequence) {
      this.sequence = sequence;
    }

    Asking ask(ElapsedClock elapsed) {
      return resting ? askResting(elapsed.nanos()) : Asking.USUALLY;
    }

    private synchronized Asking askResting(long nowNanos) {
      if (!resting) {
        return Asking.USUALLY;
      }
      if (end != null || askedAgain || nowNanos - restUntilNanos < 0) {
        return Asking.NOT;
      }
      askedAgain = true;
      return Asking.AGAIN;
    }

    void answered() {
      if (resting) {
        rouse();
      }
    }

    private synchronized void rouse() {
      resting = end != null;
      reason = ANSWERS;
      askedAgain = false;
    }

    /** Warns once: such a member gives no number until somebody has acted. */
    void lost(Asking asking, ElapsedClock elapsed, MintmarkException cause) {
      String why = cause instanceof LineMovedException ? MOVED : REWOUND;
      if (failed(asking, elapsed, why)) {
        StoreLog.warn(
            "a sequence of an interleaved sequence is passed over: sequence={0}, {1}; {2}",
            sequence.name(), why, cause.getMessage());
      }
    }

    /**
     * Only the first of the calls that asked it before it rested makes it rest.
     *
     * @return whether it did not rest for that reason before
     */
    synchronized boolean failed(Asking asking, ElapsedClock elapsed, String why) {
      boolean isNew = !reason.equals(why);
      reason = why;
      if (resting && asking == Asking.USUALLY) {
        return isNew;
      }
      backOffMs = resting ? Math.min(MAX_BACK_OFF_MS, 2 * backOffMs) : FIRST_BACK_OFF_MS;
      restUntilNanos = elapsed.nanos() + TimeUnit.MILLISECONDS.toNanos(backOffMs);
      askedAgain = false;
      resting = true;
      return isNew;
    }

    synchronized void ended(ExhaustedException e) {
      end = e;
      resting = true;
    }

    synchronized List<ExhaustedException> end() {
      return end == null ? List.of() : List.of(end);
    }

    synchronized String state() {
      if (end != null) {
        return "exhausted";
      }
      return resting ? reason : ANSWERS;
    }
  }
}
