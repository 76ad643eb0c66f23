package io.mintmark.moving;

import io.mintmark.Mintmark;
import io.mintmark.concurrency.Replay;
import io.mintmark.concurrency.Replay.Past;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.moving.StoreCall.Side;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A copy, or a process that makes ids, with the product's own code. It stops at each call to one of
 * the two stores.
 */
final class ReplayedParty {

  /** How a process gets the position of an id. */
  enum By {
    CLAIM,
    /**
     * It moves the line from the position that it has read, together with its claim on the gate.
     */
    MOVE,
    /**
     * Like {@code MOVE}, but it reads the line only after the gate was open, so one step is left
     * out.
     */
    MOVE_SEEN_LATE
  }

  /**
   * The work of a party.
   *
   * @param from the store that it starts on
   * @param by how it gets the position of an id
   * @param names the sequences, in order, from each of which a process makes one id; empty for a
   *     copy
   */
  record Work(Side from, By by, List<String> names) {

    static final Work COPY = new Work(Side.SOURCE, By.CLAIM, List.of());

    static Work on(Side from, String... names) {
      return new Work(from, By.CLAIM, List.of(names));
    }

    /** Works on the source, like a process that takes a worker number. */
    static Work byMove(By by, String name) {
      return new Work(Side.SOURCE, by, List.of(name));
    }

    boolean isCopy() {
      return names.isEmpty();
    }
  }

  private final Work work;
  private final Past past;
  private final String text;
  private final List<String> ids = new ArrayList<>();
  private final Optional<StoreCall> stop;

  private final ReplayedParty beginning;

  /**
   * The party after each possible reply. Many states contain it at the same point, so each
   * continuation is run only once.
   */
  private final Map<String, ReplayedParty> later = new HashMap<>();

  private ReplayedParty(Work work, @Nullable ReplayedParty beginning, Past past) {
    this.work = work;
    this.beginning = beginning == null ? this : beginning;
    this.past = past;
    this.text = work + Long.toHexString(past.hash());
    Replay<StoreCall> replay = new Replay<>(past);
    this.stop = replay.run(() -> {
      ReplayedStore source = new ReplayedStore(Side.SOURCE, replay);
      ReplayedStore target = new ReplayedStore(Side.TARGET, replay);
      if (work.isCopy()) {
        copy(source, target);
      } else if (work.by() == By.CLAIM) {
        make(source, target);
      } else {
        move(source);
      }
    });
  }

  static ReplayedParty started(Work work) {
    return new ReplayedParty(work, null, Past.NOTHING);
  }

  Work work() {
    return work;
  }

  /** Returns the call at which it stops; empty if it has ended. */
  Optional<StoreCall> stop() {
    return stop;
  }

  /** Returns the ids that it has made. */
  List<String> ids() {
    return ids;
  }

  /** Returns the replies that it has received. */
  List<Object> answers() {
    return past.answers();
  }

  ReplayedParty after(Object answer) {
    String text =
        answer instanceof MintmarkException e ? e.getClass().getName() : answer.toString();
    return later.computeIfAbsent(
        text, key -> new ReplayedParty(work, beginning, past.with(answer, key)));
  }

  /** Returns this party at its start. */
  ReplayedParty again() {
    return beginning;
  }

  private static void copy(ReplayedStore source, ReplayedStore target) {
    try {
      CopyReport unused = new LinesCopy(source, target, "target", (step, done) -> {}, 1).run();
    } catch (MintmarkException e) {
      // The copy was refused, or a store did not answer. So it ends.
    }
  }

  /**
   * Moves the line. The claim on the gate, which begins together with the move, is executed before
   * it. For a claim on a line, the order is reversed.
   */
  private void move(ReplayedStore source) {
    String name = work.names().get(0);
    String line = "seq/" + name;
    try {
      LineStore store = work.by() == By.MOVE ? new MovableStore(source) : source;
      if (work.by() == By.MOVE_SEEN_LATE) {
        long unused = source.claim(StoreLines.GATE, 0, 1);
      }
      long seen = source.position(line);
      boolean used = seen > 0 && seen < Long.MAX_VALUE;
      if (used && store.compareAndSet(line, seen, seen + 1)) {
        ids.add(name + ' ' + (seen + 1)); // The number of a sequence for this position.
      }
    } catch (MintmarkException e) {
      // Its caller gets no id.
    }
  }

  private void make(ReplayedStore source, ReplayedStore target) {
    Mintmark mint = open(work.from() == Side.SOURCE ? source : target);
    for (String name : work.names()) {
      try {
        try {
          make(mint, name);
        } catch (LineMovedException e) {
          // The user configures the other store for the process, as the message requires.
          mint = open(target);
          make(mint, name);
        }
      } catch (MintmarkException e) {
        // Its caller gets no id.
      }
    }
  }

  private void make(Mintmark mint, String name) {
    ids.add(name + ' ' + mint.sequence(name, s -> s.strict(true)).next());
  }

  static Mintmark open(LineStore store) {
    return Surroundings.SYSTEM
        .background(Runnable::run)
        .of(Mintmark.builder())
        .store(store)
        .open();
  }

  /** Parties with equal texts behave in the same way from here on. */
  @Override
  public String toString() {
    return text;
  }
}
