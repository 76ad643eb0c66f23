package io.mintmark.server.access;

import io.mintmark.error.Message;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that begin with the same bits, in CIDR notation (RFC 4632): {@code 10.0.0.0/8},
 * {@code 2001:db8::/32}; or a single one, without a slash. Immutable.
 */
final class AddressRange {

  private static final Pattern TEXT = Pattern.compile("([0-9A-Fa-f:.]{2,45})(?:/(\\d{1,3}))?");

  private final byte[] network;
  private final int bits;

  private AddressRange(byte[] network, int bits) {
    this.network = network;
    this.bits = bits;
  }

  /**
   * Reads one; looks no name up.
   *
   * @throws IllegalArgumentException if it is none, or has bits behind its prefix
   */
  static AddressRange parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    byte @Nullable [] address =
        matcher.matches() ? NetUtil.createByteArrayFromIpAddressString(matcher.group(1)) : null;
    if (address == null) {
      throw new IllegalArgumentException(Message.of(
          "not addresses such as 10.0.0.0/8, 2001:db8::/32 or 10.0.0.5: range={}", text));
    }
    int most = address.length * Byte.SIZE;
    int bits = matcher.group(2) == null ? most : Integer.parseInt(matcher.group(2));
    if (bits > most) {
      throw new IllegalArgumentException(Message.of(
          "the prefix is longer than the address: range={}, bits={}, addressBits={}",
          text,
          bits,
          most));
    }
    AddressRange range = new AddressRange(address, bits);
    for (int bit = bits; bit < most; bit++) {
      if (bit(address, bit) != 0) {
        throw new IllegalArgumentException(Message.of(
            "the address has bits behind its prefix, so that it is not plain which are meant:"
                + " range={}, bits={}",
            text,
            bits));
      }
    }
    return range;
  }

  /** Tells whether an address is one of them. */
  boolean contains(InetAddress address) {
    byte[] other = address.getAddress();
    if (other.length != network.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      if (bit(other, bit) != bit(network, bit)) {
        return false;
      }
    }
    return true;
  }

  private static int bit(byte[] address, int index) {
    return address[index / Byte.SIZE] >> (Byte.SIZE - 1 - index % Byte.SIZE) & 1;
  }
}
