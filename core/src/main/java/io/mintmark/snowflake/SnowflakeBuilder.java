package io.mintmark.snowflake;

import io.mintmark.generator.OnClockBehind;
import io.mintmark.settings.TimedBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a Snowflake generator. The layout is {@link SnowflakeLayout#DEFAULT} unless another
 * is set. Not thread-safe.
 */
public final class SnowflakeBuilder extends TimedBuilder<SnowflakeBuilder, SnowflakeGenerator> {

  private SnowflakeLayout layout = SnowflakeLayout.DEFAULT;
  private OptionalLong worker = OptionalLong.empty();
  private @Nullable Path stateFile;
  private int numberStart = 64;

  /** Makes one with the defaults. */
  public SnowflakeBuilder() {}

  /**
   * {@inheritDoc}
   *
   * @hidden for Mintmark alone
   */
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
    layout = Objects.requireNonNull(split, "split");
    return this;
  }

  /**
   * Sets the layout of a preset, and the behaviour of the original if it differs from Mintmark's:
   * {@code shardingsphere} has no tolerance for a clock that steps back, and waits for it.
   *
   * @param name one of {@link SnowflakeLayout#presets}, or a split such as {@code 41/10/12}
   * @return this
   * @throws io.mintmark.error.ConfigurationException if there is no such preset
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
   * Sets the worker number of a {@link StandaloneSnowflake}. Nothing but the configuration keeps
   * another process from using it too. With a store it is refused: use {@link #preferWorker}.
   *
   * @param number a number of the layout
   * @return this
   */
  public SnowflakeBuilder worker(long number) {
    worker = OptionalLong.of(number);
    return this;
  }

  /**
   * Sets a file in which a {@link StandaloneSnowflake} keeps what it has claimed, so that a restart
   * under a clock that was set back repeats nothing. Each claim is forced to disk before it is
   * used, and the file is locked against a second process. The lock is on the file and on another
   * one beside it, {@code NAME.lock}.
   *
   * @param file made if it does not exist, for its owner only; its directory has to be there
   * @return this
   */
  public SnowflakeBuilder stateFile(Path file) {
    stateFile = Objects.requireNonNull(file, "file");
    return this;
  }

  /**
   * Sets from how many different numbers a tick may start. Each new tick starts one further, then
   * from 0 again, so that ids made slowly spread evenly over {@code id % tables}. At most a quarter
   * of a tick's numbers is used for it.
   *
   * @param span 1 for always 0; default 64
   * @return this
   */
  public SnowflakeBuilder numberStart(int span) {
    numberStart = span;
    return this;
  }

  /**
   * {@inheritDoc}
   *
   * @hidden for Mintmark alone
   */
  @Override
  protected SnowflakeSettings settings() {
    return new SnowflakeSettings(
        timed(), layout, worker, Optional.ofNullable(stateFile), numberStart);
  }
}
