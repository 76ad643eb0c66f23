package io.mintmark.key;

import java.time.Month;
import java.time.Year;

/**
 * Converts dates of the Gregorian calendar to days since 1970-01-01 and back, for the years 1970 to
 * 10000, without allocating objects. A date is one number that contains the year, the month and the
 * day.
 */
final class GregorianDates {

  /**
   * The days from 0000-03-01 to 1970-01-01. This class counts years from 1 March, so that a leap
   * day is the last day of its year.
   */
  private static final long TO_MARCH_OF_0 = 719_468;

  private static final int DAYS_OF_400_YEARS = 146_097;

  private GregorianDates() {}

  static long epochDay(int year, int month, int day) {
    int marchYear = month <= 2 ? year - 1 : year;
    int ofMarchYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    return 365L * marchYear
        + marchYear / 4
        - marchYear / 100
        + marchYear / 400
        + ofMarchYear
        - TO_MARCH_OF_0;
  }

  /** Returns the date of a day. */
  static long date(long epochDay) {
    int days = (int) (epochDay + TO_MARCH_OF_0);
    int era = days / DAYS_OF_400_YEARS;
    int ofEra = days - era * DAYS_OF_400_YEARS;
    int yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365;
    int ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int marchMonth = (5 * ofYear + 2) / 153;
    int day = ofYear - (153 * marchMonth + 2) / 5 + 1;
    int month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
    int year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
    return (long) year << 16 | month << 8 | day;
  }

  static int year(long date) {
    return (int) (date >>> 16);
  }

  static int month(long date) {
    return (int) (date >>> 8) & 0xFF;
  }

  static int day(long date) {
    return (int) date & 0xFF;
  }

  static int daysOf(int year, int month) {
    return Month.of(month).length(Year.isLeap(year));
  }
}
