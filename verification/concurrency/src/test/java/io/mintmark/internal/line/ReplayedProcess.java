package io.mintmark.internal.line;

import io.mintmark.ComparedSettings;
import io.mintmark.concurrency.Replay;
import io.mintmark.concurrency.Replay.Past;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.generator.IdOrder;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.line.RangeSource.Owned;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import io.mintmark.testkit.ManualTime;
import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A process that claims or makes ids by the real code, and stands still at each call to the store
 * and at each choice: its clock, its random numbers, how much it uses of what it has. From one
 * place it can go on in many ways, see {@link Replay}. Two copies of it are two processes with one
 * memory, as after a snapshot.
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

  /** It reads which life the engine is in, and lines with it. */
  record Life(List<Integer> lines) implements Stop {}

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

  /** Comes before an answer if the process was copied before it: whether it was told of that. */
  enum Resumed {
    /** By the calls before a snapshot and after it. */
    TOLD,
    UNTOLD
  }

  /** What a process does. */
  enum Work {
    /** It claims worker numbers; all that it has claimed is its own. */
    CLAIM,
    /** It makes ids with a worker number from windows that it claims; they are its own. */
    MAKE_FROM_WINDOWS,
    /** It makes ids that each cost a claim on one line; they are its own. */
    MAKE_ONE_BY_ONE
  }

  /**
   * How each process is set up.
   *
   * @param work what it does
   * @param rules how time becomes positions
   * @param windows which numbers there are
   * @param clockTicks how many ticks its clock may show, from 0 on
   * @param times how often it claims, or makes an id
   * @param canLoseWrites whether the engine can forget
   * @param settings what it compares with the store, before each claim; empty for nothing. With
   *     settings it has one worker number
   */
  record Program(
      Work work,
      TickRules rules,
      WindowRules windows,
      int clockTicks,
      int times,
      boolean canLoseWrites,
      String settings) {

    /** What is on the line of the fingerprint when these settings are there. */
    long fingerprint() {
      return SpecLine.fingerprint(settings);
    }
  }

  /** The line of the fingerprint comes after those of two worker numbers. */
  static final int FINGERPRINT = 2;

  /** How long it waits for an id, in which nothing happens but what it does itself. */
  private static final Duration TIMEOUT = Duration.ofMillis(1);

  /** Above all positions that are reached here. */
  private static final long SEQUENCE_END = 1L << 60;

  /** Puts the worker number above the position. */
  private static final PositionCode CODE = new PositionCode(-1, 0, 32);

  private final Program program;
  private final Past past;
  private final List<Window> windows = new ArrayList<>();
  private final Stop stop;

  private final ReplayedProcess beginning;

  /** What it becomes by each answer: many states have it at one place, which is run to once. */
  private final Map<String, ReplayedProcess> later = new HashMap<>();

  private ReplayedProcess(Program program, @Nullable ReplayedProcess beginning, Past past) {
    this.program = program;
    this.beginning = beginning == null ? this : beginning;
    this.past = past;
    Run run = new Run(new Replay<>(past));
    this.stop = run.replay.run(run::work).orElseGet(Ended::new);
  }

  static ReplayedProcess started(Program program) {
    return new ReplayedProcess(program, null, Past.NOTHING);
  }

  Stop stop() {
    return stop;
  }

  /** What it takes for its own settings. */
  long fingerprint() {
    return program.fingerprint();
  }

  /** All that it counts as its own; after a snapshot, what it has got since. */
  List<Window> windows() {
    return windows;
  }

  /**
   * Goes on with an answer.
   *
   * @param answer a Long, an Integer, a Boolean, an EngineLife; a MintmarkException is thrown at
   *     the code; after a Resumed another answer has to follow
   */
  ReplayedProcess after(Object answer) {
    return later.computeIfAbsent(
        text(answer), text -> new ReplayedProcess(program, beginning, past.with(answer, text)));
  }

  /** The same from its start. */
  ReplayedProcess again() {
    return beginning;
  }

  private static String text(Object answer) {
    if (answer instanceof EngineLife life) {
      return life.id()
          + '@'
          + life.began().toEpochMilli()
          + '+'
          + life.now().toEpochMilli()
          + life.next();
    }
    return answer instanceof MintmarkException ? "!" : answer.toString();
  }

  /** Processes with equal texts do the same from here on. */
  @Override
  public String toString() {
    return Long.toHexString(past.hash());
  }

  /** One run from the start. */
  private final class Run implements ClaimStore {

    private final Replay<Stop> replay;

    /** What is told of a snapshot. */
    private Suspendable suspendable = new Suspendable() {
      @Override
      public void suspend() {}

      @Override
      public void resume() {}
    };

    Run(Replay<Stop> replay) {
      this.replay = replay;
    }

    void work() {
      switch (program.work()) {
        case CLAIM -> claimAll();
        case MAKE_FROM_WINDOWS -> makeFromWindows();
        case MAKE_ONE_BY_ONE -> makeOneByOne();
      }
    }

    private void claimAll() {
      TickRules rules = program.rules();
      RangeSource source = source();
      Owned held = Owned.NOTHING;
      long highestMs = 0;
      for (int i = 0; i < program.times(); i++) {
        long wallMs = clockMs();
        highestMs = Math.max(highestMs, wallMs);
        long floor = rules.floor(highestMs);
        long position = Math.min(Math.max(held.position(), floor), held.end());
        Owned now = new Owned(held.worker(), position, held.end());
        try {
          Claimed claimed = source.claim(new ClaimRequest(floor, 1, 1, wallMs, now, false));
          if (claimed.end() > claimed.start()) {
            // Windows of different settings may not overlap, whatever their worker numbers.
            int line = program.settings().isEmpty() ? (int) claimed.worker() : 0;
            windows.add(new Window(line, claimed.start(), claimed.end()));
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

    private long clockMs() {
      TickRules rules = program.rules();
      return rules.timeMs(choose(program.clockTicks()) * rules.capacity());
    }

    private void makeFromWindows() {
      ManualTime time = new ManualTime(Instant.EPOCH);
      Queue<Runnable> background = new ArrayDeque<>();
      LocalLine line = new LocalLine(
          "users",
          new IdForm(CODE, () -> 0, IdOrder.GENERATOR),
          source(),
          program.rules(),
          context(time, background));
      suspendable = line;
      for (int i = 0; i < program.times(); i++) {
        time.setWall(Instant.ofEpochMilli(clockMs()));
        make(time, background, () -> LineBatches.nextAsync(line, 1, ids -> ids[0]));
      }
    }

    private void makeOneByOne() {
      ManualTime time = new ManualTime(Instant.EPOCH);
      Queue<Runnable> background = new ArrayDeque<>();
      Context context = context(time, background);
      ClaimQueue queue = new ClaimQueue(
          "orders", new NumberClaims(this, "0", SEQUENCE_END, "last=1", context), context);
      suspendable = queue;
      for (int i = 0; i < program.times(); i++) {
        make(time, background, () -> queue.claimAsync(1, start -> start));
      }
    }

    private Context context(ManualTime time, Queue<Runnable> background) {
      return new Context(time.wall(), time.elapsed(), false, background::add, TIMEOUT, () ->
          (ChosenNumbers) this::choose);
    }

    private void make(
        ManualTime time, Queue<Runnable> background, Supplier<CompletableFuture<Long>> next) {
      CompletableFuture<Void> unused = next.get().thenAccept(this::own);
      while (!background.isEmpty()) {
        background.remove().run();
      }
      time.advanceElapsed(TIMEOUT);
    }

    private void own(long id) {
      long position = id & ((1L << CODE.workerAt()) - 1);
      windows.add(new Window((int) (id >> CODE.workerAt()), position, position + 1));
    }

    private RangeSource source() {
      ManualTime time = new ManualTime(Instant.EPOCH);
      ClaimStore store = program.settings().isEmpty()
          ? this
          : ComparedSettings.on(
              this,
              program.settings(),
              Long.toString(program.windows().workersFrom()),
              context(time, new ArrayDeque<>()));
      return new WorkerLines(
          store,
          "",
          program.rules(),
          program.windows(),
          ElapsedClock.system(),
          (ChosenNumbers) this::choose,
          "");
    }

    private Object answer(Stop call) {
      Object answer = replay.answer(call);
      while (answer instanceof Resumed resumed) {
        windows.clear();
        if (resumed == Resumed.TOLD) {
          suspendable.suspend();
          suspendable.resume();
        }
        answer = replay.answer(call);
      }
      return answer;
    }

    private int choose(int bound) {
      return bound == 1 ? 0 : (int) answer(new Choice(bound));
    }

    @Override
    public long claim(String line, long atLeast, long count) {
      return (long) answer(new Claim(number(line), atLeast, count));
    }

    @Override
    public boolean compareAndSet(String line, long expected, long next) {
      return (boolean) answer(new Move(number(line), expected, next));
    }

    @Override
    public long position(String line) {
      return (long) answer(new Position(number(line)));
    }

    @Override
    public Optional<EngineLife> life(List<String> lines) {
      return Optional.of(
          (EngineLife) answer(new Life(lines.stream().map(Run::number).toList())));
    }

    private static int number(String line) {
      return line.equals(ComparedSettings.LINE) ? FINGERPRINT : Integer.parseInt(line);
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
      // Only for the message that refuses other settings.
      return List.of(
          new Line(page.prefix(), SpecLine.fingerprint("others"), "others", Instant.EPOCH));
    }

    @Override
    public void annotate(String line, String note) {
      // For people only: nothing follows from it.
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
