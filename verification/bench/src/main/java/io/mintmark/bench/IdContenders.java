package io.mintmark.bench;

import static com.github.f4b6a3.uuid.UuidCreator.getTimeOrderedEpochPlus1;
import static io.mintmark.generator.IdOrder.THREAD;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import com.fasterxml.uuid.impl.UUIDUtil;
import com.github.f4b6a3.tsid.TsidFactory;
import com.github.f4b6a3.uuid.UuidCreator;
import io.github.robsonkades.uuidv7.UUIDv7;
import io.hypersistence.tsid.TSID;
import io.mintmark.Mintmark;
import io.mintmark.bench.Figures.Row;
import io.mintmark.generator.LongGenerator;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.Shards;
import io.mintmark.objectid.ObjectId;
import io.mintmark.objectid.ObjectIdGenerator;
import io.mintmark.opaque.OpaqueKey;
import io.mintmark.opaque.PublicUuids;
import io.mintmark.prefix.PrefixedIds;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.uuid.TypeId;
import io.mintmark.uuid.UuidGenerator;
import io.mintmark.uuid.Uuids;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import me.ahoo.cosid.converter.Radix62IdConverter;
import me.ahoo.cosid.segment.IdSegmentDistributor.Atomic;
import me.ahoo.cosid.segment.SegmentChainId;
import me.ahoo.cosid.snowflake.DefaultSnowflakeFriendlyId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.bouncycastle.crypto.fpe.FPEFF1Engine;
import org.bouncycastle.crypto.params.FPEParameters;
import org.bouncycastle.crypto.params.KeyParameter;

/**
 * All measured ways to make or read an id. For each kind, Mintmark's come first, then the
 * alternatives that users would choose.
 */
final class IdContenders {

  /** How many ids a call for a batch makes. */
  static final int BATCH = 1024;

  static final String BY_THREAD = ", order: thread";

  private static final Instant EPOCH = Instant.parse("2020-01-01T00:00:00Z");

  /**
   * The number has 20 bits, enough for a billion ids a second. So no call waits for the next
   * millisecond.
   */
  private static final SnowflakeLayout LAYOUT = new SnowflakeLayout(41, 2, 20, 1, EPOCH, false);

  /**
   * More bits for the number than {@link #LAYOUT}. With 20 bits, a batch could use up a
   * millisecond's ids.
   */
  private static final SnowflakeLayout WIDE = new SnowflakeLayout(39, 2, 22, 1, EPOCH, false);

  private static final String FORMAT =
      "UD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}";
  private static final byte[] SECRET = HexFormat.of().parseHex("2b7e151628aed2a6abf7158809cf4f3c");

  /**
   * One way to make or read an id.
   *
   * @param method the method of {@link IdBenchmark} that calls it
   * @param opening returns a {@link LongSupplier} for numbers, otherwise a {@link Supplier}, which
   *     all threads call
   */
  record Contender(Row row, String method, Function<Mintmark, ?> opening) {}

  /** By kind and name, in the order of the tables. */
  static final Map<String, Contender> ALL = all();

  private final Map<String, Contender> all = new LinkedHashMap<>();

  private static Map<String, Contender> all() {
    IdContenders contenders = new IdContenders();
    contenders.numbers();
    contenders.objectIds();
    contenders.uuids();
    contenders.keys();
    contenders.opaque();
    contenders.batches();
    return contenders.all;
  }

  private void number(String kind, String name, Function<Mintmark, LongSupplier> opening) {
    add(kind, name, "number", opening);
  }

  private void object(String kind, String name, Function<Mintmark, Supplier<?>> opening) {
    add(kind, name, "object", opening);
  }

  /** Each thread has its own memory, because threads that share memory wait for its cache lines. */
  private <T> void batch(
      String kind, String name, Supplier<T> memory, Function<Mintmark, Consumer<T>> opening) {
    add(kind, name, "batch", mint -> {
      ThreadLocal<T> own = ThreadLocal.withInitial(memory);
      Consumer<T> fill = opening.apply(mint);
      return (Supplier<?>) () -> {
        fill.accept(own.get());
        return own.get();
      };
    });
  }

  private void add(String kind, String name, String method, Function<Mintmark, ?> opening) {
    all.put(kind + ": " + name, new Contender(new Row(kind, name), method, opening));
  }

