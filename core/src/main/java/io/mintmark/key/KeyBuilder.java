package io.mintmark.key;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.settings.TimedBuilder;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link KeyGenerator}. A format is needed; the rest has defaults. */
public final class KeyBuilder extends TimedBuilder<KeyBuilder, KeyGenerator> {

  private static final int MAX_ZONE = 100;

  private @Nullable KeyFormat format;
  private @Nullable Shards shards;
  private @Nullable FormattedKeys routeFrom;
  private final Map<Integer, Shards> layouts = new TreeMap<>();
  private int version;
  private ZoneId zone = ZoneOffset.UTC;

  /** Makes one without a format. */
  public KeyBuilder() {}

  /**
   * Sets what keys look like.
   *
   * @param text see {@link KeyFormat}
   * @return this
   * @throws ConfigurationException with every fault of the format
   */
  public KeyBuilder format(String text) {
    format = KeyFormat.parse(text);
    return this;
  }

  /**
   * Sets where rows lie. A format then shows {@code {db:N}} and {@code {table:N}}, and each key is
   * made for a route id.
   *
   * @param current how many databases and tables there are now
   * @return this
   */
  public KeyBuilder shards(Shards current) {
    shards = Objects.requireNonNull(current, "current");
    return this;
  }

  /**
   * If a route id is a key of another generator, the new key takes the database from it, so that
   * both rows lie in one database. Blanks that a CHAR column added are ignored, and so is upper or
   * lower case if that generator's keys have only one of them. A text that only nearly is such a
   * key is refused.
   *
   * @param other makes keys that show a database
   * @return this
   */
  public KeyBuilder routeFrom(KeyGenerator other) {
    routeFrom = (FormattedKeys) Objects.requireNonNull(other, "other");
    return this;
  }

  /**
   * Sets the number that new keys show in {@code {version:N}}: the version of the current shard
   * layout.
   *
   * @param number 0 or more; default 0
   * @return this
   */
  public KeyBuilder version(int number) {
    version = number;
    return this;
  }

  /**
   * Names an earlier shard layout, so that its keys still find their rows.
   *
   * @param number the version that its keys show
   * @param earlier the databases and tables of that version
   * @return this
   */
  public KeyBuilder earlierShards(int number, Shards earlier) {
    layouts.put(number, Objects.requireNonNull(earlier, "earlier"));
    return this;
  }

  /**
   * Sets the zone whose local time is printed. All names of one fixed offset, such as {@code UTC}
   * and {@code Etc/UTC}, are the same zone.
   *
   * @param id for example {@code Asia/Shanghai}; default UTC
   * @return this
   * @throws ConfigurationException if there is no such zone
   */
  public KeyBuilder zone(String id) {
    Objects.requireNonNull(id, "id");
    if (id.length() > MAX_ZONE) {
      throw new ConfigurationException(
          "keys",
          Message.of(
              "the time zone has more than {} characters:" + " length={}", MAX_ZONE, id.length()));
    }
    try {
      zone = ZoneId.of(id).normalized();
    } catch (DateTimeException e) {
      throw new ConfigurationException("keys", Message.of("no such time zone: zone='{}'", id));
    }
    return this;
  }

  /**
   * {@inheritDoc}
   *
   * @hidden for Mintmark alone
   */
  @Override
  protected KeySettings settings() {
    return new KeySettings(
        timed(),
        Optional.ofNullable(format),
        Optional.ofNullable(shards),
        Optional.ofNullable(routeFrom).map(KeySettings.Lender::new),
        version,
        new TreeMap<>(layouts),
        zone);
  }
}
