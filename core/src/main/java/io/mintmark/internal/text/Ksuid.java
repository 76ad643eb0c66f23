package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * A KSUID: 32 bits of seconds since 2014-05-13T16:53:20Z and 128 random bits, 20 bytes or 27 base62
 * digits (github.com/segmentio/ksuid).
 *
 * @param seconds seconds since 2014-05-13T16:53:20Z, unsigned
 * @param high the upper 64 random bits
 * @param low the lower 64 random bits
 */
public record Ksuid(int seconds, long high, long low) {

  /** The number of its bytes. */
  public static final int BYTES = Integer.BYTES + 2 * Long.BYTES;

  private static final Radix RADIX = new Radix("a base62 digit", Alphabet.BASE_62);

  /** The start of its seconds. */
  public static final Instant EPOCH = Instant.ofEpochSecond(1_400_000_000);

  /**
   * Reads a text.
   *
   * @param text 27 base62 digits, case-sensitive
   * @return the KSUID
   * @throws InvalidIdException if the text is anything else; the message names the place
   */
  public static Ksuid parse(CharSequence text) {
    return ofBytes(RADIX.decode(text, BYTES));
  }

  /**
   * Reads bytes.
   *
   * @param bytes exactly {@value #BYTES}
   * @return the KSUID
   * @throws InvalidIdException if there are more or fewer
   */
  public static Ksuid ofBytes(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new InvalidIdException(
          Message.of("not the {} bytes of a KSUID: length={}", BYTES, bytes.length));
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new Ksuid(buffer.getInt(), buffer.getLong(), buffer.getLong());
  }

  /**
   * Returns this as bytes.
   *
   * @return {@value #BYTES} bytes, big-endian
   */
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES).putInt(seconds).putLong(high).putLong(low).array();
  }

  /**
   * Returns when it was made.
   *
   * @return a moment between 2014 and 2150
   */
  public Instant time() {
    return EPOCH.plusSeconds(Integer.toUnsignedLong(seconds));
  }

  /**
   * Writes this as text.
   *
   * @return 27 base62 digits
   */
  @Override
  public String toString() {
    return RADIX.encode(toBytes());
  }
}
