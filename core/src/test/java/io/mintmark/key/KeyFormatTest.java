package io.mintmark.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.key.KeyField;
import io.mintmark.internal.text.CheckDigit;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class KeyFormatTest {

  static Stream<Arguments> wrongFormats() {
    return Stream.of(
        arguments("", "the format does not have 1 to 300 characters: length=0"),
        arguments("x".repeat(10_000_000), "length=10000000"),
        arguments("OD", "keys would repeat"),
        arguments("{seq:5", "column 1: missing closing brace"),
        arguments("a}b{seq:5}", "column 2: missing opening brace; for a brace itself write }}"),
        arguments(
            "OD{tim:yy}{seq:5}",
            "column 3: a field is one of time, db, table, worker, seq,"
                + " version, var, check: field='tim'; did you mean time?"),
        arguments(
            "{seq}",
            "the field is not written {seq:WIDTH} or {seq:WIDTH:BASE}:" + " field='{seq}'"),
        arguments("{seq:5:base36:x}", "field='{seq:5:base36:x}'"),
        arguments("{seq:0}", "the width is not 1 to 18 characters: width='0'"),
        arguments("{seq:-1}", "width='-1'"),
        arguments("{seq:19}", "the width is not 1 to 18 characters: width='19'"),
        arguments("{seq:٣}", "width='٣'"),
        arguments("{seq:4:base64}", "the base is not one of base36, base62, decimal: 'base64'"),
        arguments("{db:10}{seq:4}", "the width is not 1 to 9 characters: width='10'"),
        arguments("{var:4}{seq:4}", "the variable's name is not a letter and up to"),
        arguments("{var:a b:4}{seq:4}", "name='a b'"),
        arguments("{var:t:40}{seq:4}", "the width is not 1 to 32 characters: width='40'"),
        arguments("{check:crc}{seq:4}", "the check digit is not one of luhn, damm"),
        arguments("{check:damm}{seq:4}", "the check digit is first, and covers nothing"),
        arguments(
            "OD{seq:4}{check:luhn}",
            "the check digit cannot detect errors in all fields before it: check=luhn"
                + " covers 0123456789, field=text may have 'O'"),
        arguments("{seq:4:base62}{check:mod97}", "field=seq may have 'a'"),
        arguments("od-{seq:4}{check:mod97}", "may have 'o'"),
        arguments("ord{seq:4}{check:mod97}", "may have 'o'"),
        arguments("ord_x{seq:4}{check:mod97}", "may have 'x'"),
        arguments("_ord_{seq:4}{check:mod97}", "may have '_'"),
        arguments("Ord_{seq:4}{check:mod97}", "may have 'r'"),
        arguments("{seq:4}ord_{check:mod97}", "may have 'o'"),
        arguments("ord_{check:luhn}{seq:4}", "the check digit is first, and covers nothing"),
        arguments("Bestellung ä{seq:4}", "character=U+00E4"),
        arguments(
            "a b{seq:4}", "column 2: the format's text is not printable ASCII without" + " spaces"),
        arguments("{seq:4}{seq:4}", "the field occurs twice: field='seq'"),
        arguments("{var:a:1}{var:a:2}{seq:4}", "field='var:a'"),
        arguments(
            "{worker:2}{seq:4}",
            "{worker:N} is used without {time:PATTERN}, and a worker number is held for a window of"
                + " time"),
        arguments(
            "{time:HHmm}{seq:4}", "not a pattern of a time: a pattern begins with yyyy or yy"),
        arguments("{time:yyyyMMddHHmmssSSSSSS}{worker:2}{seq:6}", "positions have 62 bits"),
        arguments("{seq:18:base62}", "positions have 62 bits, and so many numbers do not fit"),
        arguments("{}", "column 1: a field is one of"),
        arguments("{{seq:4}", "column 8: missing opening brace; for a brace itself write }}"),
        arguments("{seq:{table:2}}", "width='{table'"));
  }

  static Stream<Arguments> wrongFields() {
    return Stream.of(
        arguments("{TIME:yy}{seq:4}", "field='TIME'"),
        arguments("{time}", "the field is not written {time:PATTERN}: field='{time}'"),
        arguments("{time:yy:MM}", "the field is not written {time:PATTERN}: field='{time:yy:MM}'"),
        arguments("{db}{seq:4}", "the field is not written {db:WIDTH}: field='{db}'"),
        arguments("{table:1:2}{seq:4}", "the field is not written {table:WIDTH}"),
        arguments("{worker:x}{seq:4}", "the width is not 1 to 9 characters: width='x'"),
        arguments("{version:01}{seq:4}", "the width is not 1 to 9 characters: width='01'"),
        arguments("{seq:99999999999}", "width='99999999999'"),
        arguments("{seq:}", "the width is not 1 to 18 characters: width=''"),
        arguments("{seq:4:}", "the base is not one of base36, base62, decimal: ''"),
        arguments("{var}{seq:4}", "the field is not written {var:NAME:WIDTH}: field='{var}'"),
        arguments("{var:t}{seq:4}", "the width is not 1 to 32 characters: width=''"),
        arguments("{var:" + "n".repeat(33) + ":1}{seq:4}", "up to 31 letters, digits, _ or -"),
        arguments("{seq:4}{check}", "the field is not written {check:NAME}: field='{check}'"),
        arguments("{seq:4}{check:}", "the check digit is not one of luhn, damm"),
        arguments("{seq:4}{check:damm}{check:luhn}", "the field occurs twice: field='check'"),
        arguments("{time:}{seq:4}", "not a pattern of a time: a pattern begins with yyyy or yy"),
        arguments("{time:yyyyMMddmm}{seq:4}", "time='yyyyMMddmm'"),
        arguments("{time:yyyyddMM}{seq:4}", "time='yyyyddMM'"),
        arguments("{time:yyyyDDDdd}{seq:4}", "time='yyyyDDDdd'"),
        arguments("{time:yyyyMMddHHmmssSSSSSSS}{seq:4}", "1 to 6 S"),
        arguments("{time:yyy}{seq:4}", "time='yyy'"),
        arguments(
            "a\u007F{seq:4}",
            "column 2: the format's text is not printable ASCII without" + " spaces"),
        arguments("a\n{seq:4}", "character=U+000A"),
        arguments(
            "x".repeat(99) + "{seq:4}",
            "the key would have more than 100 characters:" + " length=103"));
  }

  @ParameterizedTest
  @MethodSource({"wrongFormats", "wrongFields"})
  void parse_wrongFormat_failsWithFaultAndColumn(String format, String message) {
    assertThatThrownBy(() -> KeyFormat.parse(format))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message)
        .satisfies(e -> assertThat(String.valueOf(e.getMessage())).hasSizeLessThan(2_000));
  }

  @Test
  void parse_severalFaults_areAllNamed() {
    assertThatThrownBy(() -> KeyFormat.parse("{sq:5}{db:0}}"))
        .hasMessageContainingAll("column 1:", "column 7:", "column 13:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "OD{sq:5}{db:0}} | 3, 9, 15",
        "{seq:4}-{seq:4} | 9",
        "{{{var:a:1}{seq:2}{var:a:2} | 19",
        "A{worker:2}{seq:4} | 2",
        "{db:1}{seq:18:base62} | 7",
        "{time:yyyyMMddHHmmssSSSSSS}{worker:2}{seq:6} | 1",
        "-{seq:4}-{check:mod97} | 10",
        "{seq:4}{check:damm}{check:luhn} | 20",
        "plain | 0"
      })
  void faults_wrongFormat_haveColumns(String format, String columns) {
    assertThat(KeyFormat.faults(format).stream()
            .map(fault -> Integer.toString(fault.column()))
            .collect(Collectors.joining(", ")))
        .isEqualTo(columns);
  }

  @Test
  void faults_validFormat_isEmpty() {
    assertThat(KeyFormat.faults("OD{seq:4}")).isEmpty();
  }

  @Test
  void parse_doubledBraces_areLiteralBraces() {
    KeyFormat format = KeyFormat.parse("{{{seq:2}}}");

    assertThat(format.length()).isEqualTo(4);
    assertThat(format.parseKey("{07}").number()).isEqualTo(7);
    assertThat(format.fields())
        .containsExactly(
            new KeyField("text", "", 0, 1),
            new KeyField("seq", "", 1, 3),
            new KeyField("text", "", 3, 4));
  }

  @ParameterizedTest
  @CsvSource({
    "OD12345, the key does not have this format's 8 characters: length=7",
    "OX001234, character='X'; expected='D'; column=2",
    "OD0012z4, the digit is not one of 0123456789: character='z'; column=7",
    "OD00123é, character=U+00E9; column=8"
  })
  void parseKey_wrongKey_failsWithFaultAndColumn(String key, String message) {
    assertThatThrownBy(() -> KeyFormat.parse("OD{seq:6}").parseKey(key))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageContaining(message.replace(';', ','));
  }

  @Test
  void route_formatWithoutVersion_takesExactlyOneLayout() {
    ParsedKey key = KeyFormat.parse("{db:1}{table:1}{seq:4}").parseKey("120042");
    Shards shards = Shards.of(4, 4);

    assertThat(key.route(Map.of(7, shards))).isEqualTo(new Route(1, 2));
    for (Map<Integer, Shards> wrong :
        List.of(Map.<Integer, Shards>of(), Map.of(1, shards, 2, shards))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> key.route(wrong))
          .withMessage("a key without a version needs exactly one shard layout: layouts="
              + wrong.keySet() + "; it has no route");
    }
  }

  @Test
  void parseKey_hostileLength_failsFast() {
    assertThatThrownBy(() -> KeyFormat.parse("OD{seq:6}").parseKey("1".repeat(10_000_000)))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageContaining("length=10000000")
        .satisfies(e -> assertThat(String.valueOf(e.getMessage())).hasSizeLessThan(500));
  }

  @Test
  void parseKey_everyCheckDigit_detectsAWrongDigit() {
    CheckDigit.all().forEach((name, check) -> {
      KeyFormat format = KeyFormat.parse("1{seq:6}{check:" + name + "}");
      String text = "1000042";
      String key = text + check.compute(text);
      assertThat(format.parseKey(key).number()).as(name).isEqualTo(42);
      assertThatThrownBy(() -> format.parseKey("1000043" + check.compute(text)))
          .as(name)
          .hasMessageContaining("check=" + name);
    });
  }

  /**
   * Tests every check algorithm with every wrong character in the key. A wrong letter must be found
   * even if the check covers only digits.
   */
  @Test
  void parseKey_prefixInLowerCase_isCoveredByItsLetters() {
    CheckDigit.all().forEach((name, check) -> {
      KeyFormat format = KeyFormat.parse("ord_er_{db:1}{seq:6}{check:" + name + "}");
      String letters = check.alphabet().contains("A") ? "ORDER" : "";
      String key = "ord_er_3000042" + check.compute(letters + "3000042");
      assertThat(format.parseKey(key).number()).as(name).isEqualTo(42);
      for (int i = 0; i < key.length(); i++) {
        for (char c = ' '; c < 127; c++) {
          String wrong = key.substring(0, i) + c + key.substring(i + 1);
          if (!wrong.equals(key)) {
            assertThatThrownBy(() -> format.parseKey(wrong))
                .as(name)
                .isInstanceOf(InvalidIdException.class);
          }
        }
      }
    });
    assertThat(KeyFormat.parse("ord_{check:mod97}{seq:1}")
            .parseKey("ord_" + CheckDigit.MOD_97_10.compute("ORD") + "7")
            .number())
        .isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({
    "decimal, 0042, 42, 10000",
    "base36, 00ZZ, 1295, 1679616",
    "base62, 00zz, 3843, 14776336"
  })
  void parseKey_bases_useTheirDigits(String base, String key, long number, long capacity) {
    KeyFormat format = KeyFormat.parse("{seq:4:" + base + "}");

    assertThat(format.parseKey(key).number()).isEqualTo(number);
    assertThat(format.capacity()).isEqualTo(capacity);
    byte[] written = new byte[4];
    Digits.write(number, 4, format.parts().get(0).alphabet(), written, 0);
    assertThat(written).isEqualTo(key.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
  }

  @Test
  void parseKey_variables_areInTheFormatsOrder() {
    assertThat(KeyFormat.parse("{var:b:2}{var:a:1}{seq:1}").parseKey("XyZ7").variables())
        .isEqualTo(Map.of("b", "Xy", "a", "Z"))
        .extracting(variables -> String.join(",", variables.keySet()))
        .isEqualTo("b,a");
  }

  @Test
  void checkDigits_namesInFormats_matchTheLibrary() {
    assertThat(CheckDigit.all()).containsKeys("luhn", "damm", "verhoeff", "mod97", "iso7064-37-36");
    assertThat(CheckDigit.all().values()).extracting(CheckDigit::length).allMatch(n -> n <= 2);
  }
}
