package io.mintmark.snowflake;

import io.mintmark.internal.kind.Built;
import io.mintmark.internal.kind.Faults;
import io.mintmark.internal.kind.IdCipher.Permutation;
import io.mintmark.internal.kind.SettingRange;
import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.kind.TimedSettings;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.LocalLines;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.PastPositions;
import io.mintmark.internal.line.PositionCode;
import io.mintmark.internal.line.TickRules;
import io.mintmark.internal.line.TickScale;
import io.mintmark.internal.line.TimedLines;
import io.mintmark.internal.line.WindowRules;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.Spec;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.text.WholeNumber;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * The settings of a Snowflake generator.
 *
 * @param timed the settings that all kinds with time-based positions have in common
 * @param layout how the bits of an id are split
 * @param numberStart the count of different numbers with which a tick may begin
 */
record SnowflakeSettings(TimedSettings timed, SnowflakeLayout layout, int numberStart)
    implements Settings<SnowflakeGenerator> {

  @Override
  public String subject(String name) {
    return "snowflake '" + name + "'";
  }

  @Override
  public List<String> faults(String name) {
    Faults faults = new Faults();
    timed.checkWorkers(name, layout.workers(), "layout", faults);
    faults.addIf(
        layout.bits() == 64, "a layout of 64 bits can only be read: layout={}", layout.split());
    Duration tick = Duration.ofMillis(layout.unitMs());
    timed.checkDurations(faults);
    faults.addIf(
        timed.window().compareTo(tick) < 0,
        "the window is shorter than a tick: window={}, tick={}",
        timed.window(),
        tick);
    faults.addUnlessIn("numberStart", numberStart, SettingRange.NUMBER_START);
    timed.checkOpaque(layout.last(), faults);
    return faults.all();
  }

  /**
   * Returns three groups of settings that processes must agree on. A position is a number on the
   * line of a worker number, and becomes one id. The first group contains the settings of the name
   * itself. The second determines which time and number a position in the worker pool stands for.
   * The third determines which id is made from a worker number and a position.
   */
  @Override
  public List<Spec> fingerprint(String name) {
    String pool = timed.poolOf(name);
    return List.of(
        Spec.ofName(name, form() + timed.sharedPool(name) + secret()),
        Spec.ofPool(
            pool,
            "worker unitMs=" + layout.unitMs() + " epoch=" + layout.epoch() + " capacity="
                + layout.capacity(),
            List::of),
        Spec.ofIds(pool, "", "ids workerBits=" + layout.workerBits() + numberFirst() + secret()));
  }

  /**
   * Returns the part of the fingerprint that shows the secret and the length of ids. Each length
   * has its own permutation, so all opaque ids in a pool must have the same length.
   */
  private String secret() {
    return timed.secret(Integer.toString(layout.bits()));
  }

  /**
   * Returns the permutation that hides all bits of ids; empty if ids are not opaque. A hidden id
   * has the same number of bits, and shows no time, worker or number.
   *
   * <p><b>Why no two ids are equal.</b> The plain ids of all generators that share worker numbers
   * differ. A permutation maps different ids to different ids, but only if all these generators use
   * the same permutation. So the store refuses a generator in the pool that has a different secret
   * or no secret. It also refuses ids of a different length, because each length has its own
   * permutation.
   */
  private Optional<Permutation> hiding(String name) {
    String line = SpecLine.WORKERS + timed.poolOf(name);
    return timed.opaque().map(cipher -> cipher.permutation(line, layout.last()));
  }

  private String form() {
    return "snowflake layout=" + layout.split() + numberFirst() + " unitMs=" + layout.unitMs()
        + " epoch=" + layout.epoch();
  }

  private String numberFirst() {
    return layout.numberFirst() ? " number-first" : "";
  }

  @Override
  public long plain(String name, String id) {
    long number = WholeNumber.parse(id);
    return hiding(name).map(with -> with.decrypt(layout.checked(name, number))).orElse(number);
  }

  @Override
  public List<String> firstLines(String name) {
    return timed.firstLines(name, layout.workers());
  }

  @Override
  public boolean ownsTicks() {
    return true;
  }

  /**
   * Creates a generator, which claims on the lines {@code worker/POOL/W}, one for each worker
   * number W.
   */
  @Override
  public Built<SnowflakeGenerator> make(String name, LineStore store, Context context) {
    WindowRules windows = timed.windows(
        subject(name),
        layout.workers(),
        TimeUnit.MILLISECONDS.toNanos(layout.unitMs()),
        timed.skew(UnaryOperator.identity()),
        UnaryOperator.identity(),
        store,
        context);
    TimedLines lines = lines(name);
    LocalLine line = LocalLines.workers(name, idForm(context), store, lines, windows, context);
    return new Built<>(
        new WorkerSnowflakes(
            name,
            layout,
            timed,
            hiding(name).orElse(null),
            lines,
            line,
            new PastPositions(name, store, lines, windows, UnaryOperator.identity(), line, context),
            context.wall()),
        line);
  }

  private IdForm idForm(Context context) {
    PositionCode code = layout.numberFirst()
        ? new PositionCode(0, layout.workerBits(), 0)
        : new PositionCode(layout.capacity() - 1, layout.workerBits(), layout.numberBits());
    long starts = Math.max(1, Math.min(numberStart, layout.capacity() / 4));
    return new IdForm(code, new RollingStart(starts, context.randoms().get()), timed.order());
  }

  private TimedLines lines(String name) {
    TickRules ticks = timed.ticks(
        TickScale.of(layout.epoch().toEpochMilli(), layout.unitMs()),
        layout.capacity(),
        layout.ticks(),
        true,
        TickRules.ALL);
    return new TimedLines(timed.workerLines(name), ticks, UnaryOperator.identity());
  }
}
