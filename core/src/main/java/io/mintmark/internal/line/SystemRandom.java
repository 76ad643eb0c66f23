package io.mintmark.internal.line;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.SecureRandom;

/**
 * Returns random bits of the operating system. If the system has a file of random bits, the bits
 * are read from this file. {@link SecureRandom} reads the same file, but keeps some bits for up to
 * 100 ms. Loading that class also takes longer than all other work for the first id of a process.
 */
public final class SystemRandom {

  private static final String KERNEL = "/dev/urandom";

  private SystemRandom() {}

  /**
   * Returns bits that cannot be guessed.
   *
   * @param count the number of bytes
   * @return the bytes
   */
  public static byte[] bytes(int count) {
    try (InputStream kernel = new FileInputStream(KERNEL)) {
      byte[] bytes = kernel.readNBytes(count);
      if (bytes.length == count) {
        return bytes;
      }
    } catch (IOException e) {
      // The file cannot be read, for example on Windows or without a free file descriptor.
    }
    byte[] bytes = new byte[count];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }
}
