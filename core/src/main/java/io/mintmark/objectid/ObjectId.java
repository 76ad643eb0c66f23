package io.mintmark.objectid;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.generator.ValueRange;
import io.mintmark.internal.text.Arguments;
import io.mintmark.internal.text.Hex;
import io.mintmark.internal.text.TextBytes;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A MongoDB ObjectId: 4 bytes of unsigned seconds since 1970, 5 random bytes of the process, and a
 * counter of 3 bytes. All fields are big-endian, as in the MongoDB ObjectId specification.
 *
 * <p>The counter of ids that Mintmark makes has gaps, because a thread may take several counter
 * values at once. Values that the thread has not used when the second ends are never used.
 *
 * <p>Immutable. Ids are compared by their bytes, which are unsigned. So ids are ordered by second.
 * Within a second, the ids of different processes have a random order.
 *
 * <pre>{@code
 * import io.mintmark.objectid.ObjectId;
 *
 * ObjectId id = ObjectId.next();
 * System.out.println(id + " of " + id.time());
 * ObjectId same = ObjectId.parse(id.toString());
 * }</pre>
 */
public final class ObjectId implements Comparable<ObjectId>, Serializable {

  /** The number of bytes of an id. */
  static final int BYTES = 12;

  /** The first moment that the 32 bits of seconds cannot represent any more. */
  static final Instant END = Instant.ofEpochSecond(1L << 32);

  @Serial
  private static final long serialVersionUID = 1L;

  private static final int HEX_LENGTH = 24;
  private final int seconds;
  private final long low;

  ObjectId(int seconds, long low) {
    this.seconds = seconds;
    this.low = low;
  }

  /**
   * Returns a new id from {@link ObjectIdGenerator#ofProcess}.
   *
   * @return an id that this process never made before
   * @throws MintmarkException as {@link ObjectIdGenerator#next} does; no id is issued
   */
  public static ObjectId next() {
    return ProcessObjectIds.PROCESS.next();
  }

  /**
   * Parses an id from 24 hex digits, in upper or lower case.
   *
   * @param text the digits
   * @return the id
   * @throws InvalidIdException if the text is not valid; the message describes the fault and its
   *     position
   */
  public static ObjectId parse(String text) {
    Objects.requireNonNull(text, "text");
    if (text.length() != HEX_LENGTH) {
      throw new InvalidIdException(
          Message.of("an ObjectId's text is not 24 hex digits: length={}", text.length()));
    }
    int seconds = (int) Hex.eight(text, 0, 4);
    return new ObjectId(seconds, Hex.eight(text, 8, 12) << 32 | Hex.eight(text, 16, 20));
  }

  /**
   * Parses an id as {@link #parse} does. Spring and JAX-RS convert texts with a method of this
   * name. So path variables, request parameters and settings can have the type {@code ObjectId}.
   *
   * @param text 24 hex digits, of either case
   * @return the id
   * @throws InvalidIdException if the text is not valid; the message describes the fault and its
   *     position
   */
  public static ObjectId valueOf(String text) {
    return parse(text);
  }

  /**
   * Returns whether {@link #parse} would accept a text. Never throws.
   *
   * @param text any text, or null
   * @return whether the text is 24 hex digits
   */
  public static boolean isValid(@Nullable String text) {
    return text != null
        && text.length() == HEX_LENGTH
        && text.chars().allMatch(c -> c < 128 && Character.digit(c, 16) >= 0);
  }

