package io.mintmark.uuid;

import io.mintmark.error.MintmarkException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;
import java.util.UUID;

/**
 * Makes UUIDs from names (RFC 9562 sections 5.3 and 5.5). On every machine, the same name in the
 * same namespace gives the same UUID.
 */
public final class NameUuid {

  /** The namespace of fully qualified domain names. */
  public static final UUID DNS = namespace(0x10);

  /** The namespace of URLs. */
  public static final UUID URL = namespace(0x11);

  /** The namespace of ISO object identifiers. */
  public static final UUID OID = namespace(0x12);

  /** The namespace of X.500 distinguished names. */
  public static final UUID X500 = namespace(0x14);

  private NameUuid() {}

  private static UUID namespace(long lowByte) {
    return new UUID(0x6ba7b800_9dad11d1L | lowByte << 32, 0x80b400c0_4fd430c8L);
  }

  /**
   * Makes a UUID of version 3, with MD5. If you can choose the version, use version 5.
   *
   * @param namespace the namespace of the name
   * @param name the name, which is encoded in UTF-8
   * @return the UUID of that name
   */
  public static UUID v3(UUID namespace, String name) {
    return hashed(3, "MD5", namespace, name);
  }

  /**
   * Makes a UUID of version 5, with SHA-1.
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
