package io.mintmark.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fuzzes HTTP/2 frames with Jazzer, after a valid start of the connection. */
class Http2FuzzTest {

  private static final int WHOLE = Http2Client.END_HEADERS | Http2Client.END_STREAM;
  private static final byte[] GET = Http2Client.headers("GET", "/health/live");
  private static final byte[] NEXT =
      Http2Client.headers("POST", "/v1/generators/uuid/next?count=3");
  private static final byte[] LARGE =
      Http2Client.headers("POST", "/v1/generators/uuid/next?count=2000", "accept", "text/plain");
  private static final byte[] WRITE =
      Http2Client.headers("POST", "/v1/lines", "content-type", "application/json");
  private static final byte[] BODY =
      "{\"writes\":[{\"line\":\"seq/a\",\"note\":\"b\"}]}".getBytes(US_ASCII);

  private final FuzzedProtocol protocol = new FuzzedProtocol(
      InProcess::http,
      new String(greeted(Http2Client.frame(Http2Client.HEADERS, WHOLE, 1, GET)), ISO_8859_1),
      "\"live\"");

  private static byte[] greeted(byte[] frames) {
    return joined(Http2Client.greeting(), frames);
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  static Stream<byte[]> seeds() throws IOException {
    byte[] four = {0, 0, 0, 1};
    Stream<byte[]> good = Stream.of(
        Http2Client.frame(Http2Client.HEADERS, WHOLE, 1, GET),
        Http2Client.frame(Http2Client.HEADERS, Http2Client.END_HEADERS, 1, WRITE), // No body.
        joined(
            Http2Client.frame(Http2Client.HEADERS, WHOLE, 1, NEXT),
            Http2Client.frame(Http2Client.HEADERS, WHOLE, 3, LARGE),
            Http2Client.frame(Http2Client.WINDOW_UPDATE, 0, 0, four),
            Http2Client.frame(Http2Client.RST_STREAM, 0, 3, four)),
        joined(
            Http2Client.frame(Http2Client.HEADERS, Http2Client.END_HEADERS, 1, WRITE),
            Http2Client.frame(Http2Client.DATA, 0, 1, BODY),
            Http2Client.frame(Http2Client.DATA, Http2Client.END_STREAM, 1, new byte[0])),
        joined(
            Http2Client.frame(Http2Client.HEADERS, Http2Client.END_STREAM, 1, new byte[0]),
            Http2Client.frame(Http2Client.CONTINUATION, Http2Client.END_HEADERS, 1, GET)),
        joined(
            Http2Client.frame(Http2Client.SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0, 9}),
            Http2Client.frame(Http2Client.PING, 0, 0, new byte[8]),
            Http2Client.frame(Http2Client.GOAWAY, 0, 0, new byte[8])));
    return Stream.concat(good, Seeds.found("http2.hex"));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void frames_ofAnyBytes_neverFailOrLeak(byte[] frames) {
    protocol.checkInAnyOrder(greeted(frames));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = Seeds.FUZZED_FOR)
  void fuzz(byte[] frames) {
    protocol.checkInAnyOrder(greeted(frames));
  }
}
