package io.mintmark.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.key.KeyField;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys as text. A parsed key is written as the same text, and errors are reported. */
class KeyTextTest {

  private static final long SEED = 4;
  private static final String ORDER = "OD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}";

  /** Returns the position that a key was made from. */
  static long position(KeyFormat format, String key) {
    TimePattern time = format.time();
    long tick = time == null
        ? 0
        : time.read(key, format.field(Field.Kind.TIME).orElseThrow().at());
    return tick * format.capacity() + format.parseKey(key).number();
  }

  /** Parses a key, and writes it again from the parsed fields. */
  private static String rewritten(KeyFormat format, String key) {
    ParsedKey parsed = format.parseKey(key);
    int tables = 10_000;
    long shard = (long) parsed.database().orElse(0) * tables + parsed.table().orElse(0);
    KeyWriter writer =
        new KeyWriter(format, parsed.version().orElse(0), tables, () -> 0, Optional.empty());
    return Objects.requireNonNull(
        writer.write(parsed.worker().orElse(-1), position(format, key), shard, parsed.variables()));
  }

  @ParameterizedTest
  @CsvSource({
    "UD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5},"
        + " UD000000011902261230103345300002",
    "OD{db:2}{table:4}{version:2}{time:yyyyMMddHHmmssSSS}{worker:2}{seq:5},"
        + " OD00000101201903251029141503200002",
    "{time:yyyyMMddHHmmssSSSSSS}{seq:2}, 2026112118000012345699",
    "INV-{time:yyyyMMdd}-{seq:6}, INV-20261121-000042",
    "{var:tenant:4}{time:yyDDDHH}{seq:4}{check:iso7064-37-36}, ACME26325180042X",
    "{time:yyMM}{seq:3:base36}, 2612ZZZ",
    "{time:yyyy}{seq:3:base62}, 2026zzz",
    "{{{time:yyMMddHHmm}}}{seq:1}, {2611211800}7"
  })
  void write_parsedKey_isTheSameText(String text, String example) {
    KeyFormat format = KeyFormat.parse(text);
    String key = example;
    if (text.contains("{check:")) {
      key = example.substring(0, example.length() - 1);
      key += io.mintmark.internal.text.CheckDigit.MOD_37_36.compute(key);
    }
    assertThat(key).hasSize(format.length());
    assertThat(rewritten(format, key)).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{time:yyyyMMddHHmmssSSSSSS}{seq:2}",
        "{time:yyMMddHHmmssSSS}{worker:2}{seq:3:base36}",
        "X{time:yyyyDDDHHmm}{seq:5:base62}",
        "{seq:18}{check:damm}",
        "{seq:10:base62}",
        "{db:3}{table:3}{time:yyMMddHHmmss}{worker:4}{seq:6}{check:verhoeff}"
      })
  void write_randomPositions_readsBack(String text) {
    KeyFormat format = KeyFormat.parse(text);
    KeyWriter writer = new KeyWriter(format, 0, 1_000, () -> 0, Optional.empty());
    TimePattern time = format.time();
    long from = (time == null ? 0 : time.firstTick()) * format.capacity();
    long end = format.endTick() * format.capacity();
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      long position = i == 0 ? from : i == 1 ? end - 1 : random.nextLong(from, end);
      long worker = format.workers() == 0 ? -1 : random.nextLong(format.workers());
      String key = Objects.requireNonNull(
          writer.write(worker, position, random.nextInt(1_000_000), Map.of()));
      ParsedKey parsed = format.parseKey(key);
      assertThat(key).hasSize(format.length());
      assertThat(position(format, key)).as(key).isEqualTo(position);
      assertThat(parsed.worker().orElse(-1)).as(key).isEqualTo(worker);
      if (i % 100 == 0) {
        assertThat(rewritten(format, key)).isEqualTo(key);
      }
    }
  }

  /** A thread caches its previous key with the text of its time. */
  @Test
  void write_acrossTickBoundaries_showsEachTick() {
    KeyFormat format = KeyFormat.parse("{time:yyMMddHHmm}{worker:1}{seq:2}");
    KeyFormat other = KeyFormat.parse("{time:yyMMddHHmm}-{worker:1}{seq:2}");
    KeyWriter writer = new KeyWriter(format, 0, 1, () -> 0, Optional.empty());
    KeyWriter others = new KeyWriter(other, 0, 1, () -> 0, Optional.empty());
    long tick = position(format, "2611261530000");
    assertThat(tick % format.capacity()).isZero();
    long end = tick + format.capacity();

    assertThat(writer.write(0, end - 1, 0, Map.of())).isEqualTo("2611261530099");
    assertThat(writer.write(0, end, 0, Map.of())).isEqualTo("2611261531000");
    assertThat(writer.write(0, end - 1, 0, Map.of())).isEqualTo("2611261530099");
    assertThat(others.write(0, end - 1, 0, Map.of())).isEqualTo("2611261530-099");
    assertThat(writer.write(0, tick, 0, Map.of())).isEqualTo("2611261530000");
    assertThat(writer.write(1, tick - 1, 0, Map.of())).isEqualTo("2611261529199");
  }

  @ParameterizedTest
  @CsvSource({
    "{seq:10}{check:luhn}, 79927398713",
    "{seq:10}{check:luhn}, 49927398716",
    "7{seq:2}{check:mod97}, 79444",
    "A12425GABC{seq:7}{check:iso7064-37-36}, A12425GABC1234002M",
    "{seq:4}{check:iso7064-11-2}, 07940",
    "G{seq:12}{check:iso7064-37-2}, G123489654321Y",
    "{seq:3}{check:damm}, 5724",
    "{seq:3}{check:verhoeff}, 2363",
    "1{seq:4}{check:verhoeff}, 123451",
    "{seq:6}{check:verhoeff}, 1428570"
  })
  void parse_publishedCheckDigit_detectsEveryWrongDigit(String text, String key) {
    KeyFormat format = KeyFormat.parse(text);
    assertThat(rewritten(format, key)).isEqualTo(key);
    KeyField seq = format.fields().stream()
        .filter(field -> field.kind().equals("seq"))
        .findFirst()
        .orElseThrow();
    for (int at = seq.from(); at < seq.to(); at++) {
      for (char digit = '0'; digit <= '9'; digit++) {
        String other = key.substring(0, at) + digit + key.substring(at + 1);
        assertThat(format.find(other).isPresent()).as(other).isEqualTo(other.equals(key));
      }
    }
    KeyField check = format.fields().get(format.fields().size() - 1);
    for (char digit = '0'; digit <= '9'; digit++) {
      String other = key.substring(0, key.length() - 1) + digit;
      assertThat(format.find(other).isPresent()).as(other).isEqualTo(other.equals(key));
    }
    assertThatThrownBy(() ->
            format.parseKey(key.substring(0, check.from()) + "?".repeat(check.to() - check.from())))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageContaining("the check digit does not match the text before it: check="
            + check.name() + ", found='" + "?".repeat(check.to() - check.from()) + "', expected='"
            + key.substring(check.from()) + "', column=" + (check.from() + 1));
  }

  static Stream<Arguments> wrongKeys() {
    return Stream.of(
        arguments("", "the key does not have this format's 32 characters: length=0"),
        arguments("UD0000000119022612301033453000021", "length=33"),
        arguments("Ud000000011902261230103345300002", "character='d', expected='D', column=2"),
        arguments(
            "UDx00000011902261230103345300002",
            "the digit is not one of 0123456789: character='x', column=3"),
        arguments("UD00000.011902261230103345300002", "character='.', column=8"),
        arguments("UD000000011902261230103345 00002", "character=U+0020, column=27"),
        arguments("UD00000001190226123010334530000٢", "character=U+0662, column=32"),
        arguments("UD000000011913261230103345300002", "MM='13' is not 1 to 12, column=13"),
        arguments("UD000000011900261230103345300002", "MM='00' is not 1 to 12, column=13"),
        arguments("UD000000011902291230103345300002", "dd='29' is not 1 to 28, column=15"),
        arguments("UD000000011902002430103345300002", "dd='00' is not 1 to 28, column=15"),
        arguments("UD000000011902262430103345300002", "HH='24' is not 0 to 23, column=17"),
        arguments("UD000000011902261260103345300002", "mm='60' is not 0 to 59, column=19"),
        arguments("UD000000011902261230603345300002", "ss='60' is not 0 to 59, column=21"));
  }

  @ParameterizedTest
  @MethodSource("wrongKeys")
  void parseKey_wrongField_failsWithFaultAndColumn(String key, String message) {
    KeyFormat format =
        KeyFormat.parse("UD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}");
    assertThatThrownBy(() -> format.parseKey(key))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({
    "{time:yyDDD}{seq:1}, 263661, there is no such time: DDD='366' is not 1 to 365; column=3",
    "{time:yyyy}{seq:1}, 19691, there is no such time: yyyy='1969' is not 1970 to 9999; column=1",
    "{var:t:2}{seq:1}{check:damm}, A123, the variable is not made of 0123456789: variable=t;"
        + " character='A'; column=1",
    "{var:t:2}{seq:1}, -123, length=4",
    "{var:t:2}{seq:1}, -12, the variable is not made of letters and digits: variable=t;"
        + " character='-'; column=1",
    "{seq:2:base36}, a1, the digit is not one of 0123456789",
    "{seq:2:base62}, -1, character='-'; column=1",
    "{time:yyyyMMddHHmmssSSSSSS}{seq:3}, 99991231235959999999999, the time is past the last"
        + " possible one"
  })
  void parseKey_wrongKey_failsWithFaultAndColumn(String format, String key, String message) {
    assertThatThrownBy(() -> KeyFormat.parse(format).parseKey(key))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageContaining(message.replace(';', ','));
  }

  /** A text that fails the test if its characters are read. */
  private record Unread(int length) implements CharSequence {

    @Override
    public char charAt(int index) {
      throw new AssertionError("read: index=" + index);
    }

    @Override
    public CharSequence subSequence(int from, int to) {
      throw new AssertionError("read: from=" + from);
    }

    @Override
    public String toString() {
      throw new AssertionError("read");
    }
  }

  @Test
  void parseKey_wrongLength_throwsBeforeReading() {
    KeyFormat format = KeyFormat.parse(ORDER);
    assertThatThrownBy(() -> format.parseKey(new Unread(Integer.MAX_VALUE)))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("the key does not have this format's 25 characters: length=2147483647,"
            + " format='" + ORDER + "'");
    assertThat(format.find(new Unread(26))).isEmpty();
  }
}
