package io.mintmark.simulation;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.internal.store.LineStore;
import io.mintmark.opaque.LossyKey;
import io.mintmark.opaque.OpaqueKey;
import io.mintmark.store.EngineLife;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Fifteen bugs, each of which breaks a different rule of docs/GUARANTEES.md. The product is
 * unchanged: a bug is a store, a secret or a snapshot at one of its {@link Seams} that breaks the
 * rule.
 */
final class InjectedBugs {

  private static final String NOT_CLAIMED = "an id was made from an unclaimed position";
  private static final String TWICE = "an id was made twice";

  static final InjectedBug SKIPPED_WAIT = new InjectedBug(
      "a worker number is taken as soon as an engine that can forget is up",
      "windows, rule 3: no window starts in the first 15 s of a life",
      13,
      TWICE,
      ofLife(life -> new EngineLife(
          life.id(), life.began().minus(Duration.ofHours(1)), life.now(), life.next())));

  static final List<InjectedBug> ALL = List.of(
      new InjectedBug(
          "a claim starts at atLeast, although another process has claimed past it",
          "the claim: start = max(next, atLeast)",
          2,
          NOT_CLAIMED,
          ofClaims((store, line, atLeast, count) -> {
            long start = store.rightClaim(line, atLeast, count);
            return atLeast > 0 ? atLeast : start;
          })),
      new InjectedBug(
          "a claim without a reply is used",
          "the claim: nobody uses a range whose reply was lost",
          1,
          NOT_CLAIMED,
          ofClaims((store, line, atLeast, count) -> {
            try {
              return store.rightClaim(line, atLeast, count);
            } catch (StoreUnavailableException e) {
              return Math.max(atLeast, store.end(line));
            }
          })),
      new InjectedBug(
          "a worker number is taken although its line has moved",
          "the claim: compareAndSet moves a line from exactly where it was seen",
          1,
          NOT_CLAIMED,
          ofStore((store, node) -> new BrokenStore(store) {
            @Override
            public boolean compareAndSet(String line, long expected, long next) {
              return super.compareAndSet(line, expected, next) || line.startsWith("worker/");
            }
          })),
      new InjectedBug(
          "the last claim is given back when a process is closed",
          "the claim: a line never falls",
          1,
          TWICE,
          ofStore((store, node) -> new BrokenStore(store) {
            @Override
            public void close() {
              last.forEach((line, range) -> {
                if (!line.startsWith("spec/") && !line.startsWith("mintmark/")) {
                  boolean unused = store().lower(line, range[1], Math.max(1, range[0]));
                }
              });
              super.close();
            }
          })),
      new InjectedBug(
          "a bit of the position is lost when a number is hidden",
          "the theorem: an id is a one-to-one function of its position",
          42,
          TWICE,
          new Seams() {
            @Override
            OpaqueKey key(OpaqueKey key) {
              return new LossyKey(key);
            }
          }),
      new InjectedBug(
          "the first engine's clock is a minute ahead of the next engine's",
          "windows, rule 1: a window ends 10 s after a reading, and readings differ by at most 5 s",
          3_249,
          TWICE,
          ofLife(life -> life.id().equals("life-0")
              ? new EngineLife(life.id(), life.began(), life.now().plusSeconds(60), life.next())
              : life)),
      new InjectedBug(
          "a window is renewed wherever the claim starts",
          "windows, rule 2: a renewal counts only if it starts at the window's end",
          1,
          NOT_CLAIMED,
          ofClaims((store, line, atLeast, count) -> {
            long end = store.end(line);
            long start = store.rightClaim(line, atLeast, count);
            return line.startsWith("worker/") && end > 0 ? Math.min(start, end) : start;
          })),
      SKIPPED_WAIT,
      new InjectedBug(
          "the life is read once in ten seconds, and not again after a claim",
          "windows, rule 4: a claim counts only if the life was the same before and after it",
          18,
          TWICE,
          ofStore((store, node) -> new BrokenStore(store) {
            private Optional<EngineLife> kept = Optional.empty();

            @Override
            public Optional<EngineLife> life(List<String> lines) {
              EngineLife life = super.life(lines).orElseThrow();
              kept = kept.filter(each -> life.now().isBefore(each.now().plusSeconds(10)))
                  .or(() -> Optional.of(life));
              return kept.map(
                  each -> new EngineLife(each.id(), each.began(), life.now(), life.next()));
            }
          })),
      new InjectedBug(
          "a store that went back is not noticed",
          "the store does not go back: an answer below an earlier claim stops the generator",
          138,
          NOT_CLAIMED,
          ofClaims((store, line, atLeast, count) -> {
            long end = store.end(line);
            return Math.max(end, store.rightClaim(line, atLeast, count));
          })),
      new InjectedBug(
          "a process is not told of a snapshot",
          "memory is not cloned: before a snapshot a generator drops its claims",
          6,
          NOT_CLAIMED,
          new Seams() {
            @Override
            void snapshot(Runnable taken) {
              taken.run();
            }
          }),
      new InjectedBug(
          "fingerprints are not compared",
          "fingerprints: a process with other settings is refused",
          23,
          "a process was accepted although its settings differ from those of others",
          ofStore((store, node) -> new ForgetfulOfSettings(store))),
      new InjectedBug(
          "a process takes fingerprints that it wrote itself for those on the store",
          "windows, rule 5: each reading finds the process's own fingerprints",
          19,
          TWICE,
          ofStore((store, node) -> new BrokenStore(store) {
            @Override
            public Optional<EngineLife> life(List<String> lines) {
              return super.life(lines)
                  .map(life -> new EngineLife(
                      life.id(), life.began(), life.now(), withOwn(lines, life.next())));
            }

            private List<Long> withOwn(List<String> lines, List<Long> next) {
              return IntStream.range(0, lines.size())
                  .mapToObj(i -> lines.get(i).startsWith("spec/")
                      ? last.getOrDefault(lines.get(i), new long[] {0, next.get(i)})[1]
                      : next.get(i))
                  .toList();
            }
          })),
      new InjectedBug(
          "one process claims parts of ticks that other processes claim whole",
          "windows, rule 6: whether processes share a tick depends only on its length",
          49,
          TWICE,
          ofStore((store, node) -> new BrokenStore(store) {
            @Override
            public Optional<EngineLife> life(List<String> lines) {
              // Only in runs with different settings, the other processes use keys of this name.
              boolean shares = node.host.number % 2 == 1 && lines.get(0).startsWith("worker/k/");
              return super.life(lines)
                  .map(life ->
                      shares ? new EngineLife("", Instant.EPOCH, life.now(), life.next()) : life);
            }
          })),
      new InjectedBug(
          "a clock far ahead is accepted",
          "failures: a clock far ahead is refused",
          52,
          "a generator makes no ids although all faults have ended",
          ofStore((store, node) -> new BrokenStore(store) {
            @Override
            public Optional<Instant> now() {
              return super.now().map(now -> node.wall.instant());
            }

            @Override
            public LinePositions positions(List<String> lines) {
              LinePositions read = super.positions(lines);
              return new LinePositions(read.next(), read.now().map(now -> node.wall.instant()));
            }
          })));

