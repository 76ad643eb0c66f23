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
  private @Nullable KeyGenerator routeFrom;
  private final Map<Integer, Shards> layouts = new TreeMap<>();
  private int version;
  private ZoneId zone = ZoneOffset.UTC;

  /** Makes one without a format. */
  public KeyBuilder() {}

  @Override
  protected KeyBuilder self() {
    return this;
  }

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
   * Lets a route id that is a key of another generator lend its database, so that both rows lie in
   * one database. Blanks that a CHAR column has added to the key count for nothing, nor does the
   * case of letters where its keys have one case only; what else is almost such a key is refused.
   *
   * @param other makes keys that show a database
   * @return this
   */
  public KeyBuilder routeFrom(KeyGenerator other) {
    routeFrom = Objects.requireNonNull(other, "other");
    return this;
  }

  /**
   * Sets what {@code {version:N}} says: the version of the shard layout that new keys are made
   * under.
   *
   * @param number 0 or more; default 0
   * @return this
   */
  public KeyBuilder version(int number) {
    version = number;
    return this;
  }

  /**
   * Names an earlier shard layout, whose keys go on routing.
   *
   * @param number the version that its keys show
   * @param earlier the shards of then
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
