package io.mintmark.key;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.kind.Builders;
import io.mintmark.internal.kind.TimedChoices;
import io.mintmark.key.Field.Kind;
import io.mintmark.settings.TimedBuilder;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Settings of a {@link KeyGenerator}. The format is required; all other settings have defaults. Not
 * thread-safe.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.key.KeyGenerator;
 *
 * try (Mintmark mint = Mintmark.open("memory:")) {
 *   KeyGenerator orders = mint.keys(
 *       "orders", k -> k.format("OD-{time:yyyyMMdd}-{seq:6}").zone("Asia/Shanghai"));
 *   System.out.println(orders.next());
 * }
 * }</pre>
 */
public final class KeyBuilder extends TimedBuilder<KeyBuilder> {

  private static final int MAX_ZONE = 100;

  private Optional<KeyFormat> format = Optional.empty();
  private Optional<Shards> shards = Optional.empty();
  private Optional<FormattedKeys> routeFrom = Optional.empty();
  private final Map<Integer, Shards> layouts = new TreeMap<>();
  private int version;
  private Optional<ZoneId> zone = Optional.empty();
  private OptionalLong start = OptionalLong.empty();

  private final TimedChoices timed;

  static {
    Builders.register(
        KeyBuilder.class, () -> new KeyBuilder(new TimedChoices()), KeyBuilder::settings);
  }

  private KeyBuilder(TimedChoices timed) {
    super(timed);
    this.timed = timed;
  }

  /**
   * Sets the format of keys.
   *
   * @param text see {@link KeyFormat}
   * @return this
   * @throws ConfigurationException with every fault of the format
   */
  public KeyBuilder format(String text) {
    format = Optional.of(KeyFormat.parse(text));
    return this;
  }

  /**
   * Sets the databases and tables among which rows are distributed. The format then contains {@code
   * {db:N}} and {@code {table:N}}, and each key is made for a route id.
   *
   * @param current the current number of databases and tables
   * @return this
   */
  public KeyBuilder shards(Shards current) {
    shards = Optional.of(Objects.requireNonNull(current, "current"));
    return this;
  }

  /**
   * Puts rows into the same database as related rows whose keys another generator makes. If a route
   * id is a key of that generator, the new key has the same database as that key. Trailing blanks,
   * which a CHAR column adds, are ignored. Case is ignored if that generator's keys have only
   * upper-case or only lower-case letters. A text that looks like a mistyped key of that generator
   * is refused.
   *
   * @param other a generator whose keys show a database
   * @return this
   */
  public KeyBuilder routeFrom(KeyGenerator other) {
    routeFrom = Optional.of((FormattedKeys) Objects.requireNonNull(other, "other"));
    return this;
  }

  /**
   * Sets the version of the current shard layout, which new keys show in {@code {version:N}}.
   *
   * @param number 0 or more; default 0
   * @return this
   */
  public KeyBuilder version(int number) {
    version = number;
    return this;
  }

  /**
   * Adds an earlier shard layout, so that its keys can still be routed to their rows.
   *
   * @param number the version that the keys of this layout show
   * @param earlier the databases and tables of that version
   * @return this
   */
  public KeyBuilder earlierShards(int number, Shards earlier) {
    layouts.put(number, Objects.requireNonNull(earlier, "earlier"));
    return this;
  }

  /**
   * Sets the zone of the local time in keys. All names of one fixed offset, such as {@code UTC} and
   * {@code Etc/UTC}, are the same zone. The zone decides when the day of a key begins, and cannot
   * be changed later, so a format whose time shows no minutes requires a zone.
   *
   * @param id for example {@code Asia/Shanghai}; default UTC if the time shows minutes
   * @return this
   * @throws ConfigurationException if the zone does not exist
   */
  public KeyBuilder zone(String id) {
    Objects.requireNonNull(id, "id");
    if (id.length() > MAX_ZONE) {
      throw new ConfigurationException(
          "keys", "the time zone has more than " + MAX_ZONE + " characters: length=" + id.length());
    }
    try {
      return zone(ZoneId.of(id));
    } catch (DateTimeException e) {
      throw new ConfigurationException("keys", Message.of("no such time zone: zone='{}'", id));
    }
  }

  /**
   * Sets the zone of the local time in keys. All names of one fixed offset, such as {@code UTC} and
   * {@code Etc/UTC}, are the same zone. A format whose time shows no minutes requires a zone.
   *
   * @param zone for example the zone {@code Asia/Shanghai}; default UTC if the time shows minutes
   * @return this
   */
  public KeyBuilder zone(ZoneId zone) {
    this.zone = Optional.of(Objects.requireNonNull(zone, "zone").normalized());
    return this;
  }

  /**
   * Sets the lowest number that {@code {seq:N}} shows: the first number of each tick (the unit of
   * time in keys), or of all keys if the format lacks a time. A name keeps its start, like the
   * other settings on which all processes must agree. {@link #opaque Opaque} keys show hidden
   * numbers, so this setting does not apply to them.
   *
   * @param number 0 or 1. By default, a name that the store knows keeps its start, and a new name
   *     starts at 1. Names of earlier versions start at 0
   * @return this
   */
  public KeyBuilder start(long number) {
    start = OptionalLong.of(number);
    return this;
  }

  private KeySettings settings() {
    boolean showsNumbers =
        format.flatMap(chosen -> chosen.field(Kind.SEQ)).isPresent() && timed.opaque.isEmpty();
    return new KeySettings(
        timed.settings(false),
        format,
        shards,
        routeFrom,
        version,
        new TreeMap<>(layouts),
        zone,
        new KeyStart(start, showsNumbers));
  }
}
