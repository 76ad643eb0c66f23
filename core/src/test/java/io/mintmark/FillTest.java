package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ExhaustedException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.LongGenerator;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.KeyRequest;
import io.mintmark.objectid.LegacyObjectIdGenerator;
import io.mintmark.objectid.ObjectId;
import io.mintmark.objectid.ObjectIdGenerator;
import io.mintmark.opaque.BackwardsKey;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.testkit.Race;
import io.mintmark.uuid.UuidGenerator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Batches written into the caller's own memory, for every kind and every form. */
class FillTest {

  private static final Instant EPOCH = Instant.parse("2020-01-01T00:00:00Z");

  private static final int MANY = 2_500;

  private final Mintmark mint = Mintmark.open("memory:");

  @AfterEach
  void close() {
    mint.close();
  }

  /** A kind of generator, and how to read its ids. */
  private record Kind(
      String name,
      Generator generator,
      int bytes,
      Consumer<ByteBuffer> buffer,
      @Nullable Consumer<long[]> longs,
      Function<byte[], String> read) {

    List<String> read(byte[] all) {
      return IntStream.range(0, all.length / bytes)
          .mapToObj(i -> read.apply(Arrays.copyOfRange(all, i * bytes, (i + 1) * bytes)))
          .toList();
    }
  }

  private static Kind longs(String name, LongGenerator ids, LongFunction<?> reader) {
    return new Kind(name, ids, Long.BYTES, ids::fill, ids::fill, bytes -> {
      long id = ByteBuffer.wrap(bytes).getLong();
      assertThat(reader.apply(id)).isNotNull();
      return Long.toString(id);
    });
  }

  private Kind uuids(int version, IdOrder order) {
    UuidGenerator ids =
        mint.uuids("fill-" + version + order, u -> u.version(version).order(order));
    return new Kind("uuids " + version + " " + order, ids, 16, ids::fill, ids::fill, bytes -> {
      assertThat(uuid(bytes).version()).isEqualTo(version);
      assertThat(uuid(bytes).variant()).isEqualTo(2);
      return uuid(bytes).toString();
    });
  }

  private static Kind keys(String name, KeyGenerator keys, KeyRequest request) {
    return new Kind(
        name, keys, keys.format().length(), buffer -> keys.fill(request, buffer), null, bytes -> {
          String key = new String(bytes, StandardCharsets.US_ASCII);
          assertThat(keys.parse(key)).isNotNull();
          return key;
        });
  }

  static List<String> kinds() {
    return List.of(
        "snowflakes",
        "snowflakes by thread",
        "opaque snowflakes",
        "sequence",
        "strict sequence",
        "sequence of steps",
        "opaque sequence",
        "interleaved sequence",
        "uuids 1 GENERATOR",
        "uuids 4 GENERATOR",
        "uuids 6 GENERATOR",
        "uuids 7 GENERATOR",
        "uuids 7 THREAD",
        "objectids",
        "legacy objectids",
        "keys",
        "keys without a worker");
  }

  /**
   * Makes the generators inside the test, so that mutation testing attributes this code to the
   * test.
   */
  private Kind kind(String name) {
    return made().stream().filter(each -> each.name.equals(name)).findFirst().orElseThrow();
  }

