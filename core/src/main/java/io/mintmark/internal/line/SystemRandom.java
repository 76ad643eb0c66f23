package io.mintmark.internal.line;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.SecureRandom;

/**
 * Random bits of the operating system, for the first ids of a process: where the kernel has a file
 * of them, they are read from it. {@link SecureRandom} reads the same file, and loading it takes
 * longer than all the rest of making a first id.
 */
public final class SystemRandom {

  private static final String KERNEL = "/dev/urandom";

  private SystemRandom() {}

  /**
   * Returns bits that cannot be guessed.
   *
   * @param count how many bytes
   * @return as many
   */
  public static byte[] bytes(int count) {
    try (InputStream kernel = new FileInputStream(KERNEL)) {
      byte[] bytes = kernel.readNBytes(count);
      if (bytes.length == count) {
        return bytes;
      }
    } catch (IOException e) {
      // Such as on Windows, or without a free descriptor.
    }
    byte[] bytes = new byte[count];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }
}
