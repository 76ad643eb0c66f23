package io.mintmark.cli;

import java.util.Locale;

/** Formats numbers for people, in the same way in every country. */
final class Figures {

  private Figures() {}

  /** Groups digits, for example {@code 12,345,678}. */
  static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Groups a text that consists of digits; returns any other text unchanged. */
  static String grouped(String text) {
    return text.matches("[1-9]\\d{4,17}") ? grouped(Long.parseLong(text)) : text;
  }

  /** Writes a constant as a word for programs, for example {@code next-tick}. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