  private void numbers() {
    String kind = "64-bit ids with time";
    String ours = "Mintmark Snowflake";
    number(kind, ours, mint -> numbers(mint.snowflake("a", s -> s.layout(LAYOUT))));
    number(
        kind,
        ours + BY_THREAD,
        mint -> numbers(mint.snowflake("a", s -> s.layout(LAYOUT).order(THREAD))));
    number(kind, "AtomicLong", mint -> new AtomicLong()::getAndIncrement);
    number(kind, "CosId", mint -> cosId(41, 20)::generate);
    number(kind, "hypersistence TSID", mint -> {
      var tsids = TSID.Factory.builder().withNodeBits(2).withNode(1).build();
      return () -> tsids.generate().toLong();
    });
    number(kind, "tsid-creator", mint -> {
      TsidFactory tsids = TsidFactory.builder().withNodeBits(2).withNode(1).build();
      return () -> tsids.create().toLong();
    });
    kind = "numbers from segments";
    ours = "Mintmark sequence";
    number(kind, ours, mint -> mint.sequence("a")::next);
    number(kind, ours + BY_THREAD, m -> m.sequence("a", s -> s.order(THREAD))::next);
    number(kind, "CosId SegmentChainId", m -> new SegmentChainId(new Atomic(1_000_000))::generate);
  }

  /**
   * Both sides of a comparison use the interface, because Snowflakes were a class in earlier
   * builds.
   */
  private static LongSupplier numbers(LongGenerator ids) {
    return ids::next;
  }

  private static MillisecondSnowflakeId cosId(int timeBits, int numberBits) {
    return new MillisecondSnowflakeId(EPOCH.toEpochMilli(), timeBits, 2, numberBits, 1);
  }

  private void objectIds() {
    object("ObjectId", "Mintmark", mint -> ObjectId::next);
    object("ObjectId", "org.bson", mint -> org.bson.types.ObjectId::new);
    object("ObjectId as hex", "Mintmark nextText", m -> ObjectIdGenerator.ofProcess()::nextText);
    object("ObjectId as hex", "Mintmark toString", mint -> () -> ObjectId.next().toString());
    object("ObjectId as hex", "org.bson", m -> () -> new org.bson.types.ObjectId().toHexString());
    String hex = ObjectId.next().toString();
    object("reading an ObjectId", "Mintmark", mint -> () -> ObjectId.parse(hex));
    object("reading an ObjectId", "org.bson", mint -> () -> new org.bson.types.ObjectId(hex));
  }

  private void uuids() {
    String kind = "UUID version 7";
    object(kind, "Mintmark", mint -> v7(mint)::next);
    object(kind, "Mintmark" + BY_THREAD, m -> m.uuids("a", u -> u.version(7).order(THREAD))::next);
    // The bits of randomUUID can be guessed, and its ids are not ordered between threads. The bits
    // of all other contenders cannot be guessed.
    object(kind, "robsonkades randomUUID", mint -> UUIDv7::randomUUID);
    object(kind, "robsonkades secureRandomUUID", mint -> UUIDv7::secureRandomUUID);
    object(kind, "JUG", mint -> Generators.timeBasedEpochGenerator()::generate);
    object(kind, "uuid-creator", mint -> UuidCreator::getTimeOrderedEpoch);
    object(kind, "uuid-creator, plus 1", mint -> UuidCreator::getTimeOrderedEpochPlus1);
    kind = "UUID version 7 as text";
    object(kind, "Mintmark", mint -> {
      UuidGenerator uuids = v7(mint);
      return () -> uuids.next().toString();
    });
    object(kind, "JUG", mint -> {
      TimeBasedEpochGenerator jug = Generators.timeBasedEpochGenerator();
      return () -> jug.generate().toString();
    });
    object(kind, "robsonkades", mint -> UUIDv7::randomUUIDString);
    object(
        kind, "uuid-creator, plus 1", m -> () -> UuidCreator.toString(getTimeOrderedEpochPlus1()));
    object("UUID version 4", "Mintmark", mint -> mint.uuids("a", u -> u.version(4))::next);
    object("UUID version 4", "JDK", mint -> UUID::randomUUID);
    String text = Uuids.v7().toString();
    object("reading a UUID", "Mintmark", mint -> () -> Uuids.parse(text));
    object("reading a UUID", "JDK", mint -> () -> UUID.fromString(text));
    object("reading a UUID", "JUG", mint -> () -> UUIDUtil.uuid(text));
    object("reading a UUID", "uuid-creator", mint -> () -> UuidCreator.fromString(text));
    object(
        "TypeID as text", "Mintmark", mint -> PrefixedIds.typeIds(mint.uuids("a"), "user")::next);
    String peer = "typeid-java";
    object(
        "TypeID as text",
        peer,
        m -> () -> de.fxlae.typeid.TypeId.generate("user").toString());
    String typeId = TypeId.next("user").toString();
    object("reading a TypeID", "Mintmark", mint -> () -> TypeId.parse(typeId).uuid());
    object(
        "reading a TypeID",
        peer,
        m -> () -> de.fxlae.typeid.TypeId.parse(typeId).uuid());
  }

