package io.mintmark.snowflake;

import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.kind.Builders;
import io.mintmark.internal.kind.TimedChoices;
import io.mintmark.settings.TimedBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Settings of a Snowflake generator. The layout is {@link SnowflakeLayout#DEFAULT} unless another
 * is set. Not thread-safe.
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
   * Sets how the bits are split. The layout's unit and epoch apply unless {@link #unit} or {@link
   * #epoch} is called too, before or after this.
   *
   * @param layout a layout of at most 63 bits
   * @return this
   */
  public SnowflakeBuilder layout(SnowflakeLayout layout) {
    this.layout = Objects.requireNonNull(layout, "layout");
    return this;
  }

  /**
   * Sets the layout of a preset or of a split. With {@code shardingsphere}, generators also behave
   * like the original: the default of {@code clockTolerance} is 0, and a generator waits for a
   * clock that has stepped back.
   *
   * @param name a key of {@link SnowflakeLayout#presets}, or a split such as {@code 41/10/12}
   * @return this
   * @throws io.mintmark.error.ConfigurationException if there is no such preset
   */
  public SnowflakeBuilder layout(String name) {
    return layout(SnowflakeLayout.parse(name));
  }

  /**
   * Sets the tick.
   *
   * @param unit 1 ms, 10 ms or 1 s; default the layout's
   * @return this
   */
  public SnowflakeBuilder unit(Duration unit) {
    this.unit = Optional.of(Objects.requireNonNull(unit, "unit"));
    return this;
  }

  /**
   * Sets the epoch, from which the time in ids is counted.
   *
   * @param epoch a whole millisecond; default the layout's
   * @return this
   */
  public SnowflakeBuilder epoch(Instant epoch) {
    this.epoch = Optional.of(Objects.requireNonNull(epoch, "epoch"));
    return this;
  }

  /**
   * Sets how many different numbers a tick may begin with. Each new tick begins with the next of
   * these numbers, cyclically, so that ids made slowly are distributed evenly over {@code id %
   * tables}. At most a quarter of a tick's numbers is used for this.
   *
   * @param numberStart 1 to begin always with 0; default 64
   * @return this
   */
  public SnowflakeBuilder numberStart(int numberStart) {
    this.numberStart = numberStart;
    return this;
  }

  private SnowflakeSettings settings() {
    SnowflakeLayout ticked = unit.map(layout::withUnit).orElse(layout);
    SnowflakeLayout whole = epoch.map(ticked::withEpoch).orElse(ticked);
    boolean waits = isOfShardingSphere(layout);
    return new SnowflakeSettings(
        waits ? timed.settings(Duration.ZERO, Optional.of(OnClockBehind.WAIT)) : timed.settings(),
        whole,
        numberStart);
  }

  /**
   * Compares without the record's {@code equals}. On the first call of that method, the JDK caches
   * the record's class, and so its class loader, until it caches another record's class.
   */
  private static boolean isOfShardingSphere(SnowflakeLayout layout) {
    SnowflakeLayout known = SnowflakeLayout.SHARDINGSPHERE;
    return layout.timeBits() == known.timeBits()
        && layout.workerBits() == known.workerBits()
        && layout.numberBits() == known.numberBits()
        && layout.unitMs() == known.unitMs()
        && layout.epoch().equals(known.epoch())
        && layout.numberFirst() == known.numberFirst();
  }
}
