package io.mintmark.uuid;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.generator.ValueRange;
import io.mintmark.internal.text.Arguments;
import io.mintmark.internal.text.Crockford;
import io.mintmark.internal.text.IdPrefix;
import java.io.Serializable;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * A TypeID: a UUID with a prefix that is the type of the identified object, for example {@code
 * user_01h455vb4pex5vsknk084sn02q} (TypeID specification 0.3, github.com/jetify-com/typeid). The
 * text contains the UUID as 26 digits of Crockford's base 32, in lower case. Parsing accepts only
 * this form.
 *
 * <p>Immutable. TypeIDs are ordered by prefix, then by UUID in {@link Uuids#UNSIGNED}. This is also
 * the order of their texts in ASCII. Two ids are equal if their prefixes and their UUIDs are equal.
 *
 * <pre>{@code
 * import io.mintmark.uuid.TypeId;
 *
 * TypeId id = TypeId.next("user");
 * TypeId read = TypeId.parse(id.toString(), "user");              // refuses an id of another type
 * }</pre>
 *
 * @param prefix the type: up to 63 characters, a to z, and {@code _} between them; empty for an id
 *     without a type
 * @param uuid any UUID; {@link #next} uses version 7
 */
public record TypeId(String prefix, UUID uuid) implements Comparable<TypeId>, Serializable {

  /**
   * The largest number of characters in a text. A database column for ids of any type needs this
   * length.
   */
  public static final int MAX_LENGTH = 90;

  private static final char SEPARATOR = '_';
  private static final int DIGITS = 26;

  /**
   * Combines a type and a UUID.
   *
   * @param prefix the type, or an empty text
   * @param uuid the UUID
   * @throws InvalidIdException if the prefix is invalid; the message describes the fault and
   *     its position
   */
  public TypeId {
    IdPrefix.check("a TypeID's prefix", Objects.requireNonNull(prefix, "prefix"));
    Objects.requireNonNull(uuid, "uuid");
  }

  /**
   * Makes a new id of a type, from {@link Uuids#v7}.
   *
   * @param prefix the type, or an empty text
   * @return an id whose UUID this process never made before
   * @throws InvalidIdException if the prefix is invalid; no id is made
   * @throws MintmarkException as {@link UuidGenerator#next} does; no UUID is issued
   */
  public static TypeId next(String prefix) {
    return new TypeId(prefix, Uuids.v7());
  }

  /**
   * Parses an id of any type.
   *
   * @param text 26 to {@value #MAX_LENGTH} characters
   * @return the id
   * @throws InvalidIdException if the text is not valid; the message describes the fault and its
   *     position
   */
  public static TypeId parse(String text) {
    int length = Objects.requireNonNull(text, "text").length();
    int suffix = length - DIGITS;
    if (suffix < 0 || length > MAX_LENGTH) {
      throw new InvalidIdException(Message.of(
          "not the {} to {} characters of a TypeID: length={}", DIGITS, MAX_LENGTH, length));
    }
    if (suffix == 1 || (suffix > 1 && text.charAt(suffix - 1) != SEPARATOR)) {
      throw new InvalidIdException(Message.of(
          "no prefix with an underscore before the last {} characters of a TypeID: index={}",
          DIGITS,
          suffix - 1));
    }
    long[] bits = Crockford.STRICT.read("a TypeID's UUID", text, suffix, DIGITS);
    UUID uuid = new UUID(bits[0], bits[1]);
    return new TypeId(text.substring(0, Math.max(0, suffix - 1)), uuid);
  }

  /**
   * Parses an id of one type.
   *
   * @param text the text of the id
   * @param prefix the required type
   * @return the id
   * @throws InvalidIdException if the text is not a TypeID, or is a TypeID of another type; the
   *     message describes the fault and its position
   */
  public static TypeId parse(String text, String prefix) {
    Objects.requireNonNull(prefix, "prefix");
    TypeId id = parse(text);
    Arguments.checkId(
        id.prefix.equals(prefix),
        "the TypeID is of another type: prefix='{}', expected='{}'",
        id.prefix,
        prefix);
    return id;
  }

  /**
   * Parses an id as {@link #parse(String)} does. Spring and JAX-RS convert texts with a method of
   * this name. So path variables, request parameters and settings can have the type {@code TypeId}.
   *
   * @param text the text of the id
   * @return the id
   * @throws InvalidIdException if the text is not valid; the message describes the fault and its
   *     position
   */
  public static TypeId valueOf(String text) {
    return parse(text);
  }

  /**
   * Returns the range of the ids of one type whose time is in a span, for a filter on the primary
   * key. The ids must contain UUIDs of version 7, as those of {@link #next} do. Both moments are
   * rounded up to the next millisecond, so that each id belongs to exactly one of two adjacent
   * spans.
   *
   * @param prefix the type
   * @param from the span's start
   * @param to the span's end, exclusive
   * @return the range, from the first id to the end, exclusive
   * @throws IllegalArgumentException if the prefix is invalid, the span is reversed, or a moment
   *     does not fit 48 bits of milliseconds since 1970
   */
  public static ValueRange<String> range(String prefix, Instant from, Instant to) {
    Objects.requireNonNull(prefix, "prefix");
    ValueRange<UUID> uuids = Uuids.rangeV7(from, to);
    return new ValueRange<>(
        new TypeId(prefix, uuids.from()).toString(), new TypeId(prefix, uuids.to()).toString());
  }

  @Override
  public int compareTo(TypeId other) {
    int byPrefix = prefix.compareTo(other.prefix);
    return byPrefix != 0 ? byPrefix : Uuids.UNSIGNED.compare(uuid, other.uuid);
  }

  /**
   * Returns the id as text.
   *
   * @return the prefix, an underscore and 26 digits; only the digits if the prefix is empty
   */
  @Override
  public String toString() {
    String digits =
        Crockford.STRICT.encode(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    return prefix.isEmpty() ? digits : prefix + SEPARATOR + digits;
  }
}
