package io.mintmark.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.InvalidIdException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimePatternTest {

  private static final long SEED = 20_261_121;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "yyyy",
        "yy",
        "yyyyMM",
        "yyMM",
        "yyyyMMdd",
        "yyyyDDD",
        "yyDDDHH",
        "yyMMddHH",
        "yyMMddHHmm",
        "yyyyDDDHHmmss",
        "yyMMddHHmmssSSS",
        "yyyyMMddHHmmssS",
        "yyyyMMddHHmmssSSSS",
        "yyyyMMddHHmmssSSSSSS"
      })
  void write_randomTimes_agreesWithTheJdkAndReadsBack(String text) {
    TimePattern pattern = TimePattern.parse(text);
    DateTimeFormatter jdk =
        DateTimeFormatter.ofPattern(text.replace("yy", "uu").replace("yyyy", "uuuu"));
    Random random = new Random(SEED);
    long first = pattern.timeMs(pattern.firstTick());
    long end = pattern.timeMs(pattern.endTick());
    for (int i = 0; i < 2_000; i++) {
      long ms = random.nextLong(first, end);
      LocalDateTime time = LocalDateTime.ofEpochSecond(
          Math.floorDiv(ms, 1_000L), (int) Math.floorMod(ms, 1_000L) * 1_000_000, ZoneOffset.UTC);
      long tick = pattern.tick(ms);
      String written = write(pattern, tick);
      assertThat(written).as("seed %s, %s", SEED, time).isEqualTo(time.format(jdk));
      assertThat(pattern.read(written, 0)).as(written).isEqualTo(tick);
      assertThat(pattern.timeMs(tick)).isLessThanOrEqualTo(ms);
      assertThat(pattern.timeMs(tick + 1)).isGreaterThanOrEqualTo(ms);
      assertThat(pattern.local(tick)).isBeforeOrEqualTo(time);
      assertThat(pattern.local(tick).format(jdk)).isEqualTo(written);
    }
  }

  @Test
  void write_everyDay_agreesWithTheJdk() {
    TimePattern date = TimePattern.parse("yyyyMMdd");
    TimePattern ordinal = TimePattern.parse("yyyyDDD");
    DateTimeFormatter ordinals = DateTimeFormatter.ofPattern("uuuuDDD");
    LocalDate day = LocalDate.of(1970, 1, 1);
    for (long tick = 0; tick < 366L * 500; tick++, day = day.plusDays(1)) {
      String text = day.format(DateTimeFormatter.BASIC_ISO_DATE);
      if (!write(date, tick).equals(text) || date.read(text, 0) != tick) {
        assertThat(write(date, tick)).isEqualTo(text);
        assertThat(date.read(text, 0)).isEqualTo(tick);
      }
      if (!write(ordinal, tick).equals(day.format(ordinals))) {
        assertThat(write(ordinal, tick)).isEqualTo(day.format(ordinals));
      }
    }
  }

  @Test
  void ends_areTheFirstAndLastPrintedTimes() {
    TimePattern two = TimePattern.parse("yyMMdd");
    assertThat(write(two, two.firstTick())).isEqualTo("000101");
    assertThat(write(two, two.endTick() - 1)).isEqualTo("991231");
    TimePattern four = TimePattern.parse("yyyyMMdd");
    assertThat(write(four, four.firstTick())).isEqualTo("19700101");
    assertThat(write(four, four.endTick() - 1)).isEqualTo("99991231");
  }

  /** A line that an administrator has raised can be past every time that a key can show. */
  @ParameterizedTest
  @ValueSource(strings = {"yyyy", "yy", "yyyyMM", "yyMM", "yyMMdd", "yyyyDDDHH", "yyMMddHHmmssSSS"})
  void timeMs_tickPastTheLastTime_isLater(String text) {
    TimePattern pattern = TimePattern.parse(text);
    long end = pattern.timeMs(pattern.endTick());
    assertThat(pattern.timeMs(pattern.endTick() + 1)).isGreaterThan(end);
    assertThat(pattern.timeMs(Long.MAX_VALUE)).isGreaterThan(end);
  }

  @ParameterizedTest
  @CsvSource({
    "yyyy, P366D",
    "yyMM, P31D",
    "yyMMdd, P1D",
    "yyDDD, P1D",
    "yyDDDHH, PT1H",
    "yyMMddHHmm, PT1M",
    "yyMMddHHmmss, PT1S",
    "yyMMddHHmmssSSS, PT0.001S",
    "yyMMddHHmmssSSSSSS, PT0.000001S"
  })
  void tickNanos_anyPattern_isTheLongestTick(String pattern, Duration tick) {
    assertThat(TimePattern.parse(pattern).tickNanos()).isEqualTo(tick.toNanos());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "MM",
        "yyy",
        "yyyyy",
        "yyyydd",
        "yyHH",
        "yyMMDDD",
        "yyDDDdd",
        "yyMMddmm",
        "yySSS",
        "yyMMddHHmmssSSSSSSS",
        "yyMMddHHSSS",
        "yyyy-MM-dd",
        "YYMMdd",
        "yyMMddhh",
        "yyMMddHHmmss "
      })
  void parse_gapOrOtherLetter_isRefused(String text) {
    assertThatThrownBy(() -> TimePattern.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a pattern of a time")
        .hasMessageContaining("time='" + text + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "yyyyMMdd, 20261301, there is no such time: MM='13' is not 1 to 12; column=5",
    "yyyyMMdd, 20260001, there is no such time: MM='00' is not 1 to 12; column=5",
    "yyyyMMdd, 20260229, there is no such time: dd='29' is not 1 to 28; column=7",
    "yyyyMMdd, 19691231, there is no such time: yyyy='1969' is not 1970 to 9999; column=1",
    "yyyyDDD, 2026366, there is no such time: DDD='366' is not 1 to 365; column=5",
    "yyMMddHH, 26010124, there is no such time: HH='24' is not 0 to 23; column=7",
    "yyMMddHHmm, 2601012360, there is no such time: mm='60' is not 0 to 59; column=9",
    "yyMMddHHmmss, 260101235960, there is no such time: ss='60' is not 0 to 59; column=11",
    "yyMMdd, 26O101, the digit is not one of 0123456789: character='O'; column=3"
  })
  void read_invalidTime_failsWithFaultAndColumn(String pattern, String text, String message) {
    assertThatThrownBy(() -> TimePattern.parse(pattern).read(text, 0))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage(message.replace(';', ','));
  }

  @ParameterizedTest
  @CsvSource({
    "yyyyMMdd, 1970-01-01T00:00:00Z, true",
    "yyMMdd, 2000-01-01T00:00:00Z, false",
    "yyyyMM, 1970-01-01T00:00:00Z, true",
    "yyMM, 2000-01-01T00:00:00Z, false",
    "yyMMddHHmmssSSSSSS, 2000-01-01T00:00:00Z, false"
  })
  void parse_anyPattern_hasItsTextAndFirstTime(String text, Instant first, boolean four) {
    TimePattern pattern = TimePattern.parse(text);
    assertThat(pattern.text()).isEqualTo(text);
    assertThat(pattern.epochMs()).isEqualTo(first.toEpochMilli());
    assertThat(pattern.hasFourDigits()).isEqualTo(four);
  }

  private static String write(TimePattern pattern, long tick) {
    byte[] out = new byte[pattern.width()];
    pattern.write(tick, out, 0);
    return new String(out, StandardCharsets.US_ASCII);
  }
}
