package io.mintmark.uuid;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.MintmarkException;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.ValueRange;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.line.Checkpoints;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.text.Arguments;
import io.mintmark.internal.text.Hex;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Makes UUIDs with generators that all callers in this process share. They need no store and are
 * never closed. Thread-safe. {@link UuidBuilder#version(int)} describes each version and the basis
 * of its uniqueness.
 *
 * <pre>{@code
 * import io.mintmark.uuid.Uuids;
 * import java.util.UUID;
 *
 * UUID ordered = Uuids.v7();
 * UUID random = Uuids.v4();
 * }</pre>
 */
public final class Uuids {

  /**
   * The order of UUIDs as unsigned numbers. It is also the order of their bytes and of their text,
   * and for versions 6 and 7 the order of time. {@link UUID#compareTo} has a different order,
   * because it compares each half as a signed number.
   */
  public static final Comparator<UUID> UNSIGNED = new UuidOrder();

  /** The namespace of fully qualified domain names. */
  public static final UUID DNS = namespace(0x10);

  /** The namespace of URLs. */
  public static final UUID URL = namespace(0x11);

  /** The namespace of ISO object identifiers. */
  public static final UUID OID = namespace(0x12);

  /** The namespace of X.500 distinguished names. */
  public static final UUID X500 = namespace(0x14);

  private static final int LENGTH = 36;

  private Uuids() {}

  private static UuidGenerator ofProcess(int version) {
    // The first use of + in a process is slow: it would delay the first id.
    String name = "uuid v".concat(Integer.toString(version));
    UuidSettings settings = new UuidSettings(version, OptionalLong.empty(), IdOrder.GENERATOR);
    Built<UuidGenerator> built = settings.make(name, Context.local());
    Checkpoints.add(built.lifecycle());
    return built.generator();
  }

  /**
   * The generator of version 1. Each generator has a class of its own, so that it is created at the
   * first request for a UUID of its version.
   */
  private static final class V1 {
    static final UuidGenerator UUIDS = ofProcess(1);
  }

  private static final class V4 {
    static final UuidGenerator UUIDS = ofProcess(4);
  }

  private static final class V6 {
    static final UuidGenerator UUIDS = ofProcess(6);
  }

  private static final class V7 {
    static final UuidGenerator UUIDS = ofProcess(7);
  }

  /**
   * Parses a UUID strictly. {@link UUID#fromString} also accepts shorter groups of digits, for
   * example {@code 1-1-1-1-1}.
   *
   * @param text 32 hex digits, in upper or lower case, in groups of 8, 4, 4, 4 and 12 with hyphens
   *     between them
   * @return the UUID
   * @throws InvalidIdException if the text is not a UUID; the message describes
   *     the fault and its position
   */
  public static UUID parse(String text) {
    Objects.requireNonNull(text, "text");
    if (text.length() != LENGTH) {
      throw new InvalidIdException("not the 36 characters of a UUID: length=" + text.length());
    }
    for (int i = 8; i < 24; i += 5) {
      if (text.charAt(i) != '-') {
        throw new InvalidIdException(String.format(
            "no hyphen where a UUID has one: index=%d, character=U+%04X", i, (int) text.charAt(i)));
      }
    }
    return new UUID(
        Hex.eight(text, 0, 4) << 32 | Hex.eight(text, 9, 14),
        Hex.eight(text, 19, 24) << 32 | Hex.eight(text, 28, 32));
  }

  /**
   * Makes the next UUID of version 1.
   *
   * @return a UUID that this process never made before
   * @throws MintmarkException as {@link UuidGenerator#next} does
   */
  public static UUID v1() {
    return V1.UUIDS.next();
  }

  /**
   * Makes a UUID of version 4.
   *
   * @return a UUID with 122 random bits
   * @throws MintmarkException as {@link UuidGenerator#next} does
   */
  public static UUID v4() {
    return V4.UUIDS.next();
  }

  /**
   * Makes the next UUID of version 6.
   *
   * @return a UUID greater, in {@linkplain #UNSIGNED unsigned order}, than all UUIDs that this
   *     method returned before
   * @throws MintmarkException as {@link UuidGenerator#next} does
   */
  public static UUID v6() {
    return V6.UUIDS.next();
  }

  /**
   * Makes the next UUID of version 7.
   *
   * @return a UUID greater, in {@linkplain #UNSIGNED unsigned order}, than all UUIDs that this
   *     method returned before
   * @throws MintmarkException as {@link UuidGenerator#next} does
   */
  public static UUID v7() {
    return V7.UUIDS.next();
  }

  /**
   * Returns the range of the UUIDs of version 7 whose time is in a span, for a filter on the
   * primary key. Both moments are rounded up to the next millisecond, so that each UUID belongs to
   * exactly one of two adjacent spans.
   *
   * @param from the span's start
   * @param to the span's end, exclusive
   * @return the range, from the first UUID to the end, exclusive
   * @throws IllegalArgumentException if the span is reversed, or a moment does not fit 48 bits of
   *     milliseconds since 1970
   */
  public static ValueRange<UUID> rangeV7(Instant from, Instant to) {
    Arguments.checkSpan(from, to);
    return new ValueRange<>(UuidBits.smallestV7(from), UuidBits.smallestV7(to));
  }

  private static UUID namespace(long lowByte) {
    return new UUID(0x6ba7b800_9dad11d1L | lowByte << 32, 0x80b400c0_4fd430c8L);
  }

  /**
   * Makes a UUID of version 3 from a name, with MD5 (RFC 9562 section 5.3). If you can choose the
   * version, use version 5.
   *
   * @param namespace the namespace of the name
   * @param name the name, which is encoded in UTF-8
   * @return the UUID of that name
   */
  public static UUID v3(UUID namespace, String name) {
    return hashed(3, "MD5", namespace, name);
  }

  /**
   * Makes a UUID of version 5 from a name, with SHA-1 (RFC 9562 section 5.5). On every machine, the
   * same name in the same namespace gives the same UUID.
   *
   * @param namespace the namespace of the name
   * @param name the name, which is encoded in UTF-8
   * @return the UUID of that name
   */
  public static UUID v5(UUID namespace, String name) {
    return hashed(5, "SHA-1", namespace, name);
  }

  private static UUID hashed(int version, String algorithm, UUID namespace, String name) {
    Objects.requireNonNull(namespace, "namespace");
    Objects.requireNonNull(name, "name");
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new MintmarkException(
          "a version " + version + " UUID needs the JDK's " + algorithm + "; none was made", e);
    }
    digest.update(ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(namespace.getMostSignificantBits())
        .putLong(namespace.getLeastSignificantBits())
        .flip());
    ByteBuffer hash = ByteBuffer.wrap(digest.digest(name.getBytes(StandardCharsets.UTF_8)));
    return UuidBits.marked(version, hash.getLong(), hash.getLong());
  }
}
