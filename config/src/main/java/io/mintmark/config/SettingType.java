package io.mintmark.config;

import io.mintmark.internal.kind.SettingRange;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.internal.text.Arguments;
import io.mintmark.internal.text.NearMiss;
import io.mintmark.internal.text.WholeNumber;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A type of settings: it parses texts and limits values to a range. It also formats values and
 * ranges for people. Each exception states the expected form.
 *
 * @param name the type's name in the documentation, for example {@code duration}
 * @param parser parses a text; throws an {@link IllegalArgumentException} that states the rule
 * @param mask returns a text in the form in which messages may show it
 * @param range the range of the values, for example {@code 1s..365d}, both ends included; empty if
 *     there is none. If the values are ranges themselves, this range limits both their ends
 * @param <T> the type of the parsed value
 */
public record SettingType<T>(
    String name, Function<String, T> parser, UnaryOperator<String> mask, String range) {

  /** Any text. */
  public static final SettingType<String> TEXT = of("text", text -> text);

  /** A store's URL, which may contain a password. */
  public static final SettingType<String> STORE_URL =
      new SettingType<>("URL", text -> text, StoreUrl::mask, "");

  /** Names or patterns of names, separated by commas. */
  public static final SettingType<List<String>> WORDS = of("list", SettingType::words);

  /** A whole number. */
  public static final SettingType<Long> NUMBER = of("number", WholeNumber::parse);

  /** A whole number of 32 bits. */
  public static final SettingType<Integer> INTEGER = of("number", WholeNumber::parseInt);

  /** {@code true} or {@code false}. */
  public static final SettingType<Boolean> FLAG = of("true or false", SettingType::flag);

  /** A duration, for example {@code 500ms}, {@code 10s} or {@code PT10S}. */
  public static final SettingType<Duration> DURATION = of("duration", SettingType::duration);

  /** A moment, for example {@code 2020-01-01T00:00:00Z}. */
  public static final SettingType<Instant> MOMENT =
      of("moment", text -> time(Instant::parse, text, () -> "a time such as 2020-01-01T00:00:00Z"));

  /** A time zone, for example {@code Asia/Shanghai}. */
  public static final SettingType<ZoneId> ZONE = of("time zone", SettingType::zone);

  /** A range of numbers, both ends included, for example {@code 1..99}. */
  public static final SettingType<SettingRange<Long>> RANGE = of("range", SettingType::range);

  /** The path of a file. */
  public static final SettingType<Path> FILE = of("file", Path::of);

  /** An amount of memory in bytes, for example {@code 256MB} or {@code 2GB}. */
  public static final SettingType<Long> MEMORY = of("memory", SettingType::memory);

  /** Matches a number with a leading zero, except after a decimal point. */
  private static final Pattern LEADING_ZERO = Pattern.compile("(?<![0-9.,])0[0-9]");

  private static final Pattern SHORT_DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
  private static final Pattern RANGE_TEXT = Pattern.compile("(-?\\d{1,19})\\.\\.(-?\\d{1,19})");
  private static final Pattern MEMORY_TEXT = Pattern.compile("(\\d{1,9})([MG]?)B");

  /**
   * Makes a type.
   *
   * @param <T> the type of the parsed value
   * @param name the type's name in the documentation
   * @param parse parses a text; throws an {@link IllegalArgumentException} that states the rule
   * @return the type
   */
  public static <T> SettingType<T> of(String name, Function<String, T> parse) {
    return new SettingType<>(name, parse, UnaryOperator.identity(), "");
  }

  /**
   * Makes a type whose values are words: the names of constants in lower case, with hyphens.
   *
   * @param <E> the constants' type
   * @param constants the constants that may be named
   * @return the type
   */
  public static <E extends Enum<E>> SettingType<E> words(List<E> constants) {
    List<String> words = constants.stream().map(SettingType::word).toList();
    String all = String.join(", ", words);
    return of(
        all,
        text -> constants.stream()
            .filter(constant -> word(constant).equals(text))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(
                "not one of " + all + NearMiss.suggestion(text, words))));
  }

  /**
   * Limits a type's values.
   *
   * @param <T> the type of the parsed value
   * @param type the type to limit
   * @param least the text of the least value
   * @param most the text of the greatest value, which is included
   * @return the limited type
   */
  public static <T extends Comparable<T>> SettingType<T> between(
      SettingType<T> type, String least, String most) {
    return type.limited(new SettingRange<>(type.parse(least), type.parse(most))::has, least, most);
  }

  /** Limits a type's values to the range that {@code core} allows for a generator's setting. */
  static <T extends Comparable<T>> SettingType<T> in(SettingRange<T> range, SettingType<T> type) {
    return type.limited(
        range::has, SettingRange.text(range.least()), SettingRange.text(range.most()));
  }

  /**
   * Makes a type of ranges whose ends are in the range that {@code core} allows for a generator's
   * setting.
   */
  static SettingType<SettingRange<Long>> rangeIn(SettingRange<Long> range) {
    return RANGE.limited(
        value -> range.has(value.least()) && range.has(value.most()),
        range.least().toString(),
        range.most().toString());
  }

  private SettingType<T> limited(Predicate<T> allowed, String least, String most) {
    return new SettingType<>(
        name,
        text -> {
          T value = parse(text);
          Arguments.check(allowed.test(value), "not {} to {}", least, most);
          return value;
        },
        mask,
        least + ".." + most);
  }

  /** Returns a type that checks or changes the values further. */
  SettingType<T> then(UnaryOperator<T> checked) {
    return new SettingType<>(name, text -> checked.apply(parse(text)), mask, range);
  }

  /**
   * Hides values from messages.
   *
   * @return a type that parses as this one does, for secrets
   */
  public SettingType<T> secret() {
    return new SettingType<>(name, parser, text -> "***", range);
  }

  /**
   * Parses a text.
   *
   * @param text the setting's text
   * @return its value
   * @throws IllegalArgumentException if the text does not have the expected form, or the value is
   *     out of the range
   */
  public T parse(String text) {
    return parser.apply(text);
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split(","))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .toList();
  }

  private static Duration duration(String text) {
    Arguments.check(
        !LEADING_ZERO.matcher(text).find(), "a duration with a leading zero in a number");
    Matcher matcher = SHORT_DURATION.matcher(text);
    if (matcher.matches()) {
      return matcher.group(2).equals("ms")
          ? Duration.ofMillis(Long.parseLong(matcher.group(1)))
          : Duration.parse((matcher.group(2).equals("d") ? "P" : "PT") + text);
    }
    return time(Duration::parse, text, () -> "a duration such as 500ms, 10s, 1m, 2h, 1d or PT10S");
  }

  private static <T> T time(Function<String, T> parse, String text, Supplier<String> expected) {
    try {
      return parse.apply(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("not " + expected.get(), e);
    }
  }

  private static ZoneId zone(String text) {
    return time(
            ZoneId::of,
            text,
            () -> "a time zone such as Asia/Shanghai or UTC"
                + NearMiss.suggestion(text, ZoneId.getAvailableZoneIds()))
        .normalized();
  }

  private static SettingRange<Long> range(String text) {
    Matcher matcher = RANGE_TEXT.matcher(text);
    SettingRange<Long> range = matcher.matches()
        ? new SettingRange<>(
            WholeNumber.parse(matcher.group(1)), WholeNumber.parse(matcher.group(2)))
        : new SettingRange<>(1L, 0L);
    Arguments.check(
        range.least() <= range.most(),
        "not a range such as 1..99, both ends included, lowest first");
    return range;
  }

  private static boolean flag(String text) {
    Arguments.check(text.equals("true") || text.equals("false"), "neither true nor false");
    return Boolean.parseBoolean(text);
  }

  private static long memory(String text) {
    Matcher matcher = MEMORY_TEXT.matcher(text);
    Arguments.check(matcher.matches(), "not an amount of memory such as 256MB or 2GB");
    int unit = Map.of("M", 1 << 20, "G", 1 << 30).getOrDefault(matcher.group(2), 1);
    return WholeNumber.parse(matcher.group(1)) * unit;
  }
}
