package io.mintmark.snowflake;

import io.mintmark.generator.OnClockBehind;
import io.mintmark.settings.TimedBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Settings of a Snowflake generator. The layout is {@link SnowflakeLayout#DEFAULT} unless another
 * is set. Not thread-safe.
 */
public final class SnowflakeBuilder extends TimedBuilder<SnowflakeBuilder, SnowflakeGenerator> {

  private SnowflakeLayout layout = SnowflakeLayout.DEFAULT;
  private int numberStart = 64;

  /** Creates a builder with the defaults. */
  public SnowflakeBuilder() {}

  /**
   * Sets how the bits are split, including the unit and the epoch.
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
   * with {@code shardingsphere}, {@code clockTolerance} is 0, and a generator waits for a clock
   * that has stepped back.
   *
   * @param name a key of {@link SnowflakeLayout#presets}, or a split such as {@code 41/10/12}
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
   * Sets the epoch, from which the time in ids is counted.
   *
   * @param epoch a whole millisecond
   * @return this
   */
  public SnowflakeBuilder epoch(Instant epoch) {
    layout = layout.withEpoch(epoch);
    return this;
  }

  /**
   * Sets how many different numbers a tick may begin with. Each new tick begins with the next of
   * these numbers, cyclically, so that ids made slowly are distributed evenly over {@code id %
   * tables}. At most a quarter of a tick's numbers is used for this.
   *
   * @param span 1 to begin always with 0; default 64
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
    return new SnowflakeSettings(timed(), layout, numberStart);
  }
}
