package io.mintmark.server.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The SHA-256 of a token, which is all that is kept of it. A token has 256 random bits, so a plain
 * hash is enough to keep it from a reader of the file: there is nothing to guess. It never shows
 * itself.
 */
public final class Secret {

  private static final String ALGORITHM = "sha256:";
  private static final Pattern TEXT = Pattern.compile(ALGORITHM + "[0-9a-fA-F]{64}");
  private static final int TOKEN_BYTES = 32;
  private static final int START_BYTES = 4;

  /** So that a token is known for one wherever it turns up, for example to scanners. */
  private static final String PREFIX = "mintmark_";

  private final byte[] hash;

  private Secret(byte[] hash) {
    this.hash = hash;
  }

  /** Makes the text of a new token. */
  public static String newToken() {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  /** What is kept of a token's text. */
  public static Secret of(String token) {
    try {
      return new Secret(
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /**
   * Reads {@code sha256:} and 64 hex digits.
   *
   * @throws IllegalArgumentException if it is anything else, which the message does not repeat:
   *     somebody may have put the token itself there
   */
  static Secret parse(String text) {
    if (!TEXT.matcher(text).matches()) {
      throw new IllegalArgumentException("the hash is not sha256: and 64 hex digits, as 'mintmark"
          + " token' prints it; what stands there is not shown");
    }
    return new Secret(HexFormat.of().parseHex(text, ALGORITHM.length(), text.length()));
  }

  /** How it is written in a file of tokens. */
  public String text() {
    return ALGORITHM + HexFormat.of().formatHex(hash);
  }

  /**
   * The first eight hex digits, by which people tell several hashes apart: the token's 256 bits
   * cannot be guessed from them.
   */
  String start() {
    return HexFormat.of().formatHex(hash, 0, START_BYTES);
  }

  /** Nothing of it. */
  @Override
  public String toString() {
    return "***";
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Secret secret && is(secret);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(hash);
  }

  /** Compares in a time that does not tell where two differ. */
  boolean is(Secret other) {
    return MessageDigest.isEqual(hash, other.hash);
  }
}
