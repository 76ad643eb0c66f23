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
 * The SHA-256 of a token. Nothing else of the token is kept. A token has 256 random bits and cannot
 * be guessed, so a plain hash protects it from readers of the file. {@link #toString} reveals
 * nothing.
 */
public final class Secret {

  private static final String ALGORITHM = "sha256:";
  private static final Pattern TEXT = Pattern.compile(ALGORITHM + "[0-9a-fA-F]{64}");
  private static final int TOKEN_BYTES = 32;
  private static final int START_BYTES = 4;

  /** Identifies tokens wherever they appear, for example to secret scanners. */
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

  /** Computes the secret of a token's text. */
  public static Secret of(String token) {
    try {
      return new Secret(
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /**
   * Parses {@code sha256:} and 64 hex digits.
   *
   * @throws IllegalArgumentException if the text has another form; the message does not contain the
   *     text, which may be the token itself
   */
  static Secret parse(String text) {
    if (!TEXT.matcher(text).matches()) {
      throw new IllegalArgumentException("the hash is not sha256: and 64 hex digits, as 'mintmark"
          + " token' prints it; the value is not shown");
    }
    return new Secret(HexFormat.of().parseHex(text, ALGORITHM.length(), text.length()));
  }

  /** The form of the hash in a file of tokens. */
  public String text() {
    return ALGORITHM + HexFormat.of().formatHex(hash);
  }

  /**
   * The first eight hex digits, which distinguish several hashes for people. The token's 256 bits
   * cannot be guessed from them.
   */
  String start() {
    return HexFormat.of().formatHex(hash, 0, START_BYTES);
  }

  /** Reveals nothing. */
  @Override
  public String toString() {
    return "***";
  }

  /** Compares in constant time, so the time does not reveal where two hashes differ. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Secret secret && MessageDigest.isEqual(hash, secret.hash);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(hash);
  }
}
