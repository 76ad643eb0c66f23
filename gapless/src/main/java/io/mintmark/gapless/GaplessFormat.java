package io.mintmark.gapless;

import io.mintmark.error.Message;
import java.time.LocalDate;
import java.time.Month;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A template of numbers: text around the fields {@code {tenant}}, {@code {year}}, {@code {month}}
 * and {@code {seq:N}}. The first three fields determine the counter of a number. Only fields in the
 * text separate counters, so two counters never produce the same text.
 *
 * <p>Only the tenant has a variable length, so a text can be parsed in at most one way.
 *
 * @param template the user's text
 * @param firstMonth the first month of a year, from 1 to 12; a year has the number of the calendar
 *     year in which it begins
 */
record GaplessFormat(String template, int firstMonth) {

  private static final int MAX_LENGTH = 100;
  private static final int YEAR_LENGTH = 4;

  /** A field. The second group has the digits of {@code {seq:N}}. */
  private static final Pattern FIELD =
      Pattern.compile("\\{(?:(tenant|year|month)|seq:([1-9]|1[0-8]))}");

  private static final Pattern TENANT = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

  private static final String SEQ_FIELD = "seq";

  private static final String TENANT_FIELD = "tenant";
  private static final String YEAR_FIELD = "year";
  private static final String MONTH_FIELD = "month";
  private static final String NOTHING = "";

  /**
   * Identifies one of a format's counters.
   *
   * @param tenant the tenant; empty if the format lacks a tenant
   * @param period a year, a year and a month, or empty if the format has neither
   */
  record CounterKey(String tenant, String period) {}

  /** A counter, and a number of this counter. */
  record Numbered(CounterKey counter, long number) {}

  /** Returns the faults of the template; empty if it is valid. */
  List<String> faults() {
    List<String> fields =
        FIELD.matcher(template).results().map(GaplessFormat::name).toList();
    boolean good = template.length() <= MAX_LENGTH
        && template.equals(template.strip())
        && template.chars().noneMatch(Character::isISOControl)
        && !FIELD.matcher(template).replaceAll(NOTHING).matches("(?s).*[{}].*")
        && fields.contains(SEQ_FIELD)
        && fields.size() == Set.copyOf(fields).size()
        && (fields.contains(YEAR_FIELD) || !fields.contains(MONTH_FIELD));
    List<String> faults = new ArrayList<>();
    if (!good) {
      faults.add(Message.of(
          "not a format with {seq:N} (N is 1 to 18) and at most one {tenant}, {year} and, with"
              + " {year}, {month}, in up to {} characters without control characters, other braces"
              + " and spaces at the ends: format='{}'",
          MAX_LENGTH,
          template));
    }
    if (firstMonth < 1 || firstMonth > 12) {
      faults.add(Message.of("not a month: firstMonth={}", firstMonth));
    } else if (firstMonth > 1 && !fields.contains(YEAR_FIELD)) {
      faults.add(Message.of(
          "a first month without a year: fiscalYearFrom={}, format='{}'",
          Month.of(firstMonth),
          template));
    }
    return faults;
  }

  private static String name(MatchResult field) {
    return field.group(2) == null ? field.group(1) : SEQ_FIELD;
  }

  private boolean has(String field) {
    return template.contains("{" + field + "}");
  }

  /** Returns the highest number that fits into the digits of {@code {seq:N}}. */
  long highest() {
    return FIELD
        .matcher(template)
        .results()
        .filter(field -> name(field).equals(SEQ_FIELD))
        .mapToLong(field -> Long.parseLong("9".repeat(Integer.parseInt(field.group(2)))))
        .sum();
  }

  /** Refuses a tenant with which the text of a number could not be parsed again. */
  void checkTenant(String tenant) {
    if (!has(TENANT_FIELD) && !tenant.isEmpty()) {
      throw new IllegalArgumentException(Message.of(
          "a tenant for numbers that show none: tenant='{}', format='{}'; with a counter of its"
              + " own, this tenant would get the same numbers as the others",
          tenant,
          template));
    }
    if (has(TENANT_FIELD) && !TENANT.matcher(tenant).matches()) {
      throw new IllegalArgumentException(Message.of(
          "not a tenant of 1 to 64 characters of A-Z a-z 0-9 _ . -: tenant='{}', format='{}'",
          tenant,
          template));
    }
  }

  /** Returns a counter's period: a year, a year and a month, or empty if the format has neither. */
  String period(LocalDate day) {
    if (!has(YEAR_FIELD)) {
      return NOTHING;
    }
    int year = day.getMonthValue() >= firstMonth ? day.getYear() : day.getYear() - 1;
    if (year < 1 || year > 9999) {
      throw new IllegalArgumentException(
          Message.of("the year does not have four digits: day={}, format='{}'", day, template));
    }
    String form = has(MONTH_FIELD) ? "%04d-%02d" : "%04d";
    return String.format(Locale.ROOT, form, year, day.getMonthValue());
  }

  /** Formats a number. */
  String text(CounterKey counter, long number) {
    String period = counter.period();
    return FIELD
        .matcher(template)
        .replaceAll(field -> Matcher.quoteReplacement(
            switch (name(field)) {
              case TENANT_FIELD -> counter.tenant();
              case YEAR_FIELD -> period.substring(0, YEAR_LENGTH);
              case MONTH_FIELD -> period.substring(YEAR_LENGTH + 1);
              default -> String.format(Locale.ROOT, "%0" + field.group(2) + "d", number);
            }));
  }

  /** Makes a reader, which parses texts of this format. */
  Reader reader() {
    String regex = FIELD
        .matcher(Pattern.quote(template))
        .replaceAll(field -> Matcher.quoteReplacement("\\E"
            + switch (name(field)) {
              case TENANT_FIELD -> "(?<tenant>" + TENANT.pattern() + ")";
              case YEAR_FIELD -> "(?<year>[0-9]{4})";
              case MONTH_FIELD -> "(?<month>0[1-9]|1[0-2])";
              default -> "(?<seq>[0-9]{" + field.group(2) + "})";
            }
            + "\\Q"));
    return new Reader(this, Pattern.compile(regex));
  }

  /** Parses texts strictly: returns empty for a text that {@link #text} cannot have produced. */
  record Reader(GaplessFormat format, Pattern pattern) {

    Optional<Numbered> read(String text) {
      Matcher matcher = pattern.matcher(text);
      if (!matcher.matches()) {
        return Optional.empty();
      }
      String year = format.has(YEAR_FIELD) ? matcher.group(YEAR_FIELD) : NOTHING;
      String period = format.has(MONTH_FIELD) ? year + "-" + matcher.group(MONTH_FIELD) : year;
      String tenant = format.has(TENANT_FIELD) ? matcher.group(TENANT_FIELD) : NOTHING;
      long number = Long.parseLong(matcher.group("seq"));
      return number == 0
          ? Optional.empty()
          : Optional.of(new Numbered(new CounterKey(tenant, period), number));
    }
  }
}
