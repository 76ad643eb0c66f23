package io.mintmark.uuid;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.line.SystemRandom;
import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;

/** Chooses nodes for UUIDs of versions 1 and 6. */
public final class UuidNode {

  private static final int MAC_BYTES = 6;
  private static final long MULTICAST = 1L << 40;

  private UuidNode() {}

  /**
   * Draws a random node with the multicast bit set. No network card's address has this bit (RFC
   * 9562 section 6.10).
   *
   * @return 48 bits, of which 47 are random
   */
  static long random() {
    return ByteBuffer.wrap(SystemRandom.bytes(Long.BYTES)).getLong() >>> 16 | MULTICAST;
  }

  /**
   * Returns a network address (MAC) of this host. Note that every reader of such a UUID can see
   * which host made it, and that several containers can have the same address.
   *
   * @return 48 bits
   * @throws MintmarkException if no active interface has an address
   */
  public static long ofMac() {
    try {
      for (NetworkInterface one : NetworkInterface.networkInterfaces().toList()) {
        byte[] mac = one.isUp() && !one.isLoopback() ? one.getHardwareAddress() : null;
        if (mac != null && mac.length == MAC_BYTES) {
          return ByteBuffer.allocate(Long.BYTES).putShort((short) 0).put(mac).getLong(0);
        }
      }
    } catch (IOException e) {
      throw new MintmarkException("the network interfaces cannot be read; no node was found", e);
    }
    throw new MintmarkException(
        "no network interface that is up has an address of 6 bytes; use a random node");
  }
}
