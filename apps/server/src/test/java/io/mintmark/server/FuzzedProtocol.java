package io.mintmark.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import io.mintmark.service.Problem;
import java.net.InetSocketAddress;
import java.util.function.Function;

/** Checks a protocol with arbitrary bytes. */
final class FuzzedProtocol {

  private static final InProcess SERVER = new InProcess(Config.standard());

  private final InetSocketAddress port;
  private final byte[] good;
  private final String answer;

  /** Makes a check of a protocol, with a valid request and a part of its reply. */
  FuzzedProtocol(Function<InProcess, InetSocketAddress> of, String good, String answer) {
    this.port = of.apply(SERVER);
    this.good = good.getBytes(ISO_8859_1);
    this.answer = answer;
  }

  /**
   * Sends a stream at once, and again in two halves. The replies must be the same, without a fault
   * of the server. No memory may be kept, and the next connection must be served.
   */
  void check(byte[] stream) {
    long faults = Problem.Kind.INTERNAL.reported();
    String whole = Wire.answers(port, stream, stream.length);

    assertThat(Wire.answers(port, stream, stream.length / 2, stream.length)).isEqualTo(whole);
    assertNothingIsLeftOf(faults);
  }

  /** Like {@link #check}, but the replies may differ, because HTTP/2 sends them in any order. */
  void checkInAnyOrder(byte[] stream) {
    long faults = Problem.Kind.INTERNAL.reported();
    String unusedWhole = Wire.answers(port, stream, stream.length);
    String unusedHalves = Wire.answers(port, stream, stream.length / 2, stream.length);

    assertNothingIsLeftOf(faults);
  }

  private void assertNothingIsLeftOf(long faults) {
    assertThat(Problem.Kind.INTERNAL.reported()).as("faults of the server").isEqualTo(faults);
    assertThat(Wire.answers(port, good, good.length)).contains(answer);
    Await.until("nothing is held", () -> SERVER.inFlight().takenBytes() == 0);
  }
}