  private static UuidGenerator v7(Mintmark mint) {
    return mint.uuids("a", u -> u.version(7));
  }

  private void keys() {
    // Not a constant, because a constant's hash would be computed only once.
    String routeId = String.join("-", "user", "42");
    String kind = "a key of 32 characters";
    object(kind, "Mintmark", mint -> {
      KeyGenerator keys = keys(mint);
      return () -> keys.nextFor(routeId);
    });
    object(kind, "CosId radix62", mint -> {
      MillisecondSnowflakeId ids = cosId(41, 20);
      return () -> Radix62IdConverter.PAD_START.asString(ids.generate());
    });
    kind = "reading a key";
    object(kind, "Mintmark", mint -> {
      KeyGenerator keys = keys(mint);
      String key = keys.nextFor(routeId);
      return () -> keys.parse(key);
    });
    object(kind, "CosId friendly id", mint -> {
      DefaultSnowflakeFriendlyId ids = new DefaultSnowflakeFriendlyId(cosId(41, 20));
      String key = ids.friendlyId().getFriendlyId();
      return () -> ids.ofFriendlyId(key);
    });
  }

  private static KeyGenerator keys(Mintmark mint) {
    Shards shards = Shards.of(4, 4);
    return mint.keys("a", k -> k.format(FORMAT).shards(shards).version(1).zone("Asia/Shanghai"));
  }

  private void opaque() {
    OpaqueKey key = OpaqueKey.of(SECRET);
    String kind = "opaque numbers of ten digits";
    number(
        kind, "Mintmark", m -> m.sequence("a", s -> s.opaque(key).maximum(9_999_999_999L))::next);
    number(kind, "Bouncy Castle's FF1", mint -> {
      ThreadLocal<FPEFF1Engine> engines = ThreadLocal.withInitial(() -> {
        FPEFF1Engine engine = new FPEFF1Engine();
        engine.init(true, new FPEParameters(new KeyParameter(SECRET), 10, new byte[0]));
        return engine;
      });
      // Each call encrypts the digits of the previous result.
      ThreadLocal<byte[]> digits = ThreadLocal.withInitial(() -> new byte[10]);
      return () -> {
        engines.get().processBlock(digits.get(), 0, 10, digits.get(), 0);
        long hidden = 0;
        for (byte digit : digits.get()) {
          hidden = hidden * 10 + digit;
        }
        return hidden;
      };
    });
    UUID uuid = Uuids.v7();
    PublicUuids uuids = PublicUuids.of(key, "a");
    object("UUID 7 shown as 4", "Mintmark", mint -> () -> uuids.hide(uuid));
  }

  private void batches() {
    Supplier<long[]> longs = () -> new long[BATCH];
    Supplier<long[]> pairs = () -> new long[2 * BATCH];
    String kind = "1,024 64-bit ids";
    batch(kind, "Mintmark", longs, m -> m.snowflake("a", s -> s.layout(WIDE))::fill);
    batch(kind, "CosId, one by one", longs, mint -> {
      MillisecondSnowflakeId ids = cosId(39, 22);
      return into -> Arrays.setAll(into, i -> ids.generate());
    });
    kind = "1,024 UUIDs version 7";
    batch(kind, "Mintmark", pairs, mint -> v7(mint)::fill);
    batch(kind, "robsonkades", pairs, mint -> into -> UUIDv7.fill(into, 0, BATCH));
    batch(kind, "JUG, one by one", () -> new UUID[BATCH], mint -> {
      TimeBasedEpochGenerator jug = Generators.timeBasedEpochGenerator();
      return into -> Arrays.setAll(into, i -> jug.generate());
    });
  }
}
