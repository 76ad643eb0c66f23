package io.mintmark.server.http;

import io.netty.util.AsciiString;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The value of the header {@code Date} (RFC 9110, section 6.6.1), made once a second. */
final class DateField {

  private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
          "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
      .withZone(ZoneOffset.UTC);

  private static final long MILLIS = 1000;

  private record Shown(long second, AsciiString text) {}

  private final InstantSource clock;
  private volatile Shown last = new Shown(Long.MIN_VALUE, AsciiString.EMPTY_STRING);

  DateField(InstantSource clock) {
    this.clock = clock;
  }

  AsciiString now() {
    long second = Math.floorDiv(clock.millis(), MILLIS);
    Shown shown = last;
    if (shown.second != second) {
      shown = new Shown(second, AsciiString.cached(FORMAT.format(Instant.ofEpochSecond(second))));
      last = shown;
    }
    return shown.text;
  }
}
