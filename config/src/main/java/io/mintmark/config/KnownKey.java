package io.mintmark.config;

import io.mintmark.key.KeyFormat;
import io.mintmark.key.Shards;
import java.time.ZoneId;
import java.util.Map;

/**
 * The form of readable keys that an inspector recognises.
 *
 * @param format the keys' format
 * @param zone the time zone of the local time in the keys
 * @param layouts the shard layouts by version; none for keys without shards
 */
public record KnownKey(KeyFormat format, ZoneId zone, Map<Integer, Shards> layouts) {}
