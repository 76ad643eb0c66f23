package io.mintmark.snowflake;

import io.mintmark.internal.kind.Builders;
import io.mintmark.internal.kind.TimedChoices;
import io.mintmark.settings.TimedBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Settings of a Snowflake generator. The default layout is {@link SnowflakeLayout#DEFAULT}. Not
 * thread-safe.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import java.time.Duration;
 *
 * try (Mintmark mint = Mintmark.open("memory:")) {
 *   long id = mint.snowflake("users", s ->
 * s.layout("js-safe").window(Duration.ofSeconds(5))).next();
 * }
 * }</pre>
 */
public final class SnowflakeBuilder extends TimedBuilder<SnowflakeBuilder> {

  private SnowflakeLayout layout = SnowflakeLayout.DEFAULT;
  private Optional<Duration> unit = Optional.empty();
  private Optional<Instant> epoch = Optional.empty();
  private int numberStart = 64;

  private final TimedChoices timed;

  static {
    Builders.register(
        SnowflakeBuilder.class,
        () -> new SnowflakeBuilder(new TimedChoices()),
        SnowflakeBuilder::settings);
  }

  private SnowflakeBuilder(TimedChoices timed) {
    super(timed);
    this.timed = timed;
  }

  /**
   * Sets how the bits of an id are split between time, worker and number. If {@link #unit} or
   * {@link #epoch} is called, before or after this method, it replaces the layout's unit or epoch.
   *
   * @param layout a layout of at most 63 bits
   * @return this
   */
  public SnowflakeBuilder layout(SnowflakeLayout layout) {
    this.layout = Objects.requireNonNull(layout, "layout");
    return this;
  }

  /**
   * Sets a layout by the name of a preset, or by a split of the bits. With the preset {@code
   * shardingsphere}, generators also behave like those of ShardingSphere when the clock steps back:
   * the default of {@code clockTolerance} is 0, and a generator waits for the clock.
   *
   * @param name a key of {@link SnowflakeLayout#presets}, or a split such as {@code 41/10/12}
   * @return this
   * @throws io.mintmark.error.ConfigurationException if the name is neither a preset nor a valid
   *     split
   */
  public SnowflakeBuilder layout(String name) {
    return layout(SnowflakeLayout.parse(name));
  }

  /**
   * Sets the length of a tick, the unit of the time in ids.
   *
   * @param unit 1 ms, 10 ms or 1 s; default: the unit of the layout
   * @return this
   */
  public SnowflakeBuilder unit(Duration unit) {
    this.unit = Optional.of(Objects.requireNonNull(unit, "unit"));
    return this;
  }

  /**
   * Sets the epoch, from which the time in ids is counted.
   *
   * @param epoch a whole millisecond; default: the epoch of the layout
   * @return this
   */
  public SnowflakeBuilder epoch(Instant epoch) {
    this.epoch = Optional.of(Objects.requireNonNull(epoch, "epoch"));
    return this;
  }

  /**
   * Sets how many different numbers can be the first number of a tick. Each new tick begins with
   * the next of these numbers, cyclically. So {@code id % tables} distributes rows evenly even if a
   * tick has only one id. The count is limited to a quarter of a tick's numbers.
   *
   * @param numberStart the count; 1 to begin every tick with number 0; default 64
   * @return this
   */
  public SnowflakeBuilder numberStart(int numberStart) {
    this.numberStart = numberStart;
    return this;
  }

  /**
   * Compares with the preset of ShardingSphere by identity, because the {@code equals} method of a
   * record may keep the class loader in memory: when the method is called for the first time, the
   * JDK keeps the record's class in a cache.
   */
  @SuppressWarnings("ReferenceEquality")
  private SnowflakeSettings settings() {
    SnowflakeLayout ticked = unit.map(layout::withUnit).orElse(layout);
    SnowflakeLayout whole = epoch.map(ticked::withEpoch).orElse(ticked);
    boolean waits = layout == SnowflakeLayout.SHARDINGSPHERE;
    return new SnowflakeSettings(timed.settings(waits), whole, numberStart);
  }
}
