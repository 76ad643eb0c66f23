package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.InvalidIdException;
import io.mintmark.generator.ValueRange;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parsing, formatting, order and ranges. The vectors are from the appendix of RFC 9562. */
class UuidFormsTest {

  private static final long SEED = 20_261_121;
  private static final long TICKS = 0x1EC9414C232AB00L;
  private static final int CLOCK_SEQUENCE = 0x33C8;
  private static final long NODE = 0x9F6BDECED846L;
  private static final Instant VECTOR_TIME = Instant.parse("2022-02-22T19:22:22Z");

  @Test
  void v1AndV6_rfcFields_giveTheRfcVectors() {
    assertThat(v1(TICKS)).isEqualTo(Uuids.parse("C232AB00-9414-11EC-B3C8-9F6BDECED846"));
    assertThat(v6(TICKS, CLOCK_SEQUENCE, NODE))
        .isEqualTo(Uuids.parse("1EC9414C-232A-6B00-B3C8-9F6BDECED846"));
  }

  @Test
  void parse_randomAndEdgeBits_agreesWithTheJdk() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      UUID uuid = new UUID(bits(random), bits(random));
      String text = uuid.toString();
      assertThat(Uuids.parse(text)).isEqualTo(uuid);
      assertThat(Uuids.parse(text.toUpperCase(Locale.ROOT))).isEqualTo(uuid);
    }
  }

  private static long bits(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> -1;
      case 2 -> 1L << random.nextInt(Long.SIZE);
      default -> random.nextLong();
    };
  }

  /** Any character at any index is parsed, or the error names this index. */
  @Test
  void parse_everyCharacterAtEveryIndex_isReadOrReported() {
    String text = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
    for (int i = 0; i < text.length(); i++) {
      for (char c = 0; c < 0x180; c++) {
        String changed = text.substring(0, i) + c + text.substring(i + 1);
        String place = "index=" + i;
        boolean hyphen = text.charAt(i) == '-';
        if (hyphen ? c == '-' : "0123456789abcdefABCDEF".indexOf(c) >= 0) {
          assertThat(Uuids.parse(changed)).isEqualTo(UUID.fromString(changed));
        } else {
          assertThatThrownBy(() -> Uuids.parse(changed))
              .isInstanceOf(InvalidIdException.class)
              .hasMessageContaining(place);
        }
      }
    }
  }

  @Test
  void parse_surrogatePairs_isRefused() {
    assertThatThrownBy(() -> Uuids.parse("017f22e2-79b0-7cc3-98c4-dc0c0c0739\uD83D\uDE00"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageContaining("U+D83D, index=34");
    assertThatThrownBy(() -> Uuids.parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f\uD83D\uDE00"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("not the 36 characters of a UUID: length=38");
    assertThatThrownBy(() -> Uuids.parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398\uD83D\uDE00"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("not the 36 characters of a UUID: length=37");
  }

  @Test
  void v7_rfcFields_giveTheRfcVector() {
    assertThat(v7(1_645_557_742_000L, 0xCC3, 0x18C4DC0C0C07398FL))
        .isEqualTo(Uuids.parse("017F22E2-79B0-7CC3-98C4-DC0C0C07398F"));
  }

  @Test
  void nameUuid_rfcName_givesTheRfcVectors() {
    assertThat(Uuids.v3(Uuids.DNS, "www.example.com"))
        .hasToString("5df41881-3aed-3515-88a7-2f4a814cf09e");
    assertThat(Uuids.v5(Uuids.DNS, "www.example.com"))
        .hasToString("2ed6657d-e927-568b-95e1-2665a8aea6a2");
  }

  @Test
  void nameUuid_namespaces_matchTheRfc() {
    assertThat(Uuids.DNS).hasToString("6ba7b810-9dad-11d1-80b4-00c04fd430c8");
    assertThat(Uuids.URL).hasToString("6ba7b811-9dad-11d1-80b4-00c04fd430c8");
    assertThat(Uuids.OID).hasToString("6ba7b812-9dad-11d1-80b4-00c04fd430c8");
    assertThat(Uuids.X500).hasToString("6ba7b814-9dad-11d1-80b4-00c04fd430c8");
  }

  @ParameterizedTest
  @CsvSource({"1, C232AB00-9414-11EC-B3C8-9F6BDECED846", "6, 1EC9414C-232A-6B00-B3C8-9F6BDECED846"})
  void fields_timeVersions_haveTimeClockSequenceAndNode(int version, String text) {
    UUID uuid = Uuids.parse(text);
    UuidFields fields = UuidFields.of(uuid);

    assertThat(uuid.version()).isEqualTo(version);
    assertThat(fields.time()).contains(VECTOR_TIME);
    assertThat(fields.clockSequence()).hasValue(CLOCK_SEQUENCE);
    assertThat(fields.node()).hasValue(NODE);
  }

  @Test
  void fields_v7_hasTime() {
    UuidFields fields = UuidFields.of(Uuids.parse("017F22E2-79B0-7CC3-98C4-DC0C0C07398F"));

    assertThat(fields.time()).contains(VECTOR_TIME);
    assertThat(fields.clockSequence()).isEmpty();
    assertThat(fields.node()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "3, 2, 5df41881-3aed-3515-88a7-2f4a814cf09e",
    "4, 2, 919108f7-52d1-4320-9bac-f847db4148a8",
    "8, 2, 2489E9AD-2EE2-8E00-8EC9-32D5F69181C0",
    "0, 0, 00000000-0000-0000-0000-000000000000",
    "15, 7, ffffffff-ffff-ffff-ffff-ffffffffffff",
    "1, 6, C232AB00-9414-11EC-C3C8-9F6BDECED846",
    "7, 0, 017F22E2-79B0-7CC3-18C4-DC0C0C07398F"
  })
  void fields_otherVersionsAndVariants_haveNone(int version, int variant, String text) {
    UUID uuid = Uuids.parse(text);
    UuidFields fields = UuidFields.of(uuid);

    assertThat(uuid.version()).isEqualTo(version);
    assertThat(uuid.variant()).isEqualTo(variant);
    assertThat(fields.time()).isEmpty();
    assertThat(fields.clockSequence()).isEmpty();
    assertThat(fields.node()).isEmpty();
  }

  @Test
  void fields_earliestAndLatestTicks_areExact() {
    assertThat(UuidFields.of(v1(0)).time()).contains(Instant.parse("1582-10-15T00:00:00Z"));
    assertThat(UuidFields.of(v6((1L << 60) - 1, 0, 0)).time())
        .contains(Instant.parse("5236-03-31T21:21:00.684697500Z"));
    assertThat(UuidFields.of(v7((1L << 48) - 1, 0, 0)).time())
        .contains(Instant.parse("+10889-08-02T05:31:50.655Z"));
  }

  @Test
  void low_fieldsTooWide_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UuidBits.low(1 << 14, 0))
        .withMessage("the field does not fit its bits: clockSequence=16384, bits=14");
    assertThatIllegalArgumentException().isThrownBy(() -> UuidBits.low(0, 1L << 48));
  }

  @Test
  void text_randomBits_readsBackEqual() {
    Random random = new Random(SEED);
    for (int i = 0; i < 10_000; i++) {
      UUID uuid = new UUID(random.nextLong(), random.nextLong());
      assertThat(Uuids.parse(uuid.toString())).isEqualTo(uuid);
      assertThat(Uuids.parse(uuid.toString().toUpperCase(Locale.ROOT))).isEqualTo(uuid);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1-1-1-1-1",
        "919108f7-52d1-4320-9bac-f847db4148a",
        "919108f7-52d1-4320-9bac-f847db4148a88",
        "919108f752d1-4320-9bac-f847db4148a8-",
        "919108f7-52d1-4320-9bac-f847db4148g8",
        "919108f7-52d1-4320-9bac-f847db41-8a8",
        "+19108f7-52d1-4320-9bac-f847db4148a8",
        "919108f7_52d1_4320_9bac_f847db4148a8",
        "{19108f7-52d1-4320-9bac-f847db4148a}",
        "٩19108f7-52d1-4320-9bac-f847db4148a8"
      })
  void parse_invalidText_throws(String text) {
    assertThatThrownBy(() -> Uuids.parse(text)).isInstanceOf(InvalidIdException.class);
  }

  @Test
  void parse_badText_failsWithFaultAndIndex() {
    assertThatThrownBy(() -> Uuids.parse("1-1-1-1-1"))
        .hasMessage("not the 36 characters of a UUID: length=9");
    assertThatThrownBy(() -> Uuids.parse("919108f7-52d1_4320-9bac-f847db4148a8"))
        .hasMessage("no hyphen where a UUID has one: index=13, character=U+005F");
  }

  @Test
  void order_randomBits_isByteOrder() {
    Random random = new Random(SEED);
    for (int i = 0; i < 10_000; i++) {
      UUID one = new UUID(random.nextInt(4) << 30, random.nextLong());
      UUID other = new UUID(random.nextInt(4) << 30, random.nextLong());
      assertThat(Integer.signum(Uuids.UNSIGNED.compare(one, other)))
          .isEqualTo(unsigned(one).compareTo(unsigned(other)));
    }
  }

  @Test
  void order_highestBitSet_isUnsignedUnlikeTheJdk() {
    UUID low = new UUID(1, 0);
    UUID high = new UUID(1L << 63, 0);
    assertThat(Uuids.UNSIGNED.compare(low, high)).isNegative();
    assertThat(low.compareTo(high)).isPositive();
  }

  private static UUID v1(long ticks) {
    return new UUID(UuidBits.highOfV1(ticks), UuidBits.low(CLOCK_SEQUENCE, NODE));
  }

  private static UUID v6(long ticks, int clockSequence, long node) {
    return new UUID(UuidBits.highOfV6(ticks), UuidBits.low(clockSequence, node));
  }

  private static UUID v7(long ms, int randA, long randB) {
    return new UUID(ms << 16 | 7 << 12 | randA, UuidBits.VARIANT | randB);
  }

  private static BigInteger unsigned(UUID uuid) {
    return new BigInteger(uuid.toString().replace("-", ""), 16);
  }

  @Test
  void range_v7_isHalfOpenAndRoundedUp() {
    Instant from = VECTOR_TIME.plusNanos(1);
    ValueRange<UUID> range = Uuids.rangeV7(from, VECTOR_TIME.plusMillis(5));
    assertThat(range.from()).isEqualTo(v7(VECTOR_TIME.toEpochMilli() + 1, 0, 0));
    assertThat(range.to()).isEqualTo(v7(VECTOR_TIME.toEpochMilli() + 5, 0, 0));
    UUID last = v7(VECTOR_TIME.toEpochMilli() + 4, 0xfff, -1L >>> 2);
    assertThat(Uuids.UNSIGNED.compare(last, range.to())).isNegative();
  }

  @Test
  void range_outsideOrReversed_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Uuids.rangeV7(VECTOR_TIME, VECTOR_TIME.minusNanos(1)))
        .withMessageStartingWith("the span ends before it starts");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Uuids.rangeV7(Instant.EPOCH.minusNanos(1), VECTOR_TIME))
        .withMessage("the time is outside a version 7 UUID's, from 1970-01-01T00:00:00Z to before"
            + " +10889-08-02T05:31:50.656Z: moment=1969-12-31T23:59:59.999999999Z");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Uuids.rangeV7(VECTOR_TIME, UuidBits.V7_END));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Uuids.rangeV7(VECTOR_TIME, UuidBits.V7_END.minusNanos(1)));
  }
}
