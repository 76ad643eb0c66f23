package io.mintmark.opaque;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.kind.IdCipher;
import io.mintmark.internal.text.Arguments;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A secret key that hides the order of ids. Holders of the key can read the ids back. Immutable and
 * thread-safe.
 *
 * <p>Messages and {@code toString} never show the key. They show its {@link #identity} instead.
 */
public class OpaqueKey implements IdCipher {

  /** The largest size of a key file, in bytes. A larger file is refused. */
  private static final int MAX_FILE = 256;

  /** Matches a file name that looks like a key. */
  private static final Pattern KEY =
      Pattern.compile("([0-9A-Fa-f]{32}|[0-9A-Fa-f]{48}|[0-9A-Fa-f]{64})");

  private final SecretKey key;
  private final String identity;

  OpaqueKey(byte[] bytes) {
    key = new SecretKeySpec(bytes, "AES");
    identity = identityOf(bytes);
  }

  /**
   * Reads a key from a file, for example from the output of {@code openssl rand -hex 16}.
   *
   * @param file the file. It contains an AES key of 128, 192 or 256 bits as 32, 48 or 64 hex
   *     digits; surrounding space is ignored
   * @return the key
   * @throws ConfigurationException if the file cannot be read, or does not contain a key. If the
   *     file name looks like a key, the message does not show it
   */
  public static OpaqueKey fromFile(Path file) {
    Objects.requireNonNull(file, "file");
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_FILE + 1);
    } catch (IOException e) {
      if (KEY.matcher(String.valueOf(file.getFileName())).matches()) {
        // The exception has no cause, because the message of the cause contains the file name.
        throw new ConfigurationException(
            "opaque key",
            "there is no such file, and its name looks like a key; write the key into a file, and"
                + " give the path of that file. The key is no longer secret: use a new one");
      }
      throw new ConfigurationException(
          "opaque key", Message.of("the key's file cannot be read: file={}, cause={}", file, e));
    }
    String text = new String(bytes, US_ASCII).strip();
    try {
      return of(HexFormat.of().parseHex(bytes.length > MAX_FILE ? "" : text));
    } catch (IllegalArgumentException e) {
      // The message of the cause is left out, because it may quote the content of the file.
      throw new ConfigurationException(
          "opaque key",
          Message.of(
              "the file does not hold a random key of 32, 48 or 64 hex digits: characters={},"
                  + " file={}",
              text.length(),
              file));
    }
  }

  /**
   * Makes a key from its bytes, for example from a vault.
   *
   * @param bytes 16, 24 or 32 random bytes
   * @return the key
   * @throws IllegalArgumentException if the number of bytes is none of these, or all bytes are
   *     equal
   */
  public static OpaqueKey of(byte[] bytes) {
    int length = bytes.length;
    Arguments.check(
        length == 16 || length == 24 || length == 32,
        "a key does not have 16, 24 or 32 bytes: bytes={}",
        length);
    byte[] equal = new byte[length];
    Arrays.fill(equal, bytes[0]);
    Arguments.check(
        !Arrays.equals(bytes, equal), "all bytes of a key are the same, so it is not random");
    return new OpaqueKey(bytes);
  }

  /**
   * Returns a hash of the key, with a prefix that is used only for this purpose. A key cannot be
   * found from its hash by trial, because it is too long.
   */
  private static String identityOf(byte[] bytes) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      sha256.update("mintmark opaque key\0".getBytes(US_ASCII));
      return HexFormat.of().formatHex(sha256.digest(bytes), 0, 8);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  @Override
  public Permutation permutation(String line, long last) {
    Objects.requireNonNull(line, "line");
    long least = MIN_COUNT - 1;
    Arguments.check(last >= least, "opaque ids need more positions: last={} < {}", last, least);
    return new CycleWalk(key, line.getBytes(UTF_8), last);
  }

  /**
   * Returns the ciphers that permute all texts of the given number of bits. Each name has its own
   * permutation.
   */
  Ff1Pool ofBits(int bits, String name) {
    byte[] tweak = name.getBytes(UTF_8);
    return new Ff1Pool(() -> new Ff1(key, 2, bits, tweak));
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof OpaqueKey that && key.equals(that.key);
  }

  @Override
  public int hashCode() {
    return identity.hashCode();
  }

  /**
   * Returns a text that identifies the key without showing it.
   *
   * @return a text with the key's identity
   */
  @Override
  public String toString() {
    return "opaque key " + identity;
  }
}
