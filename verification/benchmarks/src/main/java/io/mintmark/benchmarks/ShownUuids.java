package io.mintmark.benchmarks;

import io.mintmark.opaque.PublicUuids;
import io.mintmark.uuid.Uuids;
import java.util.UUID;
import org.bouncycastle.crypto.fpe.FPEFF1Engine;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * A UUID of version 7 shown as version 4, and read back; and the same 122 bits through Bouncy
 * Castle's FF1, with one engine a thread.
 */
@State(Scope.Benchmark)
public class ShownUuids {

  private final PublicUuids uuids = PublicUuids.of(HiddenKey.ours(), HiddenKey.NAME);

  /** Not final: its bits are for each call to find. */
  private UUID ordered = Uuids.v7();

  private UUID shown = uuids.hide(ordered);

  /** What serves one thread at a time. */
  @State(Scope.Thread)
  public static class Peer {

    private final FPEFF1Engine engine = HiddenKey.bouncyCastle(2);
    private final byte[] bits = new byte[122];

    UUID hide(UUID uuid) {
      long high = uuid.getMostSignificantBits();
      high = high >>> 16 << 12 | (high & 0xfff);
      long low = uuid.getLeastSignificantBits();
      for (int i = 0; i < 60; i++) {
        bits[i] = (byte) (high >>> (59 - i) & 1);
      }
      for (int i = 0; i < 62; i++) {
        bits[60 + i] = (byte) (low >>> (61 - i) & 1);
      }
      engine.processBlock(bits, 0, bits.length, bits, 0);
      high = number(0, 60);
      return new UUID(
          high >>> 12 << 16 | 4L << 12 | (high & 0xfff), 1L << 63 | number(60, bits.length));
    }

    private long number(int from, int to) {
      long number = 0;
      for (int i = from; i < to; i++) {
        number = number << 1 | bits[i];
      }
      return number;
    }
  }

  @Benchmark
  public UUID mintmark() {
    return uuids.hide(ordered);
  }

  @Benchmark
  public UUID reveal() {
    return uuids.reveal(shown);
  }

  @Benchmark
  public UUID bouncyCastle(Peer peer) {
    return peer.hide(ordered);
  }
}