  private InjectedBugs() {}

  /**
   * An injected bug.
   *
   * @param name a description of the bug
   * @param rule the rule that it breaks
   * @param seed a seed that is known to show it
   * @param promise the violation that it causes
   * @param seams the seams with the bug
   */
  record InjectedBug(String name, String rule, long seed, String promise, Seams seams) {

    boolean isShownBy(Run.Result result) {
      return result.violation() != null && Violation.promise(result.violation()).equals(promise);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** Replaces the claim of a broken store. */
  private interface Claim {
    long claim(BrokenStore store, String line, long atLeast, long count);
  }

  private static Seams ofStore(BiFunction<LineStore, Node, LineStore> broken) {
    return new Seams() {
      @Override
      LineStore store(LineStore store, Node node) {
        return broken.apply(store, node);
      }
    };
  }

  private static Seams ofClaims(Claim broken) {
    return ofStore((store, node) -> new BrokenStore(store) {
      @Override
      public long claim(String line, long atLeast, long count) {
        return broken.claim(this, line, atLeast, count);
      }
    });
  }

  private static Seams ofLife(UnaryOperator<EngineLife> broken) {
    return ofStore((store, node) -> new BrokenStore(store) {
      @Override
      public Optional<EngineLife> life(List<String> lines) {
        return super.life(lines).map(broken);
      }
    });
  }

  /** The store of one process, which remembers its last range of each line. */
  private static class BrokenStore extends ForwardingStore {
    final Map<String, long[]> last = new HashMap<>();

    BrokenStore(LineStore store) {
      super(store);
    }

    /** Returns the end of the last range; 0 if there is none. */
    final long end(String line) {
      return last.getOrDefault(line, new long[2])[1];
    }

    final long rightClaim(String line, long atLeast, long count) {
      long start = store().claim(line, atLeast, count);
      last.put(line, new long[] {start, start + count});
      return start;
    }

    @Override
    public long claim(String line, long atLeast, long count) {
      return rightClaim(line, atLeast, count);
    }

    @Override
    public boolean compareAndSet(String line, long expected, long next) {
      boolean moved = super.compareAndSet(line, expected, next);
      if (moved && next > 1) {
        last.put(line, new long[] {expected, next});
      }
      return moved;
    }

    @Override
    public LinePositions positions(List<String> lines) {
      return store().positions(lines);
    }
  }

  /** Returns to each process its own settings as those of the store. */
  private static final class ForgetfulOfSettings extends BrokenStore {
    private final Map<String, Long> own = new HashMap<>();

    ForgetfulOfSettings(LineStore store) {
      super(store);
    }

    @Override
    public LinePositions positions(List<String> lines) {
      LinePositions read = super.positions(lines);
      List<Long> next = IntStream.range(0, lines.size())
          .mapToObj(i -> lines.get(i).startsWith("spec/")
              ? own.getOrDefault(lines.get(i), 0L)
              : read.next().get(i))
          .toList();
      return new LinePositions(next, read.now());
    }

    @Override
    public boolean compareAndSet(String line, long expected, long next) {
      if (line.startsWith("spec/")) {
        own.put(line, next);
        boolean unused = store().compareAndSet(line, expected, next);
        return true;
      }
      return super.compareAndSet(line, expected, next);
    }
  }
}
