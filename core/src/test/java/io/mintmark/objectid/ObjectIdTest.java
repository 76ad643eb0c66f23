package io.mintmark.objectid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.InvalidIdException;
import io.mintmark.generator.ValueRange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectIdTest {

  private static final long SEED = 20_261_121;
  private static final String SAMPLE = "4df2dcec2cdcd20936a8b817";

  @ParameterizedTest
  @CsvSource({
    "00000000, 1970-01-01T00:00:00Z",
    "7FFFFFFF, 2038-01-19T03:14:07Z",
    "80000000, 2038-01-19T03:14:08Z",
    "FFFFFFFF, 2106-02-07T06:28:15Z"
  })
  void time_secondsOfTheSpecification_areUnsigned(String seconds, Instant time) {
    assertThat(ObjectId.parse(seconds + "0000000000000000").time()).isEqualTo(time);
  }

  @ParameterizedTest
  @CsvSource({
    "4df2dcec2cdcd20936a8b817, 2011-06-11T03:11:40Z",
    "4e7020cb7cac81af7136236b, 2011-09-14T03:34:35Z",
    "632c6d93d65f74baeb22a2c9, 2022-09-22T14:13:39Z",
    "633301c2555838cfe0be7546, 2022-09-27T13:59:30Z",
    "633304ee48d18c808c6bb23a, 2022-09-27T14:13:02Z",
    "633304eef0b2b81fc315532c, 2022-09-27T14:13:02Z"
  })
  void time_publishedIds_matches(String hex, Instant time) {
    assertThat(ObjectId.parse(hex).time()).isEqualTo(time);
  }

  @Test
  void fields_publishedId_readInThreeWays() {
    ObjectId id = ObjectId.parse(SAMPLE);
    assertThat(id.random()).isEqualTo(0x2cdcd20936L);
    assertThat(id.counter()).isEqualTo(0xa8b817);
    assertThat(id.legacyFields())
        .isEqualTo(new LegacyFields(1_307_761_900L, 0x2cdcd2, 0x0936, 0xa8b817));
    assertThat(id.driverFields())
        .isEqualTo(new DriverFields(1_307_761_900L, 0x2cdcd209, 917_026_839));
  }

  @Test
  void fields_secondPublishedId_readAsLegacy() {
    assertThat(ObjectId.parse("4e7020cb7cac81af7136236b").legacyFields())
        .isEqualTo(new LegacyFields(1_315_971_275L, 0x7cac81, 0xaf71, 0x36236b));
  }

  @Test
  void everyForm_randomBits_agreesWithTheOfficialType() {
    Random random = new Random(SEED);
    ObjectId before = ObjectId.smallest(Instant.EPOCH);
    org.bson.types.ObjectId officialBefore = new org.bson.types.ObjectId(new byte[12]);
    for (int i = 0; i < 10_000; i++) {
      byte[] bytes = new byte[ObjectId.BYTES];
      random.nextBytes(bytes);
      ObjectId id = ObjectId.fromBytes(bytes);
      org.bson.types.ObjectId official = new org.bson.types.ObjectId(bytes);
      assertThat(id.toBytes()).isEqualTo(official.toByteArray()).isEqualTo(bytes);
      assertThat(id.toString()).isEqualTo(official.toHexString());
      assertThat(id.toBase64()).isEqualTo(Base64.getEncoder().encodeToString(bytes));
      assertThat(id.time().getEpochSecond())
          .isEqualTo(Integer.toUnsignedLong(official.getTimestamp()));
      assertThat(Integer.signum(id.compareTo(before)))
          .isEqualTo(Integer.signum(official.compareTo(officialBefore)));
      before = id;
      officialBefore = official;
    }
  }

  @Test
  void everyForm_randomBits_readsBackEqual() {
    Random random = new Random(SEED);
    for (int i = 0; i < 10_000; i++) {
      byte[] bytes = new byte[ObjectId.BYTES];
      random.nextBytes(bytes);
      ObjectId id = ObjectId.fromBytes(bytes);
      String hex = id.toString();
      assertThat(ObjectId.parse(hex)).isEqualTo(id).hasSameHashCodeAs(id);
      assertThat(ObjectId.valueOf(hex)).isEqualTo(id);
      assertThat(ObjectId.parse(hex.toUpperCase(Locale.ROOT))).hasToString(hex);
      assertThat(ObjectId.fromBase64(id.toBase64())).isEqualTo(id);
      assertThat(ObjectId.of(id.time().getEpochSecond(), id.random(), id.counter()))
          .isEqualTo(id);
      LegacyFields fields = id.legacyFields();
      long host = (long) fields.machine() << 16 | fields.process();
      assertThat(ObjectId.of(fields.seconds(), host, fields.counter())).isEqualTo(id);
      DriverFields driver = id.driverFields();
      long top = Integer.toUnsignedLong(driver.machine()) << 8 | driver.inc() >>> 24;
      assertThat(ObjectId.of(driver.seconds(), top, driver.inc() & 0xffffff)).isEqualTo(id);
    }
  }

  @Test
  void buffers_bothOrders_areBigEndianAndKeepTheirOrder() {
    ObjectId id = ObjectId.parse("56e1fc72e0c917e9c4714161");
    for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
      ByteBuffer buffer = ByteBuffer.allocate(14).order(order).position(1);
      buffer.put(id.toBytes());
      assertThat(HexFormat.of().formatHex(buffer.array())).isEqualTo("00" + id + "00");
      assertThat(ObjectId.from(buffer.position(1))).isEqualTo(id);
      assertThat(buffer.position()).isEqualTo(13);
      assertThat(buffer.order()).isEqualTo(order);
    }
  }

  @Test
  void buffers_tooShort_areRefusedUntouched() {
    ByteBuffer buffer = ByteBuffer.allocate(11);
    assertThatThrownBy(() -> ObjectId.from(buffer))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("not the 12 bytes of an ObjectId: remaining=11");
    assertThat(buffer.position()).isZero();
  }

  @Test
  void compareTo_highBits_isUnsigned() {
    assertThat(ObjectId.parse("7fffffffffffffffffffffff"))
        .isLessThan(ObjectId.parse("800000000000000000000000"));
    assertThat(ObjectId.parse("000000007fffffffffffffff"))
        .isLessThan(ObjectId.parse("000000008000000000000000"));
  }

  @Test
  void equals_otherBitsOrTypes_differs() {
    ObjectId id = ObjectId.parse(SAMPLE);
    assertThat(id)
        .isNotEqualTo(ObjectId.parse("4df2dced2cdcd20936a8b817"))
        .isNotEqualTo(ObjectId.parse("4df2dcec2cdcd20936a8b818"))
        .isNotEqualTo(SAMPLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "4df2dcec2cdcd20936a8b81",
        "4df2dcec2cdcd20936a8b8170",
        "4df2dcec2cdcd20936a8b81g",
        " 4df2dcec2cdcd20936a8b81",
        "+df2dcec2cdcd20936a8b817",
        "4df2dcec-2cdcd20936a8b81",
        "4df2dcec2cdcd20936a8b81\0",
        "٤df2dcec2cdcd20936a8b817",
        "4df2dcec2cdcd20936a8b81\uff11",
        "4df2dcec2cdcd20936a8b8\uD83D\uDE00",
        "4df2dcec2cdcd20936a8b81\uD83D\uDE00",
        "4df2dcec2cdcd20936a8b817\uD83D\uDE00"
      })
  void parse_invalidText_throws(String text) {
    assertThat(ObjectId.isValid(text)).isFalse();
    assertThatThrownBy(() -> ObjectId.parse(text)).isInstanceOf(InvalidIdException.class);
  }

  @Test
  void parse_badText_failsWithFaultAndIndex() {
    assertThatThrownBy(() -> ObjectId.parse("4df2"))
        .hasMessage("an ObjectId's text is not 24 hex digits: length=4");
    assertThatThrownBy(() -> ObjectId.parse("4df2dcec2cdcd20936a8b81g"))
        .hasMessage("a hex digit is one of 0123456789ABCDEF: character='g', index=23");
  }

  @Test
  void isValid_anyText_neverThrows() {
    assertThat(ObjectId.isValid(SAMPLE)).isTrue();
    assertThat(ObjectId.isValid(SAMPLE.toUpperCase(Locale.ROOT))).isTrue();
    assertThat(ObjectId.isValid(null)).isFalse();
  }

  @Test
  void fromBase64_invalidText_throws() {
    assertThatThrownBy(() -> ObjectId.fromBase64("TfLc7CzczQk2qLg"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("not the 12 bytes of an ObjectId: length=11");
    assertThatThrownBy(() -> ObjectId.fromBase64("TfLc7CzczQk2qL-_"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("the text of an ObjectId is not base64");
    assertThatThrownBy(() -> ObjectId.fromBase64("TfLc7CzczQk2qLg="))
        .isInstanceOf(InvalidIdException.class);
  }

  @Test
  void fromBytes_otherLengths_areRefused() {
    assertThatThrownBy(() -> ObjectId.fromBytes(new byte[13]))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("not the 12 bytes of an ObjectId: length=13");
  }

  @Test
  void of_fieldsTooWide_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectId.of(1L << 32, 0, 0))
        .withMessage("the field does not fit its bits: seconds=4294967296, bits=32");
    assertThatIllegalArgumentException().isThrownBy(() -> ObjectId.of(-1, 0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> ObjectId.of(0, 1L << 40, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> ObjectId.of(0, 0, 1 << 24));
  }

  @Test
  void range_span_isHalfOpenAndRoundedUp() {
    Instant from = Instant.parse("2026-11-21T00:00:00Z");
    Instant to = Instant.parse("2026-11-21T00:00:01.5Z");
    ValueRange<ObjectId> range = ObjectId.range(from, to);
    assertThat(range.from()).isEqualTo(ObjectId.smallest(from));
    assertThat(range.to()).isEqualTo(ObjectId.smallest(Instant.parse("2026-11-21T00:00:02Z")));
    assertThat(ObjectId.largest(to)).isLessThan(range.to()).isGreaterThan(range.from());
    assertThat(ObjectId.range(to, to.plusSeconds(1)).from()).isEqualTo(range.to());
  }

  @Test
  void range_outsideOrReversed_isRefused() {
    Instant end = Instant.parse("2106-02-07T06:28:16Z");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectId.smallest(end))
        .withMessage("the time is outside an ObjectId's, from 1970-01-01T00:00:00Z to before"
            + " 2106-02-07T06:28:16Z: moment=2106-02-07T06:28:16Z");
    assertThat(ObjectId.largest(end.minusNanos(1))).hasToString("f".repeat(24));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectId.range(Instant.EPOCH, end.minusNanos(1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectId.smallest(Instant.EPOCH.minusNanos(1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectId.range(Instant.EPOCH, Instant.MAX));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectId.range(Instant.EPOCH.plusSeconds(1), Instant.EPOCH))
        .withMessageStartingWith("the span ends before it starts");
  }

  @Test
  void serialization_roundTrip_isEqualAndGoesThroughTheProxy() throws Exception {
    ObjectId id = ObjectId.parse("ffeeddccbbaa998877665544");
    byte[] stream = serialized(id);
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(stream))) {
      assertThat(in.readObject()).isEqualTo(id);
    }
  }

  @Test
  void serialization_forgedStreamWithoutTheProxy_isRefused() throws Exception {
    // A stream that names the class directly. Our own code never writes one.
    String self = ObjectId.class.getName();
    byte[] name = self.getBytes(StandardCharsets.UTF_8);
    long uid = ObjectStreamClass.lookup(ObjectId.class).getSerialVersionUID();
    ByteBuffer forged = ByteBuffer.allocate(name.length + 32)
        .putShort((short) 0xaced)
        .putShort((short) 5)
        .put((byte) 0x73)
        .put((byte) 0x72)
        .putShort((short) name.length)
        .put(name)
        .putLong(uid)
        .put((byte) 2)
        .putShort((short) 0)
        .put((byte) 0x78)
        .put((byte) 0x70);
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(forged.array(), 0, forged.position()))) {
      assertThatThrownBy(in::readObject)
          .isInstanceOf(InvalidObjectException.class)
          .hasMessage("an ObjectId can be read only through its serialized form");
    }
  }

  private static byte[] serialized(ObjectId id) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(id);
    }
    return bytes.toByteArray();
  }
}
