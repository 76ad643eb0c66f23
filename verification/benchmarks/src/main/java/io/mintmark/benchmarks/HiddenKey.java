package io.mintmark.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.mintmark.opaque.OpaqueKey;
import java.util.HexFormat;
import org.bouncycastle.crypto.fpe.FPEFF1Engine;
import org.bouncycastle.crypto.params.FPEParameters;
import org.bouncycastle.crypto.params.KeyParameter;

/** One key of 128 bits and one tweak for all that hides, ours and Bouncy Castle's. */
final class HiddenKey {

  static final String NAME = "bench";

  private static final byte[] BYTES = HexFormat.of().parseHex("2b7e151628aed2a6abf7158809cf4f3c");

  private HiddenKey() {}

  static OpaqueKey ours() {
    return OpaqueKey.of(BYTES);
  }

  /** Serves one thread at a time, and costs a key schedule to make. */
  static FPEFF1Engine bouncyCastle(int radix) {
    FPEFF1Engine engine = new FPEFF1Engine();
    engine.init(true, new FPEParameters(new KeyParameter(BYTES), radix, NAME.getBytes(US_ASCII)));
    return engine;
  }
}
