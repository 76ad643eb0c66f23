package io.mintmark.internal.line;

import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.line.RangeSource.Owned;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import io.mintmark.time.ElapsedClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A process that claims worker numbers by the real code, and stands still at each call to the store
 * and at each choice: its clock, its random numbers, how much it uses of what it has.
 *
 * <p>All that the code does follows from the answers that it gets. So a process is the list of the
 * answers that it has got. To go on by one step it is run from its start, is given all of them
 * again, and stops at the next call. That needs no threads, and from one place it can go on in as
 * many ways as there are answers.
 */
final class ReplayedProcess {

  /** Where it stands still. */
  sealed interface Stop {}

  /** It has claimed as often as it was to. */
  record Ended() implements Stop {}

  /** It asks for a number below {@code bound}. */
  record Choice(int bound) implements Stop {}

  /** It reads a number's line. */
  record Position(int worker) implements Stop {}

  /** It reads which life the engine is in. */
  record Life() implements Stop {}

  /** A call that moves a number's line, if it can. */
  sealed interface Write extends Stop {

    /** Whose line. */
    int worker();
  }

  /** It claims on a number's line. */
  record Claim(int worker, long atLeast, long count) implements Write {}

  /** It moves a number's line from where it was seen. */
  record Move(int worker, long expected, long next) implements Write {}

  /** A range of a number's positions that it uses as its own. */
  record Window(int worker, long start, long end) {}

  /**
   * How each process is set up.
   *
   * @param rules how time becomes positions
   * @param windows which numbers there are
   * @param clockTicks how many ticks its clock may show, from 0 on
   * @param claims how often it claims
   * @param canLoseWrites whether the engine can forget
   */
  record Program(
      TickRules rules, WindowRules windows, int clockTicks, int claims, boolean canLoseWrites) {}

  private final Program program;
  private final List<Object> answers;
  private final List<Window> windows = new ArrayList<>();
  private final Stop stop;

  private ReplayedProcess(Program program, List<Object> answers) {
    this.program = program;
    this.answers = answers;
    this.stop = new Run().untilItStops();
  }

  static ReplayedProcess started(Program program) {
    return new ReplayedProcess(program, List.of());
  }

  Stop stop() {
    return stop;
  }

  /** All that it has claimed and counts as its own. */
  List<Window> windows() {
    return windows;
  }

  /**
   * Goes on with an answer.
   *
   * @param answer a Long, a Boolean, an EngineLife; a MintmarkException is thrown at the code
   */
  ReplayedProcess after(Object answer) {
    List<Object> longer = new ArrayList<>(answers);
    longer.add(answer);
    return new ReplayedProcess(program, longer);
  }

  /** Processes with equal texts do the same from here on. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Object answer : answers) {
      if (answer instanceof EngineLife life) {
        text.append(life.id()).append('@').append(life.began().getEpochSecond());
        text.append('+').append(life.now().getEpochSecond());
      } else {
        text.append(answer instanceof MintmarkException ? "!" : answer);
      }
      text.append(',');
    }
    return text.toString();
  }

  /** Ends a run at a call that has no answer yet. The code that is run lets errors pass. */
  private static final class Stopped extends Error {

    private static final long serialVersionUID = 1;

    private final transient Stop at;

    Stopped(Stop at) {
      super("no answer yet", null, false, false);
      this.at = at;
    }
  }

  /** One run from the start. */
  private final class Run implements ClaimStore {

    private int given;

    Stop untilItStops() {
      try {
        claimAll();
        return new Ended();
      } catch (Stopped stopped) {
        return stopped.at;
      }
    }

    private void claimAll() {
      TickRules rules = program.rules();
      RangeSource source = source();
      Owned held = Owned.NOTHING;
      long highestMs = 0;
      for (int i = 0; i < program.claims(); i++) {
        long wallMs = rules.timeMs(choose(program.clockTicks()) * rules.capacity());
        highestMs = Math.max(highestMs, wallMs);
        long floor = rules.floor(highestMs);
        long position = Math.min(Math.max(held.position(), floor), held.end());
        Owned now = new Owned(held.worker(), position, held.end());
        try {
          Claimed claimed = source.claim(new ClaimRequest(floor, 1, 1, wallMs, now, false));
          if (claimed.end() > claimed.start()) {
            windows.add(new Window((int) claimed.worker(), claimed.start(), claimed.end()));
          }
          long used = choose(2) == 0 ? claimed.start() : claimed.end();
          held = new Owned(claimed.worker(), used, claimed.end());
        } catch (StoreRewoundException e) {
          source = source();
          held = Owned.NOTHING;
        } catch (MintmarkException e) {
          // Its callers get nothing; the next claim goes on with what is held.
        }
      }
    }

    private RangeSource source() {
      return new WorkerLines(
          this,
          "",
          program.rules(),
          program.windows(),
          ElapsedClock.system(),
          (ChosenNumbers) this::choose,
          "");
    }

    private Object answer(Stop call) {
      if (given == answers.size()) {
        throw new Stopped(call);
      }
      Object answer = answers.get(given++);
      if (answer instanceof MintmarkException e) {
        throw e;
      }
      return answer;
    }

    private int choose(int bound) {
      return bound == 1 ? 0 : (int) answer(new Choice(bound));
    }

    @Override
    public long claim(String line, long atLeast, long count) {
      return (long) answer(new Claim(Integer.parseInt(line), atLeast, count));
    }

    @Override
    public boolean compareAndSet(String line, long expected, long next) {
      return (boolean) answer(new Move(Integer.parseInt(line), expected, next));
    }

    @Override
    public long position(String line) {
      return (long) answer(new Position(Integer.parseInt(line)));
    }

    @Override
    public Optional<EngineLife> life(String line) {
      return Optional.of((EngineLife) answer(new Life()));
    }

    @Override
    public boolean canLoseAcknowledgedWrites() {
      return program.canLoseWrites();
    }

    @Override
    public Optional<Instant> now() {
      return Optional.empty();
    }

    @Override
    public List<Line> lines(LinePage page) {
      throw new UnsupportedOperationException("nothing that is run here lists lines");
    }

    @Override
    public void annotate(String line, String note) {
      throw new UnsupportedOperationException("nothing that is run here writes notes");
    }

    @Override
    public void close() {}
  }

  /** Random numbers that are chosen one by one. */
  @FunctionalInterface
  private interface ChosenNumbers extends RandomGenerator {

    int choose(int bound);

    @Override
    default int nextInt(int bound) {
      return choose(bound);
    }

    @Override
    default long nextLong() {
      throw new UnsupportedOperationException("only bounded numbers are chosen");
    }
  }
}