  private List<Kind> made() {
    SnowflakeLayout tiny = new SnowflakeLayout(41, 2, 12, 1, EPOCH, false);
    SnowflakeGenerator plain = mint.snowflake("snowflake-fill", s -> s.layout(tiny));
    SnowflakeGenerator byThread =
        mint.snowflake("snowflake-fill-thread", s -> s.order(IdOrder.THREAD));
    SnowflakeGenerator opaque =
        mint.snowflake("snowflake-fill-opaque", s -> s.opaque(new BackwardsKey()));
    Sequence segments = mint.sequence("sequence-fill");
    Sequence strict = mint.sequence("sequence-fill-strict", s -> s.strict(true));
    Sequence steps = mint.sequence("sequence-fill-steps", s -> s.step(7).offset(3));
    Sequence hidden = mint.sequence("sequence-fill-hidden", s -> s.opaque(new BackwardsKey()));
    Sequence joined = Sequence.interleaved(List.of(
        mint.sequence("sequence-fill-odd", s -> s.step(2).offset(1)),
        mint.sequence("sequence-fill-even", s -> s.step(2).offset(2))));
    ObjectIdGenerator objectIds = mint.objectIds("objectids-fill");
    LegacyObjectIdGenerator legacy = LegacyObjectIdGenerator.ofFields("fill", 1, 2);
    KeyGenerator workers = mint.keys(
        "keys-fill", k -> k.format("K{time:yyyyMMddHHmmss}{worker:2}{seq:6}{check:iso7064-37-36}"));
    KeyGenerator claimed = mint.keys("keys-fill-strict", k -> k.format("{var:shop:3}-{seq:9}"));
    return List.of(
        longs("snowflakes", plain, plain::decode),
        longs("snowflakes by thread", byThread, byThread::decode),
        longs("opaque snowflakes", opaque, opaque::decode),
        longs("sequence", segments, segments::decode),
        longs("strict sequence", strict, strict::decode),
        longs("sequence of steps", steps, steps::decode),
        longs("opaque sequence", hidden, hidden::decode),
        longs("interleaved sequence", joined, joined::decode),
        uuids(1, IdOrder.GENERATOR),
        uuids(4, IdOrder.GENERATOR),
        uuids(6, IdOrder.GENERATOR),
        uuids(7, IdOrder.GENERATOR),
        uuids(7, IdOrder.THREAD),
        objectIds("objectids", objectIds, objectIds::fill),
        objectIds("legacy objectids", legacy, legacy::fill),
        keys("keys", workers, KeyRequest.PLAIN),
        keys("keys without a worker", claimed, KeyRequest.PLAIN.with("shop", "a7x")));
  }

  private static Kind objectIds(String name, Generator ids, Consumer<ByteBuffer> buffer) {
    return new Kind(
        name, ids, 12, buffer, null, bytes -> ObjectId.fromBytes(bytes).toString());
  }

  @ParameterizedTest
  @Tag("long")
  @MethodSource("kinds")
  void fill_everyForm_isOfNewIdsAsTheyAreRead(String name) {
    Kind kind = kind(name);
    List<String> ids = new ArrayList<>();
    for (int count : new int[] {1, 3, MANY}) {
      byte[] array = new byte[count * kind.bytes];
      kind.buffer.accept(ByteBuffer.wrap(array));
      ids.addAll(kind.read(array));
      for (ByteBuffer buffer : List.of(
          ByteBuffer.allocate(array.length + 16),
          ByteBuffer.allocateDirect(array.length + 16),
          ByteBuffer.allocate(array.length + 16).order(ByteOrder.LITTLE_ENDIAN),
          ByteBuffer.allocateDirect(array.length + 16).order(ByteOrder.LITTLE_ENDIAN),
          ByteBuffer.allocate(array.length + 19).position(3).slice())) {
        ByteOrder order = buffer.order();
        kind.buffer.accept(buffer.position(7).limit(7 + array.length));
        assertThat(buffer.position()).isEqualTo(buffer.limit()).isEqualTo(7 + array.length);
        assertThat(buffer.order()).isEqualTo(order);
        byte[] all = new byte[array.length + 16];
        buffer.clear().get(all);
        assertThat(Arrays.copyOf(all, 7)).containsOnly(0);
        assertThat(Arrays.copyOfRange(all, 7 + array.length, all.length)).containsOnly(0);
        ids.addAll(kind.read(Arrays.copyOfRange(all, 7, 7 + array.length)));
      }
    }
    assertThat(ids).doesNotHaveDuplicates().hasSize(6 * (4 + MANY));
  }

