package io.mintmark.spring.boot;

import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.key.Routing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one generator under {@code mintmark.generators.NAME}, as IDEs complete them: the
 * configuration metadata can name this type as a map's, and has no other place for what is under
 * any name. The settings are read as texts by Mintmark's own tables, which say more of what is
 * wrong, and a test compares the two.
 *
 * @param type the kind of id
 * @param description what the ids are for
 * @param table the table that has the ids
 * @param column the column of that table
 * @param format the format of a key, for example {@code {time:yyMMddHHmmss}{seq:4}}
 * @param zone the time zone of the time in a key
 * @param shards the databases and tables that keys lead to
 * @param routeFrom the generator whose keys are the route ids here, and give their database
 * @param version the version of the shard layout, or of UUIDs: 1, 4, 6 or 7
 * @param prefix what each id begins with, before an underscore: a to z, and _ between them
 * @param checkDigit whether each id with a prefix ends with a check digit
 * @param earlierShards by their version, the shards that keys of before lead to
 * @param start the lowest number of a sequence, at which it starts
 * @param step how far each number is from the one before
 * @param offset makes only the numbers offset, offset + step, and so on
 * @param maximum the highest number; after it, calls fail
 * @param cycle the range that the sequence counts through, again and again: {@code 1..99}
 * @param opaqueKeyFile a file with the key that hides the order of numbers, or a Snowflake
 * @param strict whether each number is a claim of its own, in one order over all processes
 * @param segmentDuration how long a segment lasts at the present rate
 * @param segment the smallest and the largest size of a segment, for example {@code 1..1000}
 * @param layout the bits of time, worker and number, for example {@code 41/10/12}, or a preset
 * @param unit the tick of the time in an id: 1ms, 10ms or 1s
 * @param epoch the moment from which the time in an id counts: {@code 2020-01-01T00:00:00Z}
 * @param numberStart from how many different numbers a tick may start
 * @param workers the worker numbers that this process may take, for example {@code 0..511}
 * @param preferWorker the worker number to try first
 * @param scope generators of one scope share worker numbers
 * @param window how much time is claimed ahead, and so how long ids go on without the store
 * @param maxAhead how far ids may be ahead of the clock before calls wait
 * @param maxSkew how far this host's clock may be ahead of the store's before a claim is refused
 * @param clockTolerance how far the clock may step back before {@code on-clock-behind} applies
 * @param clockConfirmed confirms that this host's clock is right, where the store has no clock
 * @param onClockBehind what happens then: hop, refuse or wait
 * @param order among which ids they rise: all of the generator, or those of each thread
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
    @Nullable String scope,
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
   * How many databases and tables there are.
   *
   * @param databases how many databases there are
   * @param tablesPerDatabase how many tables each has
   * @param route how a route id leads to a database and a table
   */
  record ShardProperties(
      @Nullable Integer databases,
      @Nullable Integer tablesPerDatabase,
      @Nullable Routing route) {}
}
