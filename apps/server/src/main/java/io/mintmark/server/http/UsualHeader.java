package io.mintmark.server.http;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.ReadOnlyHttpHeaders;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The header of replies that differ only in the length of their body and in their date, which
 * changes once a second. It is made once for each length and second, and is immutable. {@link
 * Http1Answers} encodes it once. Thread-safe.
 */
final class UsualHeader {

  /** For a longer body, the cost of the header does not matter. */
  private static final int MOST_BYTES = 512;

  private record Made(AsciiString date, HttpHeaders fields) {}

  private final IntFunction<HttpHeaders> fields;
  private final AtomicReferenceArray<@Nullable Made> byLength =
      new AtomicReferenceArray<>(MOST_BYTES + 1);

  /**
   * Makes an empty cache of headers.
   *
   * @param fields makes the present header for a body of the given length
   */
  UsualHeader(IntFunction<HttpHeaders> fields) {
    this.fields = fields;
  }

  static boolean isFor(int bytes) {
    return bytes <= MOST_BYTES;
  }

  /**
   * Returns the header for a length that {@link #isFor} allows.
   *
   * @param date the same object while the header remains valid
   */
  @SuppressWarnings("ReferenceEquality") // At worst, makes a header again.
  HttpHeaders of(int bytes, AsciiString date) {
    Made made = byLength.get(bytes);
    if (made == null || made.date != date) {
      made = new Made(date, readOnly(fields.apply(bytes)));
      byLength.set(bytes, made);
    }
    return made.fields;
  }

  private static HttpHeaders readOnly(HttpHeaders headers) {
    List<CharSequence> pairs = new ArrayList<>();
    headers.iteratorCharSequence().forEachRemaining(field -> {
      pairs.add(field.getKey());
      pairs.add(field.getValue());
    });
    return new ReadOnlyHttpHeaders(false, pairs.toArray(new CharSequence[0]));
  }
}
