package io.mintmark.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.text.Alphabet;
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
    Ulid ulid = Ulid.parse("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    assertThat(ulid).isEqualTo(new Ulid(0x01563E3AB5D3D676L, 0x4C61EFB99302BD5BL));
    assertThat(ulid.time()).isEqualTo(Instant.parse("2016-07-30T23:54:10.259Z"));
    assertThat(ulid).hasToString("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  }

  @Test
  void ulid_ofLargestText_fillsAllBits() {
    Ulid largest = Ulid.parse("7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    assertThat(largest).isEqualTo(new Ulid(-1, -1));
    assertThat(largest.time()).isEqualTo(Instant.ofEpochMilli((1L << 48) - 1));
  }

  @Test
  void ulid_asPeopleTypeIt_isRead() {
    assertThat(Ulid.parse("o1arz-3ndek-tsv4r-rffq6-9g5fa-v"))
        .isEqualTo(Ulid.parse("01ARZ3NDEKTSV4RRFFQ69G5FAV"));
  }

  @ParameterizedTest
  @CsvSource({
    "81ARZ3NDEKTSV4RRFFQ69G5FAV, 'a ULID starts with 7 at most: character=8, index=0'",
    "01ARZ3NDEKTSV4RRFFQ69G5FA, 'a ULID has 26 digits: digits=25'",
    "01ARZ3NDEKTSV4RRFFQ69G5FAVV, 'a ULID has 26 digits: digits=27'"
  })
  void ulid_ofAnotherText_isRefused(String text, String message) {
    assertThatThrownBy(() -> Ulid.parse(text))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage(message);
  }

  @Test
  void tsid_ofText_hasItsNumberAndTime() {
    Tsid tsid = Tsid.parse("01221H8Q1MMZK");
    assertThat(tsid.value()).isEqualTo(38352658567418867L);
    assertThat(tsid.time()).isEqualTo(Instant.parse("2020-04-15T19:59:46.360Z"));
    assertThat(tsid).hasToString("01221H8Q1MMZK");
  }

  @Test
  void tsid_aboveLongsSign_isUnsigned() {
    assertThat(Tsid.parse("FZZZZZZZZZZZZ").value()).isEqualTo(-1);
    assertThat(new Tsid(-1)).hasToString("FZZZZZZZZZZZZ");
    assertThat(new Tsid(-1).time())
        .isEqualTo(Instant.parse("2020-01-01T00:00:00Z").plusMillis((1L << 42) - 1));
    assertThatThrownBy(() -> Tsid.parse("G000000000000"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("a TSID starts with F at most: character=G, index=0");
  }

  @Test
  void ksuid_ofPublishedText_hasItsBytesAndTime() {
    Ksuid ksuid = Ksuid.parse("0ujtsYcgvSTl8PAuAdqWYSMnLOv");
    assertThat(ksuid).isEqualTo(new Ksuid(0x0669f7ef, 0xb5a1cd34b5f99d11L, 0x54fb6853345c9735L));
    assertThat(ksuid.time()).isEqualTo(Instant.parse("2017-10-10T04:00:47Z"));
  }

  @Test
  void ksuid_ofLargestText_isTheLast() {
    assertThat(Ksuid.parse("aWgEPTl1tmebfsQzFP4bxwgy80V")).isEqualTo(new Ksuid(-1, -1, -1));
    assertThatThrownBy(() -> Ksuid.parse("aWgEPTl1tmebfsQzFP4bxwgy80W"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("the number does not fit its bytes: bytes=20, index=26");
    assertThat(new Ksuid(-1, 0, 0).time())
        .isEqualTo(Instant.ofEpochSecond(1_400_000_000L + 0xFFFFFFFFL));
    assertThatThrownBy(() -> Ksuid.parse("000"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("not the 27 digits of a KSUID: length=3");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void parse_ofWhatWasWritten_isTheSame(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      Ulid ulid = new Ulid(random.nextLong(), random.nextLong());
      Tsid tsid = new Tsid(random.nextLong());
      Ksuid ksuid = new Ksuid(random.nextInt(), random.nextLong(), random.nextLong());
      assertThat(Ulid.parse(ulid.toString())).isEqualTo(ulid);
      assertThat(Tsid.parse(tsid.toString())).isEqualTo(tsid);
      assertThat(Ksuid.parse(text(ksuid))).isEqualTo(ksuid);
    }
  }

  /** Writes 160 bits as 27 digits of base 62. */
  private static String text(Ksuid ksuid) {
    BigInteger number = new BigInteger(
        1,
        ByteBuffer.allocate(20)
            .putInt(ksuid.seconds())
            .putLong(ksuid.high())
            .putLong(ksuid.low())
            .array());
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < 27; i++) {
      BigInteger[] parts = number.divideAndRemainder(BigInteger.valueOf(62));
      digits.append(Alphabet.BASE_62.charAt(parts[1].intValue()));
      number = parts[0];
    }
    return digits.reverse().toString();
  }
}
