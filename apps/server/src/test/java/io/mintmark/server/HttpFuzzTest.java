package io.mintmark.server;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fuzzes HTTP with Jazzer. */
class HttpFuzzTest {

  private final FuzzedProtocol protocol = new FuzzedProtocol(
      InProcess::http, TamperedStreamsTest.request("GET /health/live", "X: y", ""), "\"live\"");

  static Stream<byte[]> seeds() throws IOException {
    return Stream.concat(Seeds.of(TamperedStreamsTest.REQUESTS), Seeds.found("http.hex"));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void stream_ofAnyBytes_isAnsweredWithoutLeak(byte[] stream) {
    protocol.check(stream);
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = Seeds.FUZZED_FOR)
  void fuzz(byte[] stream) {
    protocol.check(stream);
  }
}
