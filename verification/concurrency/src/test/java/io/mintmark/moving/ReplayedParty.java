package io.mintmark.moving;

import io.mintmark.Mintmark;
import io.mintmark.concurrency.Replay;
import io.mintmark.concurrency.Replay.Past;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.moving.StoreCall.Side;
import io.mintmark.store.ClaimStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The real code of a copy, or of a process that makes ids, which stands still at each call to one
 * of the two stores.
 */
final class ReplayedParty {

  /** How a process comes to an id. */
  enum By {
    CLAIM,
    /** It moves the line from where it has seen it, beside its claim on the gate. */
    MOVE,
    /** The same, but it looks at the line only when the gate was open: one step is taken away. */
    MOVE_SEEN_LATE
  }

  /**
   * What it does.
   *
   * @param from which store it starts on
   * @param by how it comes to an id
   * @param names of the sequences that a process makes an id of each, one after another; empty for
   *     a copy
   */
  record Work(Side from, By by, List<String> names) {

    static final Work COPY = new Work(Side.SOURCE, By.CLAIM, List.of());

    static Work on(Side from, String... names) {
      return new Work(from, By.CLAIM, List.of(names));
    }

    /** On the source, as a worker number is taken. */
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

  /** What it becomes by each answer: many states have it at one place, which is run to once. */
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

  /** Where it stands still; empty once it has come to its end. */
  Optional<StoreCall> stop() {
    return stop;
  }

  /** The ids that it has made. */
  List<String> ids() {
    return ids;
  }

  /** The answers that it has had. */
  List<Object> answers() {
    return past.answers();
  }

  ReplayedParty after(Object answer) {
    String text =
        answer instanceof MintmarkException e ? e.getClass().getName() : answer.toString();
    return later.computeIfAbsent(
        text, key -> new ReplayedParty(work, beginning, past.with(answer, key)));
  }

  /** The same from its start. */
  ReplayedParty again() {
    return beginning;
  }

  private static void copy(ReplayedStore source, ReplayedStore target) {
    try {
      CopyReport unused = new LinesCopy(source, target, "target", (step, done, all) -> {}, 1).run();
    } catch (MintmarkException e) {
      // It was refused, or a store did not answer: it ends.
    }
  }

  /** The gate is the first of the two calls here; a claim has the other order. */
  private void move(ReplayedStore source) {
    String name = work.names().get(0);
    String line = "seq/" + name;
    try {
      ClaimStore store = work.by() == By.MOVE ? new MovableStore(source) : source;
      if (work.by() == By.MOVE_SEEN_LATE) {
        long unused = source.claim(StoreLines.GATE, 0, 1);
      }
      long seen = source.position(line);
      boolean used = seen > 0 && seen < Long.MAX_VALUE;
      if (used && store.compareAndSet(line, seen, seen + 1)) {
        ids.add(name + ' ' + (seen + 1)); // The number that a sequence makes of this position.
      }
    } catch (MintmarkException e) {
      // Its caller gets nothing.
    }
  }

  private void make(ReplayedStore source, ReplayedStore target) {
    Mintmark mint = open(work.from() == Side.SOURCE ? source : target);
    for (String name : work.names()) {
      try {
        try {
          make(mint, name);
        } catch (LineMovedException e) {
          // As the message says, the process is pointed at the other store.
          mint = open(target);
          make(mint, name);
        }
      } catch (MintmarkException e) {
        // Its caller gets nothing.
      }
    }
  }

  private void make(Mintmark mint, String name) {
    ids.add(name + ' ' + mint.sequence(name, s -> s.strict(true)).next());
  }

  static Mintmark open(ClaimStore store) {
    return Surroundings.SYSTEM
        .background(Runnable::run)
        .of(Mintmark.builder())
        .store(store)
        .open();
  }

  /** Parties with equal texts do the same from here on. */
  @Override
  public String toString() {
    return text;
  }
}
