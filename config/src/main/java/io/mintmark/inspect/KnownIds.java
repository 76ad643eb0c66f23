package io.mintmark.inspect;

import io.mintmark.snowflake.SnowflakeLayout;
import java.util.Map;
import java.util.Optional;

/**
 * The ids of a generator that an inspector recognises.
 *
 * @param layout the layout of a Snowflake, with a prefix or without
 * @param key the form of readable keys
 * @param prefix the prefix of other ids
 * @param opaque the form of opaque ids
 * @param notes the notes for people about the ids
 */
public record KnownIds(
    Optional<SnowflakeLayout> layout,
    Optional<KnownKey> key,
    Optional<KnownPrefix> prefix,
    Optional<OpaqueForm> opaque,
    Map<String, String> notes) {}
