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
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.testkit.ManualTime;
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
 * A process that claims or makes ids with the product's own code. It stops at each call to the
 * store, and at each choice: the reading of its clock, its random numbers, and how much of a range
 * it uses. From each stop it can continue in several ways, see {@link Replay}. Two copies of it are
 * two processes with the same memory, as after a snapshot.
 */
final class ReplayedProcess {

  /** The call or the choice at which it stops. */
  sealed interface Stop {}

  /** It has made all of its claims. */
  record Ended() implements Stop {}

  /** It makes a choice: a number below {@code bound}. */
  record Choice(int bound) implements Stop {}

  /** It reads a number's line. */
  record Position(int worker) implements Stop {}

  /** It reads the engine's life, together with the positions of lines. */
  record Life(List<Integer> lines) implements Stop {}

  /** A call that may move the line of a worker number. */
  sealed interface Write extends Stop {

    /** The worker number of the line. */
    int worker();
  }

  /** It claims on the line of a worker number. */
  record Claim(int worker, long atLeast, long count) implements Write {}

  /** It moves the line of a worker number from the position that it has read. */
  record Move(int worker, long expected, long next) implements Write {}

  /** A range of a worker number's positions that it uses as its own. */
  record Window(int worker, long start, long end) {}

  /**
   * Precedes a reply if the process was copied before it. States whether the process learns of the
   * snapshot.
   */
  enum Resumed {
    /** It learns of the snapshot from the calls before and after it. */
    TOLD,
    UNTOLD
  }

  /** The work of a process. */
  enum Work {
    /** It claims worker numbers. It owns all positions that it has claimed. */
    CLAIM,
    /** It claims windows of a worker number and makes ids from them. It owns these ids. */
    MAKE_FROM_WINDOWS,
    /** It makes ids with one claim for each, on one line. It owns these ids. */
    MAKE_ONE_BY_ONE
  }

  /**
   * The settings of a process.
   *
   * @param work its work
   * @param rules how time becomes positions
   * @param windows the rules of windows, including the worker numbers
   * @param clockTicks how many ticks its clock may show, starting with 0
   * @param times how many claims or ids it makes
   * @param canLoseWrites whether the engine can forget
   * @param settings the settings that it compares with the store before each claim; empty for no
   *     comparison. With settings, it uses one worker number
   */
  record Program(
      Work work,
      TickRules rules,
      WindowRules windows,
      int clockTicks,
      int times,
      boolean canLoseWrites,
      String settings) {

    /** The position of the fingerprint's line under these settings. */
    long fingerprint() {
      return SpecLine.fingerprint(settings);
    }
  }

  /** The index of the fingerprint's line, after the lines of two worker numbers. */
  static final int FINGERPRINT = 2;

  /** How long it waits for an id. Nothing else happens during this wait. */
  private static final Duration TIMEOUT = Duration.ofMillis(1);

  /** Above all positions that are used here. */
  private static final long SEQUENCE_END = 1L << 60;

  /** Encodes the worker number above the position. */
  private static final PositionCode CODE = new PositionCode(-1, 0, 32);

  private final Program program;
  private final Past past;
  private final List<Window> windows = new ArrayList<>();
  private final Stop stop;

  private final ReplayedProcess beginning;

  /**
   * The process after each possible reply. Many states contain it at the same point, so each
   * continuation is run only once.
   */
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

  /** Returns the fingerprint of its own settings. */
  long fingerprint() {
    return program.fingerprint();
  }

  /**
   * Returns the ranges that it owns. After a snapshot, these are the ranges that it has claimed
   * since.
   */
  List<Window> windows() {
    return windows;
  }

  /**
   * Continues with a reply.
   *
   * @param answer a Long, an Integer, a Boolean or an EngineLife; a MintmarkException, which is
   *     thrown to the code; or a Resumed, which must be followed by another reply
   */
  ReplayedProcess after(Object answer) {
    return later.computeIfAbsent(
        text(answer), text -> new ReplayedProcess(program, beginning, past.with(answer, text)));
  }

  /** Returns this process at its start. */
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

  /** Processes with equal texts behave in the same way from here on. */
  @Override
  public String toString() {
    return Long.toHexString(past.hash());
  }

  /** One run from the start. */
  private final class Run implements LineStore {

    private final Replay<Stop> replay;

    /** The object that is suspended for a snapshot. */
    private Lifecycle suspendable = new Lifecycle() {
      @Override
      public void close() {}

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
          Claimed claimed =
              source.claim(new ClaimRequest(floor, floor, 1, 1, wallMs, now, false, false));
          if (claimed.end() > claimed.start()) {
            // Windows of different settings must not overlap, whatever their worker numbers are.
            int line = program.settings().isEmpty() ? (int) claimed.worker() : 0;
            windows.add(new Window(line, claimed.start(), claimed.end()));
          }
          long used = choose(2) == 0 ? claimed.start() : claimed.end();
          held = new Owned(claimed.worker(), used, claimed.end());
        } catch (StoreRewoundException e) {
          source = source();
          held = Owned.NOTHING;
        } catch (MintmarkException e) {
          // Its callers get no ids. The next claim continues from the held range.
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
          "orders", new NumberClaims(this, "0", () -> 0, SEQUENCE_END, "last=1", context), context);
      suspendable = queue;
      for (int i = 0; i < program.times(); i++) {
        make(time, background, () -> queue.reserveAsync(1, last -> last));
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
      LineStore store = program.settings().isEmpty()
          ? this
          : ComparedSettings.on(
              this,
              program.settings(),
              Long.toString(program.windows().workersFrom()),
              context(time, new ArrayDeque<>()));
      TimedLines lines = new TimedLines("", program.rules(), moment -> moment);
      return new WorkerLines(store, lines, program.windows(), context(time, new ArrayDeque<>()));
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
      // No backup was restored.
      return line.equals(WindowRules.RESTORED) ? 0 : (long) answer(new Position(number(line)));
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
      // Needed only for the message that refuses other settings.
      return List.of(
          new Line(page.prefix(), SpecLine.fingerprint("others"), "others", Instant.EPOCH));
    }

    @Override
    public void annotate(String line, String note) {
      // A note is only for people.
    }

    @Override
    public void close() {}
  }

  /** Random numbers, each of which is a choice of the search. */
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
