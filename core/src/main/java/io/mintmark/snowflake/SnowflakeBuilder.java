package io.mintmark.snowflake;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.Built;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.LocalLines;
import io.mintmark.internal.line.PositionCode;
import io.mintmark.internal.line.SkewRules;
import io.mintmark.internal.line.TickRules;
import io.mintmark.internal.line.TickScale;
import io.mintmark.internal.line.TimedLines;
import io.mintmark.internal.line.WindowRules;
import io.mintmark.internal.line.WindowSettings;
import io.mintmark.internal.store.Spec;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.MemoryStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a Snowflake generator is to be: {@link SnowflakeLayout#DEFAULT} unless told otherwise. Not
 * thread-safe.
 */
public final class SnowflakeBuilder extends WindowSettings<SnowflakeBuilder> {

  private SnowflakeLayout layout = SnowflakeLayout.DEFAULT;
  private OptionalLong fixed = OptionalLong.empty();
  private @Nullable Path stateFile;
  private int numberStart = 64;

  /** Makes one with the defaults. */
  public SnowflakeBuilder() {}

  @Override
  protected SnowflakeBuilder self() {
    return this;
  }

  /**
   * Sets how the bits are split, with unit and epoch.
   *
   * @param split a layout of at most 63 bits
   * @return this
   */
  public SnowflakeBuilder layout(SnowflakeLayout split) {
    layout = split;
    return this;
  }

  /**
   * Sets the layout of a preset, and the behaviour of its original where that differs: {@code
   * shardingsphere} has no tolerance for a clock that steps back, and waits for it.
   *
   * @param name one of {@link SnowflakeLayout#presets}, or a split such as {@code 41/10/12}
   * @return this
   * @throws ConfigurationException if there is no such preset
   */
  public SnowflakeBuilder preset(String name) {
    layout = SnowflakeLayout.parse(name);
    if (name.equals("shardingsphere")) {
      clockTolerance(Duration.ZERO).onClockBehind(OnClockBehind.WAIT);
    }
    return this;
  }

  /**
   * Sets the tick.
   *
   * @param unit 1 ms, 10 ms or 1 s
   * @return this
   */
  public SnowflakeBuilder unit(Duration unit) {
    layout = layout.withUnit(unit);
    return this;
  }

  /**
   * Sets where the time counts from.
   *
   * @param epoch a whole millisecond
   * @return this
   */
  public SnowflakeBuilder epoch(Instant epoch) {
    layout = layout.withEpoch(epoch);
    return this;
  }

  /**
   * Sets the number of a generator without a store. Nothing but the configuration keeps another
   * process from using it too.
   *
   * @param number a number of the layout
   * @return this
   */
  public SnowflakeBuilder worker(long number) {
    fixed = OptionalLong.of(number);
    return this;
  }

  /**
   * Keeps, for a generator without a store, what was claimed in a file: written and forced to disk
   * before it is used, locked against a second process, so that a restart under a clock that was
   * set back repeats nothing. The lock is on the file and on another one beside it, {@code
   * NAME.lock}.
   *
   * @param file made if it does not exist, for its owner only; its directory has to be there
   * @return this
   */
  public SnowflakeBuilder stateFile(Path file) {
    stateFile = file;
    return this;
  }

  /**
   * Sets among how many numbers the first of a tick takes turns, so that ids made slowly spread
   * evenly over {@code id % tables}. At most a quarter of a tick's numbers is used for it.
   *
   * @param span 1 for always 0; default 64
   * @return this
   */
  public SnowflakeBuilder numberStart(int span) {
    numberStart = span;
    return this;
  }

  /**
   * Tells all settings in one fixed form.
   *
   * @return equal for builders that build the same
   */
  public String settings() {
    return form()
        + windowSettings()
        + " numberStart="
        + numberStart
        + " worker="
        + fixed
        + " stateFile="
        + stateFile;
  }

  /**
   * Tells the settings that bear on uniqueness.
   *
   * @param name the generator's name
   * @return what generators share that share the name, or the worker scope: there, what a position
   *     means, and how worker and position become an id
   */
  public List<Spec> specs(String name) {
    String scope = scopeOf(name);
    return List.of(
        Spec.ofName(name, form() + sharedScope(name), List::of),
        Spec.ofScope(scope, scopeSpec(), List::of),
        Spec.ofIds(scope, "", idsSpec()));
  }

  private String form() {
    return "snowflake layout="
        + layout.split()
        + (layout.numberFirst() ? " number-first" : "")
        + " unitMs="
        + layout.unitMs()
        + " epoch="
        + layout.epoch();
  }

  private String idsSpec() {
    return "ids workerBits=" + layout.workerBits() + (layout.numberFirst() ? " number-first" : "");
  }

  private String scopeSpec() {
    return "worker unitMs="
        + layout.unitMs()
        + " epoch="
        + layout.epoch()
        + " capacity="
        + layout.capacity();
  }

  /**
   * Checks the settings for a generator with a store.
   *
   * @param name the generator's name, for the message
   * @throws ConfigurationException with every fault there is
   */
  public void check(String name) {
    List<String> faults = commonFaults();
    checkWorkers(name, layout.workers(), "layout", faults);
    fault(
        faults,
        fixed.isPresent() || stateFile != null,
        "worker or stateFile are given, which are for a generator without a store: use"
            + " preferWorker");
    refuse(name, faults);
  }

  private List<String> commonFaults() {
    List<String> faults = new ArrayList<>();
    fault(
        faults,
        !layout.canMake(),
        Message.of("a layout of 64 bits can only be read: layout={}", layout.split()));
    Duration tick = Duration.ofMillis(layout.unitMs());
    fault(
        faults,
        window().compareTo(tick) < 0 || window().compareTo(MAX_WINDOW) > 0,
        Message.of("the window is not a tick to an hour: window={}, tick={}", window(), tick));
    checkClockRules(faults);
    fault(
        faults, numberStart < 1, Message.of("numberStart is below 1: numberStart={}", numberStart));
    return faults;
  }

  private static void refuse(String name, List<String> faults) {
    if (!faults.isEmpty()) {
      throw new ConfigurationException("snowflake '" + name + "'", faults);
    }
  }

  /**
   * Builds the generator on the lines {@code worker/SCOPE/W}. Called by {@link
   * io.mintmark.Mintmark}, after {@link #check} and the fingerprints.
   *
   * @param name the generator's name
   * @param store where the lines are
   * @param oneShot whether to claim no more than each call asks for
   * @param note written beside a line that is taken
   * @param context clocks, background and deadline
   * @return the generator, and what stops it
   */
  public Built<SnowflakeGenerator> build(
      String name, ClaimStore store, boolean oneShot, String note, Context context) {
    RandomGenerator random = context.randoms().get();
    WindowRules windows = new WindowRules(
            workersFrom(),
            workersEnd(layout.workers()),
            preferredWorker(),
            oneShot ? 0 : window().toMillis() / layout.unitMs(),
            Duration.ZERO,
            false,
            new SkewRules(maxSkew().toMillis(), isClockConfirmed(), UnaryOperator.identity()),
            UnaryOperator.identity())
        .admit("snowflake '" + name + "'", store, window());
    TimedLines lines = new TimedLines(
        "worker/" + scopeOf(name) + "/", ticks(OnClockBehind.HOP), UnaryOperator.identity());
    LocalLine line = LocalLines.workers(
        name,
        code(),
        store,
        lines.name(),
        lines.rules(),
        windows,
        start(random),
        random,
        note,
        context);
    String workers = workersFrom() + ".." + (workersEnd(layout.workers()) - 1);
    return new Built<>(
        new SnowflakeGenerator(name, layout, lines, workers, line, context.wall()), line);
  }

  StandaloneSnowflake buildStandalone(String name, Context context) {
    List<String> faults = commonFaults();
    long worker = fixed.orElse(-1);
    fault(
        faults,
        worker < 0 || worker >= layout.workers(),
        Message.of(
            "a generator without a store has no worker number within the layout: worker={},"
                + " layout has {}",
            fixed.isPresent() ? worker : "none",
            layout.workers()));
    fault(
        faults,
        hasWorkers(),
        "scope, workers or preferWorker are given, which are for a" + " generator with a store");
    fault(
        faults,
        onClockBehindOr(OnClockBehind.REFUSE) == OnClockBehind.HOP,
        "a generator without a store has no other worker number to hop to: onClockBehind=HOP");
    refuse(name, faults);
    ClaimStore state =
        stateFile == null ? new MemoryStore(context.wall()) : new StateFile(stateFile, form());
    TimedLines lines =
        new TimedLines("worker/" + worker, ticks(OnClockBehind.REFUSE), UnaryOperator.identity());
    LocalLine line = LocalLines.fixedWorker(
        name,
        code(),
        state,
        worker,
        lines.rules(),
        window().toMillis() / layout.unitMs(),
        start(context.randoms().get()),
        context);
    return new StandaloneSnowflake(
        name, layout, lines, Long.toString(worker), line, state, context.wall());
  }

  private PositionCode code() {
    return layout.numberFirst()
        ? new PositionCode(0, layout.workerBits(), 0)
        : new PositionCode(layout.capacity() - 1, layout.workerBits(), layout.numberBits());
  }

  private TickRules ticks(OnClockBehind usual) {
    return new TickRules(
        TickScale.of(layout.epoch().toEpochMilli(), layout.unitMs()),
        layout.capacity(),
        layout.ticks(),
        maxAhead().toMillis(),
        clockTolerance().toMillis(),
        onClockBehindOr(usual));
  }

  private LongSupplier start(RandomGenerator random) {
    return new RollingStart(Math.max(1, Math.min(numberStart, layout.capacity() / 4)), random);
  }
}