  /**
   * Parses an id from 16 characters of base64, as {@link #toBase64} returns them.
   *
   * @param text the characters, RFC 4648 section 4
   * @return the id
   * @throws InvalidIdException if the text is not 16 characters of base64
   */
  public static ObjectId fromBase64(String text) {
    Objects.requireNonNull(text, "text");
    try {
      return fromBytes(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      throw new InvalidIdException("the text of an ObjectId is not base64", e);
    }
  }

  /**
   * Creates an id from 12 bytes.
   *
   * @param bytes the bytes
   * @return the id
   * @throws InvalidIdException if the array does not have 12 bytes
   */
  public static ObjectId fromBytes(byte[] bytes) {
    Objects.requireNonNull(bytes, "bytes");
    if (bytes.length != BYTES) {
      throw notTwelve("length", bytes.length);
    }
    return from(ByteBuffer.wrap(bytes));
  }

  /**
   * Reads the next 12 bytes of a buffer, and moves the buffer's position past them. The bytes are
   * read as big-endian, whatever the byte order of the buffer is. The byte order of the buffer does
   * not change.
   *
   * @param buffer the buffer to read from
   * @return the id
   * @throws InvalidIdException if the buffer has fewer than 12 remaining bytes; nothing is read
   */
  public static ObjectId from(ByteBuffer buffer) {
    Objects.requireNonNull(buffer, "buffer");
    if (buffer.remaining() < BYTES) {
      throw notTwelve("remaining", buffer.remaining());
    }
    ByteBuffer bytes = buffer.slice(); // Its byte order is big-endian.
    buffer.position(buffer.position() + BYTES);
    return new ObjectId(bytes.getInt(), bytes.getLong());
  }

  /**
   * Combines the fields of an id.
   *
   * @param seconds the seconds since 1970, 32 bits
   * @param random the random value of the process, 40 bits
   * @param counter the value of the counter, 24 bits
   * @return the id with these fields
   * @throws IllegalArgumentException if a field does not fit into its bits
   */
  public static ObjectId of(long seconds, long random, int counter) {
    Arguments.checkBits("seconds", seconds, 32);
    Arguments.checkBits("random", random, 40);
    Arguments.checkBits("counter", counter, 24);
    return new ObjectId((int) seconds, random << 24 | counter);
  }

  /**
   * Returns the smallest id of the second that contains a moment.
   *
   * @param moment from 1970-01-01T00:00:00Z to 2106-02-07T06:28:16Z, exclusive
   * @return the id with all other bits 0
   * @throws IllegalArgumentException if the moment is outside this time
   */
  public static ObjectId smallest(Instant moment) {
    return new ObjectId(seconds(moment), 0);
  }

  /**
   * Returns the largest id of the second that contains a moment.
   *
   * @param moment from 1970-01-01T00:00:00Z to 2106-02-07T06:28:16Z, exclusive
   * @return the id with all other bits 1
   * @throws IllegalArgumentException if the moment is outside this time
   */
  public static ObjectId largest(Instant moment) {
    return new ObjectId(seconds(moment), -1);
  }

  /**
   * Returns the range of ids whose time is in a span, for a filter on {@code _id}. Both moments are
   * rounded up to the next second, so that each id belongs to exactly one of two adjacent spans.
   *
   * @param from the span's start
   * @param to the span's end, exclusive
   * @return the range, from the first id to the end, exclusive
   * @throws IllegalArgumentException if the span is reversed, or a moment is before
   *     1970-01-01T00:00:00Z, or a rounded moment is at 2106-02-07T06:28:16Z or later
   */
  public static ValueRange<ObjectId> range(Instant from, Instant to) {
    Arguments.checkSpan(from, to);
    return new ValueRange<>(roundedUp(from), roundedUp(to));
  }

  private static ObjectId roundedUp(Instant moment) {
    ObjectId floor = smallest(moment);
    return floor.time().equals(moment) ? floor : smallest(floor.time().plusSeconds(1));
  }

  private static InvalidIdException notTwelve(String name, int bytes) {
    return new InvalidIdException(
        Message.of("not the 12 bytes of an ObjectId: {}={}", name, bytes));
  }

  private static int seconds(Instant moment) {
    Objects.requireNonNull(moment, "moment");
    Arguments.check(
        !moment.isBefore(Instant.EPOCH) && moment.isBefore(END),
        "the time is outside an ObjectId's, from 1970-01-01T00:00:00Z to before {}: moment={}",
        END,
        moment);
    return (int) moment.getEpochSecond();
  }

  /**
   * Returns the second in which this id was made.
   *
   * @return a whole second from 1970-01-01T00:00:00Z to 2106-02-07T06:28:15Z
   */
  public Instant time() {
    return Instant.ofEpochSecond(seconds());
  }

  /**
   * Returns the random value of the process.
   *
   * @return 40 bits
   */
  public long random() {
    return low >>> 24;
  }

  /**
   * Returns the value of the counter.
   *
   * @return 24 bits
   */
  public int counter() {
    return (int) low & 0xffffff;
  }

  /** Returns the seconds since 1970, 32 bits. */
  long seconds() {
    return Integer.toUnsignedLong(seconds);
  }

  /**
   * Reads this id in the layout of the specification before July 2018.
   *
   * @return the seconds (4 bytes), machine (3 bytes), process (2 bytes) and counter (3 bytes)
   */
  public LegacyFields legacyFields() {
    return new LegacyFields(seconds(), (int) (low >>> 40), (int) (low >>> 24) & 0xffff, counter());
  }

  /**
   * Reads this id as the early Java driver did.
   *
   * @return seconds, machine and inc of 4 bytes each
   */
  public DriverFields driverFields() {
    return new DriverFields(seconds(), (int) (low >>> 32), (int) low);
  }

  /**
   * Returns the bytes.
   *
   * @return a new array of 12 bytes
   */
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES).putInt(seconds).putLong(low).array();
  }

  /**
   * Returns the id in base64.
   *
   * @return 16 characters, RFC 4648 section 4
   */
  public String toBase64() {
    return Base64.getEncoder().encodeToString(toBytes());
  }

  /**
   * Returns the id as MongoDB's shells and drivers write it.
   *
   * @return 24 hex digits in lower case
   */
  @Override
  public String toString() {
    return hex(seconds, low);
  }

  /** Returns the text of an id without creating the object. */
  static String hex(int seconds, long low) {
    byte[] ascii = TextBytes.ofThread();
    Hex.write(seconds, ascii, 0);
    Hex.write((int) (low >>> Integer.SIZE), ascii, 8);
    Hex.write((int) low, ascii, 16);
    return TextBytes.text(ascii, HEX_LENGTH);
  }

  @Override
  public int compareTo(ObjectId other) {
    int bySeconds = Integer.compareUnsigned(seconds, other.seconds);
    return bySeconds != 0 ? bySeconds : Long.compareUnsigned(low, other.low);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ObjectId that && seconds == that.seconds && low == that.low;
  }

  @Override
  public int hashCode() {
    return 31 * seconds + Long.hashCode(low);
  }

  @Serial
  private Object writeReplace() {
    return new Serialized(seconds, low);
  }

  @Serial
  private void readObject(ObjectInputStream in) throws InvalidObjectException {
    throw new InvalidObjectException("an ObjectId can be read only through its serialized form");
  }

  /** The form in which an id is serialized. */
  private record Serialized(int seconds, long low) implements Serializable {

    @Serial
    private Object readResolve() {
      return new ObjectId(seconds, low);
    }
  }
}
