package io.mintmark.faults;

import io.mintmark.Mintmark;
import io.mintmark.generator.LongGenerator;
import io.mintmark.key.KeyGenerator;
import io.mintmark.objectid.ObjectIdGenerator;
import io.mintmark.opaque.OpaqueKey;
import io.mintmark.uuid.UuidGenerator;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * The kinds of ids that the storm draws. Each id is two words, which tell it from all others: a
 * number is the second of them, below zeros.
 */
enum Kind {
  /** Made in the process, from windows of worker numbers; the site's server makes some too. */
  SNOWFLAKE(true, Order.PROCESS),

  /** The same in an order that nobody can tell. */
  OPAQUE(true, Order.NONE),

  /** Readable, with a worker field: made in the process, likewise. */
  WORKER_KEY(true, Order.PROCESS),

  /** Numbers claimed ahead. */
  SEGMENTED(false, Order.PROCESS),

  /** A claim for each number or batch; the site's server draws from it too. */
  STRICT(false, Order.ALL),

  /** Readable, without a worker field: a claim for each. */
  CLAIMED_KEY(false, Order.ALL),

  /** Made without the store. */
  UUID_7(true, Order.PROCESS),

  /** Made without the store; those of one second are in no order. */
  OBJECT_ID(true, Order.NONE);

  private static final String WORKER_FORMAT = "{time:yyMMddHHmmssSSS}{worker:2}{seq:1}";
  private static final String CLAIMED_FORMAT = "{time:yyMMddHHmmss}{seq:5}";

  /** The key of opaque ids, as its file has it. */
  static final String OPAQUE_KEY = "000102030405060708090a0b0c0d0e0f";

  /** The name of the Snowflakes, which the site's server has too. */
  static final String SNOWFLAKES = "storm/snowflake";

  /** Short, so that each fault meets a renewal. */
  static final Duration WINDOW = Duration.ofSeconds(4);

  /** How many words an id is. */
  static final int WORDS = 2;

  private static final long NUMBERS = 10;
  private static final long WORKERS_AND_NUMBERS = 1_000;

  private final boolean survivesForgetting;
  private final Order order;

  Kind(boolean survivesForgetting, Order order) {
    this.survivesForgetting = survivesForgetting;
    this.order = order;
  }

  /** Makes ids. */
  @FunctionalInterface
  interface Source {

    /** Makes a batch of ids, or one by the call for one; returns the words of each in turn. */
    long[] next(int count);
  }

  /** Whether its ids are unique on an engine that forgets what it acknowledged. */
  boolean survivesForgetting() {
    return survivesForgetting;
  }

  /** Among which calls its ids rise with time. */
  Order order() {
    return order;
  }

  /** Whether they do so too when the clock steps back by more than is tolerated. */
  boolean keepsOrderInAHop() {
    return this != SNOWFLAKE && this != WORKER_KEY;
  }

  /**
   * What rises in an id: of a readable one with a worker, its time and number; of a UUID, its
   * milliseconds and the 20 bits of its counter, on both sides of its version and its variant.
   */
  long position(long high, long low) {
    return switch (this) {
      case WORKER_KEY -> low / WORKERS_AND_NUMBERS * NUMBERS + low % NUMBERS;
      case UUID_7 -> (high >>> 16 << 20) | ((high & 0xfff) << 8) | ((low >>> 54) & 0xff);
      default -> low;
    };
  }

  /** Writes an id down. */
  String text(long high, long low) {
    return switch (this) {
      case UUID_7 -> new UUID(high, low).toString();
      case OBJECT_ID -> HexFormat.of().toHexDigits(high, 8) + HexFormat.of().toHexDigits(low);
      default -> Long.toString(low);
    };
  }

  /** Returns what makes its ids. */
  Source generator(Mintmark mint) {
    return switch (this) {
      case SNOWFLAKE -> numbers(mint.snowflake(SNOWFLAKES, s -> s.window(WINDOW)));
      case OPAQUE -> {
        OpaqueKey key = OpaqueKey.of(HexFormat.of().parseHex(OPAQUE_KEY));
        yield numbers(mint.snowflake("storm/opaque", s -> s.opaque(key).window(WINDOW)));
      }
      case WORKER_KEY ->
        digits(mint.keys("storm/worker-key", k -> k.format(WORKER_FORMAT).window(WINDOW)));
      case SEGMENTED -> numbers(mint.sequence("storm/segmented"));
      case STRICT -> numbers(mint.sequence(ServerProcess.PROBE, s -> s.strict()));
      case CLAIMED_KEY -> digits(mint.keys("storm/claimed-key", k -> k.format(CLAIMED_FORMAT)));
      case UUID_7 -> uuids(mint.uuids("storm/uuid"));
      case OBJECT_ID -> objectIds(mint.objectIds("storm/object-id"));
    };
  }

  /**
   * Its name and settings, as a line of a server's configuration.
   *
   * @param opaqueKey a file with {@link #OPAQUE_KEY}
   */
  String definition(Path opaqueKey) {
    return switch (this) {
      case SNOWFLAKE -> SNOWFLAKES + ": {type: snowflake}";
      case OPAQUE -> "storm/opaque: {type: snowflake, opaque-key-file: \"" + opaqueKey + "\"}";
      case WORKER_KEY -> "storm/worker-key: {type: key, format: \"" + WORKER_FORMAT + "\"}";
      case SEGMENTED -> "storm/segmented: {type: sequence}";
      case STRICT -> ServerProcess.PROBE + ": {type: sequence, strict: true}";
      case CLAIMED_KEY -> "storm/claimed-key: {type: key, format: \"" + CLAIMED_FORMAT + "\"}";
      case UUID_7 -> "storm/uuid: {type: uuid}";
      case OBJECT_ID -> "storm/object-id: {type: objectid}";
    };
  }

  private static Source numbers(LongGenerator ids) {
    return source(
        ids::next,
        count -> Arrays.stream(ids.next(count)).boxed().toList(),
        id -> 0,
        Long::longValue);
  }

  private static Source digits(KeyGenerator keys) {
    return source(keys::next, keys::nextTexts, key -> 0, Long::parseLong);
  }

  private static Source uuids(UuidGenerator uuids) {
    return source(
        uuids::next, uuids::next, UUID::getMostSignificantBits, UUID::getLeastSignificantBits);
  }

  private static Source objectIds(ObjectIdGenerator ids) {
    return source(
        ids::next,
        ids::next,
        id -> Integer.toUnsignedLong(ByteBuffer.wrap(id.toBytes()).getInt()),
        id -> ByteBuffer.wrap(id.toBytes()).getLong(Integer.BYTES));
  }

  private static <T> Source source(
      Supplier<T> one, IntFunction<List<T>> batch, ToLongFunction<T> high, ToLongFunction<T> low) {
    return count -> {
      List<T> made = count == 1 ? List.of(one.get()) : batch.apply(count);
      return made.stream()
          .flatMapToLong(id -> LongStream.of(high.applyAsLong(id), low.applyAsLong(id)))
          .toArray();
    };
  }
}
