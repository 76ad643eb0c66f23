package io.mintmark.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.text.Alphabet;
import io.mintmark.internal.text.Crockford;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** ULID, TSID and KSUID. */
class ForeignIdTest {

  @Test
  void ulid_ofPublishedText_hasItsBitsAndTime() {
    ForeignId ulid = ForeignId.ulid("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    assertThat(ulid.high()).isEqualTo(0x01563E3AB5D3D676L);
    assertThat(ulid.low()).isEqualTo(0x4C61EFB99302BD5BL);
    assertThat(ulid.time()).isEqualTo(Instant.parse("2016-07-30T23:54:10.259Z"));
    assertThat(ulid.text()).isEqualTo("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  }

  @Test
  void ulid_ofLargestText_fillsAllBits() {
    ForeignId largest = ForeignId.ulid("7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    assertThat(largest.high()).isEqualTo(-1);
    assertThat(largest.low()).isEqualTo(-1);
    assertThat(largest.time()).isEqualTo(Instant.ofEpochMilli((1L << 48) - 1));
  }

  @Test
  void ulid_asPeopleTypeIt_isRead() {
    assertThat(ForeignId.ulid("o1arz-3ndek-tsv4r-rffq6-9g5fa-v"))
        .isEqualTo(ForeignId.ulid("01ARZ3NDEKTSV4RRFFQ69G5FAV"));
  }

  @ParameterizedTest
  @CsvSource({
    "81ARZ3NDEKTSV4RRFFQ69G5FAV, 'a ULID starts with 7 at most: character=8, index=0'",
    "01ARZ3NDEKTSV4RRFFQ69G5FA, 'a ULID has 26 digits: digits=25'",
    "01ARZ3NDEKTSV4RRFFQ69G5FAVV, 'a ULID has 26 digits: excess index=26'"
  })
  void ulid_ofAnotherText_isRefused(String text, String message) {
    assertThatThrownBy(() -> ForeignId.ulid(text))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage(message);
  }

  @Test
  void tsid_ofText_hasItsNumberAndTime() {
    ForeignId tsid = ForeignId.tsid("01221H8Q1MMZK");
    assertThat(tsid.low()).isEqualTo(38352658567418867L);
    assertThat(tsid.time()).isEqualTo(Instant.parse("2020-04-15T19:59:46.360Z"));
    assertThat(tsid.text()).isEqualTo("01221H8Q1MMZK");
  }

  @Test
  void tsid_aboveLongsSign_isUnsigned() {
    assertThat(ForeignId.tsid("FZZZZZZZZZZZZ").low()).isEqualTo(-1);
    assertThat(ForeignId.tsid(-1).text()).isEqualTo("FZZZZZZZZZZZZ");
    assertThat(ForeignId.tsid(-1).time())
        .isEqualTo(Instant.parse("2020-01-01T00:00:00Z").plusMillis((1L << 42) - 1));
    assertThatThrownBy(() -> ForeignId.tsid("G000000000000"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("a TSID starts with F at most: character=G, index=0");
  }

  @Test
  void ksuid_ofPublishedText_hasItsBytesAndTime() {
    ForeignId ksuid = ForeignId.ksuid("0ujtsYcgvSTl8PAuAdqWYSMnLOv");
    assertThat(ksuid.high()).isEqualTo(0xb5a1cd34b5f99d11L);
    assertThat(ksuid.low()).isEqualTo(0x54fb6853345c9735L);
    assertThat(ksuid.time()).isEqualTo(Instant.parse("2017-10-10T04:00:47Z"));
  }

  @Test
  void ksuid_ofLargestText_isTheLast() {
    assertThat(ForeignId.ksuid("aWgEPTl1tmebfsQzFP4bxwgy80V"))
        .isEqualTo(new ForeignId(
            "aWgEPTl1tmebfsQzFP4bxwgy80V",
            Instant.ofEpochSecond(1_400_000_000L + 0xFFFFFFFFL),
            -1,
            -1));
    assertThatThrownBy(() -> ForeignId.ksuid("aWgEPTl1tmebfsQzFP4bxwgy80W"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("the number does not fit its bytes: bytes=20, index=26");
    assertThatThrownBy(() -> ForeignId.ksuid("000"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("not the 27 digits of a KSUID: length=3");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void parse_ofWhatWasWritten_isTheSame(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      ForeignId tsid = ForeignId.tsid(random.nextLong());
      assertThat(ForeignId.tsid(tsid.text())).isEqualTo(tsid);
      long high = random.nextLong();
      long low = random.nextLong();
      ForeignId ulid = ForeignId.ulid(Crockford.TOLERANT.encode(high, low));
      assertThat(ulid.high()).isEqualTo(high);
      assertThat(ulid.low()).isEqualTo(low);
      assertThat(ForeignId.ulid(ulid.text())).isEqualTo(ulid);
      int seconds = random.nextInt();
      Instant time = Instant.ofEpochSecond(1_400_000_000L + Integer.toUnsignedLong(seconds));
      String ksuid = ksuid(seconds, high, low);
      assertThat(ForeignId.ksuid(ksuid)).isEqualTo(new ForeignId(ksuid, time, high, low));
    }
  }

  /** Writes 160 bits as 27 digits of base 62. */
  private static String ksuid(int seconds, long high, long low) {
    BigInteger number = new BigInteger(
        1, ByteBuffer.allocate(20).putInt(seconds).putLong(high).putLong(low).array());
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < 27; i++) {
      BigInteger[] parts = number.divideAndRemainder(BigInteger.valueOf(62));
      digits.append(Alphabet.BASE_62.charAt(parts[1].intValue()));
      number = parts[0];
    }
    return digits.reverse().toString();
  }
}
