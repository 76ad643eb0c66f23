package io.mintmark.benchmarks;

import io.mintmark.Mintmark;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Instant;
import org.bouncycastle.crypto.fpe.FPEFF1Engine;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Numbers of ten digits in an order that only a key can tell: those of an opaque sequence, and a
 * counter that Bouncy Castle's FF1 hides, with one engine a thread. Beside them an opaque
 * Snowflake.
 */
@State(Scope.Benchmark)
public class OpaqueNumbers {

  private static final int DIGITS = 10;
  private static final long MAXIMUM = 9_999_999_999L;
  private static final SnowflakeLayout LAYOUT =
      new SnowflakeLayout(41, 2, 20, 1, Instant.parse("2020-01-01T00:00:00Z"), false);

  private final Mintmark mint = Mintmark.open("memory:");
  private final Sequence sequence =
      mint.sequence(HiddenKey.NAME, s -> s.opaque(HiddenKey.ours()).maximum(MAXIMUM));
  private final SnowflakeGenerator snowflake =
      mint.snowflake("snowflake", s -> s.layout(LAYOUT).opaque(HiddenKey.ours()));

  /** What serves one thread at a time. */
  @State(Scope.Thread)
  public static class Peer {

    private final FPEFF1Engine engine = HiddenKey.bouncyCastle(DIGITS);
    private final byte[] digits = new byte[DIGITS];
    private long counter;

    long next() {
      long rest = counter++;
      for (int i = DIGITS - 1; i >= 0; i--) {
        digits[i] = (byte) (rest % DIGITS);
        rest /= DIGITS;
      }
      engine.processBlock(digits, 0, DIGITS, digits, 0);
      long hidden = 0;
      for (byte digit : digits) {
        hidden = hidden * DIGITS + digit;
      }
      return hidden;
    }
  }

  @TearDown
  public void close() {
    mint.close();
  }

  @Benchmark
  public long mintmark() {
    return sequence.next();
  }

  @Benchmark
  public long bouncyCastle(Peer peer) {
    return peer.next();
  }

  @Benchmark
  public long opaqueSnowflake() {
    return snowflake.next();
  }
}
