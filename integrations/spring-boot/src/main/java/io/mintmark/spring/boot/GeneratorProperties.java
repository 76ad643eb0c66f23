package io.mintmark.spring.boot;

import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.key.Routing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one generator under {@code mintmark.generators.NAME}, for completion in IDEs.
 * Spring's configuration metadata can describe settings below an arbitrary name only by the type of
 * the map's values, and this is that type. Nothing is bound to it: {@link ConfiguredGenerators}
 * reads the settings as texts with Mintmark's own tables, which report faults more exactly. A test
 * compares this type with those tables.
 *
 * @param type the kind of id
 * @param description the purpose of the ids
 * @param table the table that contains the ids
 * @param column the column of the table that contains the ids
 * @param format the format of a key, for example {@code {time:yyMMddHHmmss}{seq:4}}
 * @param zone the time zone of the time in a key
 * @param shards the databases and tables to which keys are routed
 * @param routeFrom the generator whose keys are the route ids of these keys; a key then has the
 *     database of its route id
 * @param version the version of a key's shard layout; for UUIDs, their version: 1, 4, 6 or 7
 * @param prefix the text before the underscore at the start of each id: letters a to z, and _
 *     between them
 * @param checkDigit whether each id with a prefix ends with a check digit
 * @param earlierShards the shards of older keys, by their version
 * @param start the lowest number of a sequence, at which it starts; or the lowest number in keys, 0
 *     or 1
 * @param step the distance of each number from the previous one
 * @param offset the sequence makes only the numbers offset, offset + step, and so on
 * @param maximum the highest number; after it, calls fail
 * @param cycle the range that the sequence repeats, for example {@code 1..99}
 * @param opaqueKeyFile a file with the key that hides the order of a sequence or a Snowflake
 * @param strict whether each number is claimed from the store by itself, so that numbers ascend
 *     over all processes
 * @param segmentDuration how long a segment, which is a range of numbers that a process has
 *     claimed, lasts at the present rate
 * @param segment the smallest and the largest size of a segment, for example {@code 1..1000}
 * @param layout the bits of time, worker and number, for example {@code 41/10/12}, or a preset
 * @param unit the smallest step (tick) of the time in an id: 1ms, 10ms or 1s
 * @param epoch the moment from which the time in an id counts, for example
 *     {@code 2020-01-01T00:00:00Z}
 * @param numberStart with how many different numbers a tick can start, so that rare ids spread
 *     evenly over tables chosen by {@code id % tables}
 * @param workers the worker numbers that this process may take, for example {@code 0..511}
 * @param preferWorker the worker number to try first
 * @param workerPool the name of a pool of worker numbers; generators with the same pool share its
 *     numbers
 * @param window how much time is claimed ahead; ids continue for this long without the store
 * @param maxAhead how far ids may be ahead of the clock before calls wait
 * @param maxSkew how far this host's clock may be ahead of the store's before a claim is refused
 * @param clockTolerance how far the clock may step back before {@code on-clock-behind} applies
 * @param clockConfirmed confirms that this host's clock is right, for a store without a clock
 * @param onClockBehind the reaction when the clock is behind by more than {@code clock-tolerance}:
 *     hop, refuse or wait
 * @param order whether ids ascend over the whole generator, or only within each thread
 */
record GeneratorProperties(
    Type type,
    @Nullable String description,
    @Nullable String table,
    @Nullable String column,
    @Nullable String format,
    @Nullable String zone,
    @Nullable ShardProperties shards,
    @Nullable String routeFrom,
    @Nullable Integer version,
    @Nullable String prefix,
    @Nullable Boolean checkDigit,
    Map<Integer, ShardProperties> earlierShards,
    @Nullable Long start,
    @Nullable Long step,
    @Nullable Long offset,
    @Nullable Long maximum,
    @Nullable String cycle,
    @Nullable Path opaqueKeyFile,
    @Nullable Boolean strict,
    @Nullable Duration segmentDuration,
    @Nullable String segment,
    @Nullable String layout,
    @Nullable Duration unit,
    @Nullable String epoch,
    @Nullable Integer numberStart,
    @Nullable String workers,
    @Nullable Long preferWorker,
    @Nullable String workerPool,
    @Nullable Duration window,
    @Nullable Duration maxAhead,
    @Nullable Duration maxSkew,
    @Nullable Duration clockTolerance,
    @Nullable Boolean clockConfirmed,
    @Nullable OnClockBehind onClockBehind,
    @Nullable IdOrder order) {

  /** The kinds of ids. */
  enum Type {
    KEY,
    SEQUENCE,
    SNOWFLAKE,
    OBJECTID,
    UUID,
    TYPEID
  }

  /**
   * A shard layout: how many databases and tables there are, and how keys are routed to them.
   *
   * @param databases how many databases there are
   * @param tablesPerDatabase how many tables each has
   * @param route how a route id determines a database and a table
   */
  record ShardProperties(
      @Nullable Integer databases,
      @Nullable Integer tablesPerDatabase,
      @Nullable Routing route) {}
}
