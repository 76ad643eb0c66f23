package io.mintmark.storm;

import io.mintmark.Mintmark;
import io.mintmark.generator.LongGenerator;
import io.mintmark.key.KeyGenerator;
import io.mintmark.opaque.OpaqueKey;
import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.util.HexFormat;
import java.util.function.IntFunction;

/** The kinds of ids that processes make: numbers, or keys that can be read as numbers. */
enum Kind {
  /**
   * Made in the process, from windows, which are spans of time claimed on worker numbers. The
   * servers make some too.
   */
  SNOWFLAKE(Order.PROCESS, "worker/storm/snowflake/", "storm/snowflake: {type: snowflake}"),

  /** Encrypted Snowflakes, without a visible order. */
  OPAQUE(
      Order.NONE,
      "worker/storm/opaque/",
      "storm/opaque: {type: snowflake, opaque-key-file: opaque.key}"),

  /** Readable keys with a worker field, also made in the process from windows. */
  WORKER_KEY(
      Order.PROCESS,
      "worker/storm/worker-key/",
      "storm/worker-key: {type: key, format: \"" + Kind.WORKER_FORMAT + "\"}"),

  /** Numbers claimed in advance. */
  SEGMENTED(Order.PROCESS, "seq/storm/segmented", "storm/segmented: {type: sequence}"),

  /** One claim for each call, for one number or several. The servers make some too. */
  STRICT(Order.ALL, "seq/probe", "probe: {type: sequence, strict: true}"),

  /** Readable keys without a worker field: one claim for each call. */
  CLAIMED_KEY(
      Order.ALL,
      "key/storm/claimed-key",
      "storm/claimed-key: {type: key, format: \"" + Kind.CLAIMED_FORMAT + "\"}");

  /** The name of the Snowflakes, which the servers have too. */
  static final String SNOWFLAKES = "storm/snowflake";

  /** The key of opaque ids, in hex. */
  static final String OPAQUE_KEY = "000102030405060708090a0b0c0d0e0f";

  /** Short, so that each fault coincides with a renewal. */
  static final Duration WINDOW = Duration.ofSeconds(4);

  private static final String WORKER_FORMAT = "{time:yyMMddHHmmssSSS}{worker:2}{seq:1}";
  private static final String CLAIMED_FORMAT = "{time:yyMMddHHmmss}{seq:5}";
  private static final long NUMBERS = 10;
  private static final long WORKERS_AND_NUMBERS = 1_000;

  private final Order order;
  private final String line;
  private final String definition;

  Kind(Order order, String line, String definition) {
    this.order = order;
    this.line = line;
    this.definition = definition;
  }

  /** The calls within which the values of a kind must rise with time. */
  enum Order {
    /** All calls of the generator, in all processes. */
    ALL,

    /** All calls of one process. A process opens only one generator of a kind. */
    PROCESS,

    NONE
  }

  Order order() {
    return order;
  }

  /** Whether its ids keep their order when the clock steps back by more than the tolerance. */
  boolean keepsOrderInAHop() {
    return this != SNOWFLAKE && this != WORKER_KEY;
  }

  /**
   * The rising value of an id. For a key with a worker field, it consists of the time and the
   * number.
   */
  long position(long id) {
    return this == WORKER_KEY ? id / WORKERS_AND_NUMBERS * NUMBERS + id % NUMBERS : id;
  }

  /** Returns a source of batches of its ids. A batch of one uses the method for a single id. */
  IntFunction<long[]> generator(Mintmark mint) {
    return switch (this) {
      case SNOWFLAKE -> numbers(mint.snowflake(SNOWFLAKES, s -> s.window(WINDOW)));
      case OPAQUE -> {
        OpaqueKey key = OpaqueKey.of(HexFormat.of().parseHex(OPAQUE_KEY));
        yield numbers(mint.snowflake("storm/opaque", s -> s.opaque(key).window(WINDOW)));
      }
      case WORKER_KEY ->
        keys(mint.keys("storm/worker-key", k -> k.format(WORKER_FORMAT).window(WINDOW)));
      case SEGMENTED -> numbers(mint.sequence("storm/segmented"));
      case STRICT -> numbers(mint.sequence(ServerProcess.PROBE, s -> s.strict(true)));
      case CLAIMED_KEY -> keys(mint.keys("storm/claimed-key", k -> k.format(CLAIMED_FORMAT)));
    };
  }

  /**
   * Its name and settings, as a line of a configuration in the folder of the file {@code
   * opaque.key}.
   */
  String definition() {
    return definition;
  }

  /** The name of its line in the store, or the prefix of its lines' names. */
  String line() {
    return line;
  }

  /**
   * Returns a source of Snowflakes with the same name as in another process, but with a different
   * layout and window.
   */
  static IntFunction<long[]> otherSnowflakes(Mintmark mint) {
    SnowflakeLayout layout =
        new SnowflakeLayout(41, 8, 14, 1, SnowflakeLayout.DEFAULT.epoch(), false);
    return numbers(
        mint.snowflake(SNOWFLAKES, s -> s.layout(layout).window(WINDOW.multipliedBy(2))));
  }

  private static IntFunction<long[]> numbers(LongGenerator ids) {
    return count -> count == 1 ? new long[] {ids.next()} : ids.nextBatch(count);
  }

  private static IntFunction<long[]> keys(KeyGenerator keys) {
    return count -> count == 1
        ? new long[] {Long.parseLong(keys.next())}
        : keys.nextTextBatch(count).stream().mapToLong(Long::parseLong).toArray();
  }
}
