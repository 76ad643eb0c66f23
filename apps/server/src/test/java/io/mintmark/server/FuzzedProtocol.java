package io.mintmark.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import io.mintmark.server.net.Protocol;
import io.mintmark.service.Problem;
import java.util.function.Function;
import java.util.function.Supplier;

/** Checks a protocol with arbitrary bytes. */
final class FuzzedProtocol {

  private final InProcess server = new InProcess(Config.standard());
  private final Wire wire = new Wire();
  private final Supplier<Protocol> connections;
  private final byte[] good;
  private final String answer;

  /** Makes a check of a protocol, with a valid request and a part of its reply. */
  FuzzedProtocol(Function<InProcess, Supplier<Protocol>> of, String good, String answer) {
    this.connections = of.apply(server);
    this.good = good.getBytes(ISO_8859_1);
    this.answer = answer;
  }

  /**
   * Sends a stream at once, and again in two halves. The replies must be the same, without a fault
   * of the server. No memory may be kept, and the next connection must be served.
   */
  void check(byte[] stream) {
    long faults = Problem.Kind.INTERNAL.reported();
    String whole = wire.answers(connections.get(), stream, stream.length);

    assertThat(wire.answers(connections.get(), stream, stream.length / 2, stream.length))
        .isEqualTo(whole);
    assertNothingIsLeftOf(faults);
  }

  /** Like {@link #check}, but the replies may differ, because HTTP/2 sends them in any order. */
  void checkInAnyOrder(byte[] stream) {
    long faults = Problem.Kind.INTERNAL.reported();
    String unusedWhole = wire.answers(connections.get(), stream, stream.length);
    String unusedHalves = wire.answers(connections.get(), stream, stream.length / 2, stream.length);

    assertNothingIsLeftOf(faults);
  }

  private void assertNothingIsLeftOf(long faults) {
    assertThat(Problem.Kind.INTERNAL.reported()).as("faults of the server").isEqualTo(faults);
    assertThat(wire.answers(connections.get(), good, good.length)).contains(answer);
    assertThat(wire.keptBytes()).as("bytes kept").isZero();
    assertThat(server.memory().takenBytes()).as("bytes held").isZero();
  }
}