  @ParameterizedTest
  @Tag("long")
  @MethodSource("kinds")
  void fill_longs_isTheSameAsBytes(String name) {
    Kind kind = kind(name);
    Consumer<long[]> fill = kind.longs;
    if (fill == null) {
      assertThat(kind.bytes % Long.BYTES == 0 && kind.generator instanceof LongGenerator)
          .isFalse();
      return;
    }
    int words = kind.bytes / Long.BYTES;
    long[] ids = new long[MANY * words];
    fill.accept(ids);
    ByteBuffer bytes = ByteBuffer.allocate(MANY * kind.bytes);
    bytes.asLongBuffer().put(ids);
    assertThat(kind.read(bytes.array())).doesNotHaveDuplicates().hasSize(MANY);
    for (int wrong : new int[] {0, words * (Generator.MAX_BATCH + 1)}) {
      refused(kind, () -> fill.accept(new long[wrong]), "length=" + wrong);
    }
    if (words > 1) {
      refused(kind, () -> fill.accept(new long[words + 1]), "length=" + (words + 1));
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void fill_wrongRoom_isRefusedAndNoneMade(String name) {
    Kind kind = kind(name);
    for (int length : new int[] {0, kind.bytes - 1, kind.bytes + 1, 2 * kind.bytes - 1}) {
      refused(kind, () -> kind.buffer.accept(ByteBuffer.allocate(length)), "remaining=" + length);
      ByteBuffer direct = ByteBuffer.allocateDirect(length);
      refused(kind, () -> kind.buffer.accept(direct), "remaining=" + length);
      assertThat(direct.position()).isZero();
    }
    int tooMany = kind.bytes * (Generator.MAX_BATCH + 1);
    refused(kind, () -> kind.buffer.accept(ByteBuffer.allocate(tooMany)), "remaining=" + tooMany);
  }

  private static void refused(Kind kind, Runnable fill, String value) {
    long before = kind.generator.made();
    assertThatThrownBy(fill::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the array or buffer does not hold 1 to 1000000 ids of ")
        .hasMessageContaining(value)
        .hasMessageEndingWith("; no id issued");
    assertThat(kind.generator.made()).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void fill_readOnlyBuffer_isRefusedAndNoneMade(String name) {
    Kind kind = kind(name);
    long before = kind.generator.made();
    for (ByteBuffer buffer :
        List.of(ByteBuffer.allocate(kind.bytes), ByteBuffer.allocateDirect(kind.bytes))) {
      assertThatThrownBy(() -> kind.buffer.accept(buffer.asReadOnlyBuffer()))
          .isInstanceOf(ReadOnlyBufferException.class);
    }
    assertThat(kind.generator.made()).isEqualTo(before);
  }

  @ParameterizedTest
  @Tag("long")
  @MethodSource("kinds")
  void fill_threadsAmongOthersThatTakeOne_noIdTwice(String name) {
    Kind kind = kind(name);
    ConcurrentMap<String, Boolean> seen = new ConcurrentHashMap<>();
    Race.run(4, thread -> {
      byte[] bytes = new byte[50 * kind.bytes];
      for (int i = 0; i < 40; i++) {
        List<String> ids;
        if (thread % 2 == 0 || kind.name.equals("keys without a worker")) {
          kind.buffer.accept(ByteBuffer.wrap(bytes));
          ids = kind.read(bytes);
        } else {
          ids = kind.generator.nextTextBatch(1);
        }
        for (String id : ids) {
          assertThat(seen.put(id, true)).isNull();
        }
      }
      return thread;
    });
    assertThat(seen).hasSizeGreaterThanOrEqualTo(2 * 40 * 51);
  }

  @Test
  void fill_sequenceBetweenSingleNumbers_continuesIt() {
    for (Sequence numbers :
        List.of(mint.sequence("order"), mint.sequence("order-strict", s -> s.strict(true)))) {
      assertThat(numbers.next()).isEqualTo(1);
      long[] longs = new long[MANY];
      numbers.fill(longs);
      assertThat(longs).containsExactly(LongStream.range(2, 2 + MANY).toArray());
      byte[] bytes = new byte[16];
      numbers.fill(ByteBuffer.wrap(bytes));
      assertThat(bytes)
          .isEqualTo(ByteBuffer.allocate(16).putLong(2 + MANY).putLong(3 + MANY).array());
      assertThat(numbers.nextBatch(2)).containsExactly(4 + MANY, 5 + MANY);
    }
  }

  /** Ids that a thread takes from its slice are below the ids that it fills next. */
  @Test
  void fill_orderByThread_isAboveWhatTheThreadGotBefore() {
    SnowflakeGenerator ids = mint.snowflake("rising", s -> s.order(IdOrder.THREAD));
    long last = 0;
    long[] some = new long[100];
    for (int i = 0; i < 200; i++) {
      long one = ids.next();
      ids.fill(some);
      assertThat(one).isGreaterThan(last).isLessThan(some[0]);
      assertThat(some).isSorted();
      last = some[some.length - 1];
    }
  }

  @Test
  void fill_ticksOfFewNumbers_keepsWorkerAndOrder() {
    SnowflakeLayout layout = new SnowflakeLayout(41, 10, 3, 1, EPOCH, false);
    SnowflakeGenerator ids = mint.snowflake("ticks", s -> s.layout(layout));
    long[] all = new long[200];
    ids.fill(all);
    assertThat(all).isSorted().doesNotHaveDuplicates();
    assertThat(LongStream.of(all).map(id -> layout.decode(id).worker()).distinct())
        .hasSize(1);
  }

  @Test
  void fill_cycle_startsOverWithin() {
    Sequence days = mint.sequence("days", s -> s.cycle(3, 9));
    long[] all = new long[20];
    days.fill(all);
    for (int i = 0; i < all.length; i++) {
      assertThat(all[i]).isEqualTo(3 + i % 7);
    }
    assertThat(days.next()).isEqualTo(3 + 20 % 7);
  }

  @Test
  void fill_moreThanTheRemainder_throwsAndKeepsThePosition() {
    for (boolean strict : new boolean[] {false, true}) {
      Sequence few = mint.sequence("few" + strict, s -> {
        s.maximum(10);
        if (strict) {
          s.strict(true);
        }
      });
      ByteBuffer room = ByteBuffer.allocateDirect(8 * 11 + 5).position(5);
      assertThatThrownBy(() -> few.fill(room)).isInstanceOf(ExhaustedException.class);
      assertThat(room.position()).isEqualTo(5);
      assertThatThrownBy(() -> few.fill(new long[11])).isInstanceOf(ExhaustedException.class);
      if (strict) {
        long[] all = new long[10];
        few.fill(all);
        assertThat(all).startsWith(1).endsWith(10);
      }
    }
  }

  @Test
  void fill_interleaved_isOfOneOfItsSequences() {
    Sequence joined = Sequence.interleaved(List.of(
        mint.sequence("one", s -> s.step(2).offset(1)),
        mint.sequence("two", s -> s.step(2).offset(2))));
    ByteBuffer bytes = ByteBuffer.allocate(8 * 4);
    joined.fill(bytes);
    long[] longs = new long[4];
    joined.fill(longs);
    assertThat(bytes.position()).isEqualTo(32);
    assertThat(bytes.getLong(24)).isEqualTo(7);
    assertThat(longs).containsExactly(2, 4, 6, 8);
  }

  @Test
  void fill_uuidsOfVersion7_riseThroughSinglesAndLists() {
    UuidGenerator uuids = mint.uuids("rise", u -> u.version(7));
    List<String> texts = new ArrayList<>();
    byte[] bytes = new byte[16 * MANY];
    for (int i = 0; i < 5; i++) {
      texts.add(uuids.next().toString());
      uuids.fill(ByteBuffer.wrap(bytes));
      for (int at = 0; at < bytes.length; at += 16) {
        texts.add(uuid(Arrays.copyOfRange(bytes, at, at + 16)).toString());
      }
      uuids.nextBatch(3).forEach(uuid -> texts.add(uuid.toString()));
    }
    assertThat(texts).isSorted().doesNotHaveDuplicates();
  }

  /** Each random bit is drawn separately for each UUID, in every output form. */
  @Test
  void fill_uuids_haveEachRandomBitHalfTheTime() {
    int count = 1 << 15;
    for (int version : new int[] {4, 7}) {
      UuidGenerator uuids = mint.uuids("bits-" + version, u -> u.version(version));
      long[] longs = new long[2 * count];
      uuids.fill(longs);
      ByteBuffer bytes = ByteBuffer.allocateDirect(16 * count);
      uuids.fill(bytes);
      long[] again = new long[2 * count];
      bytes.flip().asLongBuffer().get(again);
      for (long[] all : List.of(longs, again)) {
        for (int bit = 0; bit < 54; bit++) {
          int at = bit;
          long set = IntStream.range(0, count)
              .filter(i -> (all[2 * i + 1] >>> at & 1) == 1)
              .count();
          // Ten standard deviations of 90 each.
          assertThat(set).isBetween(count / 2 - 900L, count / 2 + 900L);
        }
      }
    }
  }

  private static UUID uuid(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong());
  }
}
