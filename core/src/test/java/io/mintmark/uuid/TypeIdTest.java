package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.InvalidIdException;
import io.mintmark.generator.ValueRange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypeIdTest {

  private static final long SEED = 20_261_124;
  private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final String SUFFIX = "01h455vb4pex5vsknk084sn02q";

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "typeid-valid.csv")
  void parse_validExamplesOfTheSpecification_roundTrip(
      String name, String text, String prefix, UUID uuid) {
    TypeId id = TypeId.parse(text);
    assertThat(id.prefix()).isEqualTo(prefix);
    assertThat(id.uuid()).isEqualTo(uuid);
    assertThat(new TypeId(prefix, uuid)).isEqualTo(id).hasToString(text);
    assertThat(TypeId.valueOf(text)).isEqualTo(id);
    assertThat(TypeId.parse(text, prefix)).isEqualTo(id);
  }

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "typeid-invalid.csv", ignoreLeadingAndTrailingWhitespace = false)
  void parse_invalidExamplesOfTheSpecification_throws(String name, String text) {
    assertThatThrownBy(() -> TypeId.parse(text)).isInstanceOf(InvalidIdException.class);
  }

  @Test
  void toString_randomPrefixesAndBits_roundTripsAndSortsAsText() {
    Random random = new Random(SEED);
    List<TypeId> ids = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      TypeId id = new TypeId(prefix(random), new UUID(random.nextLong(), random.nextLong()));
      assertThat(id.toString()).hasSizeLessThanOrEqualTo(TypeId.MAX_LENGTH);
      assertThat(TypeId.parse(id.toString())).isEqualTo(id).hasSameHashCodeAs(id);
      ids.add(id);
    }
    List<TypeId> byText =
        ids.stream().sorted(Comparator.comparing(TypeId::toString)).toList();
    assertThat(ids.stream().sorted().toList()).isEqualTo(byText);
  }

  /** The expected text is computed with slow arithmetic of big numbers only. */
  @Test
  void toStringAndParse_edgeAndRandomBits_agreeWithBigNumbers() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      UUID uuid = new UUID(bits(random), bits(random));
      BigInteger number = new BigInteger(uuid.toString().replace("-", ""), 16);
      StringBuilder digits = new StringBuilder();
      for (int shift = 125; shift >= 0; shift -= 5) {
        digits.append(DIGITS.charAt(number.shiftRight(shift).intValue() & 31));
      }
      TypeId id = new TypeId(i % 2 == 0 ? "" : "user", uuid);
      String text = (i % 2 == 0 ? "" : "user_") + digits;
      assertThat(id).hasToString(text);
      assertThat(TypeId.parse(text)).isEqualTo(id);
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

  @Test
  void parse_everyCharacterAtEveryIndex_isADigitOrThrows() {
    for (int i = 0; i < SUFFIX.length(); i++) {
      for (char c = 0; c < 0x180; c++) {
        String changed = SUFFIX.substring(0, i) + c + SUFFIX.substring(i + 1);
        int place = i;
        int digit = DIGITS.indexOf(c);
        if (digit >= 0 && (i > 0 || digit < 8)) {
          assertThat(TypeId.parse(changed)).hasToString(changed);
        } else {
          assertThatThrownBy(() -> TypeId.parse(changed))
              .isInstanceOf(InvalidIdException.class)
              .hasMessageContaining("index=" + place);
        }
      }
    }
  }

  /**
   * Returns a prefix of few letters and many underscores, so that many prefixes have the same
   * beginning.
   */
  private static String prefix(Random random) {
    int length = random.nextInt(6) == 0 ? 63 : random.nextInt(4);
    StringBuilder prefix = new StringBuilder();
    for (int i = 0; i < length; i++) {
      boolean inner = i > 0 && i < length - 1;
      prefix.append("az_".charAt(random.nextInt(inner ? 3 : 2)));
    }
    return prefix.toString();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      ''                                | not the 26 to 90 characters of a TypeID: length=0
      _01h455vb4pex5vsknk084sn02q       | no prefix with an underscore before the last 26 \
      characters of a TypeID: index=0
      u01h455vb4pex5vsknk084sn02q       | no prefix with an underscore before the last 26 \
      characters of a TypeID: index=0
      user-01h455vb4pex5vsknk084sn02q   | no prefix with an underscore before the last 26 \
      characters of a TypeID: index=4
      user_81h455vb4pex5vsknk084sn02q   | a TypeID's UUID starts with 7 at most: character=8, \
      index=5
      user_01h455vb4pex5vsknk084sn02Q   | a lower-case Crockford digit is one of \
      0123456789abcdefghjkmnpqrstvwxyz: character='Q', index=30
      us3r_01h455vb4pex5vsknk084sn02q   | a TypeID's prefix has a character other than a to z, and \
      _ between them: index=2, character='3'
      user__01h455vb4pex5vsknk084sn02q  | a TypeID's prefix has a character other than a to z, and \
      _ between them: index=4, character='_'
      """)
  void parse_badText_failsWithFaultAndIndex(String text, String message) {
    assertThatThrownBy(() -> TypeId.parse(text))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "user_01h455vb4pex5vsknk084sn02q\n",
        "user_01h455vb4pex5vsknk084sn02\0",
        "user_01h455vb4pex5vsknk084sn0２q",
        "user_٠1h455vb4pex5vsknk084sn02q",
        "usеr_01h455vb4pex5vsknk084sn02q",
        "us\u212Ar_01h455vb4pex5vsknk084sn02q",
        "user\n_01h455vb4pex5vsknk084sn02q",
        "user_01890a5d-ac96-774b-bcce-b302099a8057"
      })
  void parse_controlAndForeignCharacters_areRefused(String text) {
    assertThatThrownBy(() -> TypeId.parse(text)).isInstanceOf(InvalidIdException.class);
  }

  /**
   * Crockford's base 32 reads i, l and o as 1 and 0, and does not use u. TypeIDs accept none of
   * them.
   */
  @ParameterizedTest
  @ValueSource(strings = {"i", "l", "o", "u", "A"})
  void parse_lookalikeDigit_throws(String digit) {
    String others = "user_" + "0".repeat(25);
    assertThat(TypeId.parse(others + "a").uuid()).isEqualTo(new UUID(0, 10));
    assertThatThrownBy(() -> TypeId.parse(others + digit))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageContaining("character='" + digit + "', index=30");
  }

  @Test
  void parse_hugeText_failsByLengthWithoutRepeatingIt() {
    assertThatThrownBy(() -> TypeId.parse("a".repeat(10_000_000)))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("not the 26 to 90 characters of a TypeID: length=10000000");
  }

  @Test
  void parse_ofAnotherType_isRefused() {
    assertThat(TypeId.parse("user_" + SUFFIX, "user").prefix()).isEqualTo("user");
    assertThatThrownBy(() -> TypeId.parse("order_" + SUFFIX, "user"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("the TypeID is of another type: prefix='order', expected='user'");
    assertThatThrownBy(() -> TypeId.parse(SUFFIX, "user")).isInstanceOf(InvalidIdException.class);
  }

  @Test
  void new_badPrefix_isRefused() {
    String longest = "a".repeat(63);
    assertThat(new TypeId(longest, Uuids.v4()).toString()).hasSize(TypeId.MAX_LENGTH);
    assertThatThrownBy(() -> new TypeId(longest + "a", Uuids.v4()))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("a TypeID's prefix is too long: length=64 > 63");
    for (String bad : List.of("_", "_a", "a_", "A", "a1", "a b", "é", "a-b")) {
      assertThatThrownBy(() -> new TypeId(bad, Uuids.v4()))
          .as(bad)
          .isInstanceOf(InvalidIdException.class);
      assertThatThrownBy(() -> TypeId.next(bad)).as(bad).isInstanceOf(InvalidIdException.class);
    }
  }

  @Test
  void next_ofAType_isVersion7AndRises() {
    TypeId before = TypeId.next("user");
    for (int i = 0; i < 10_000; i++) {
      TypeId id = TypeId.next("user");
      assertThat(id.uuid().version()).isEqualTo(7);
      assertThat(id.uuid().variant()).isEqualTo(2);
      assertThat(id).isGreaterThan(before);
      assertThat(id.toString()).isGreaterThan(before.toString());
      before = id;
    }
  }

  @Test
  void range_ofASpan_containsItsIdsOfTheType() {
    Instant before = Instant.now().minusSeconds(1);
    String id = TypeId.next("user").toString();
    Instant after = before.plusSeconds(60);

    ValueRange<String> span = TypeId.range("user", before, after);

    assertThat(id).isBetween(span.from(), span.to());
    assertThat(TypeId.range("user", after, after.plusSeconds(1)).from()).isEqualTo(span.to());
    assertThat(span.from()).startsWith("user_").hasSize(31);
    assertThatThrownBy(() -> TypeId.range("user", after, before))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void serialization_roundTrip_isEqual() throws Exception {
    TypeId id = TypeId.parse("user_" + SUFFIX);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(id);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(in.readObject()).isEqualTo(id);
    }
  }
}
