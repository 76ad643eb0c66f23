package io.mintmark.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import io.mintmark.rigs.LongRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests both protocols with 10,000 randomly changed streams each, and HTTP/2 with 1,000. However a
 * stream is split into reads, the replies are the same, and no memory is kept. A failure names its
 * seed.
 */
@Tag("long")
class TamperedStreamsTest {

  private static final int CASES = LongRun.size(700, 10_000);
  private static final int HTTP2_CASES = LongRun.size(100, 1_000);

  static final List<String> COMMANDS = List.of(
      "PING\r\n",
      command("PING"),
      command("ECHO", "many\r\nlines!"),
      command("INCR", "one"),
      command("INCRBY", "one", "1"),
      command("MGET", "one", "none"),
      command("HELLO", "3", "SETNAME", "me"),
      command("CLIENT", "INFO"),
      command("COMMAND", "DOCS"),
      command("CONFIG", "GET", "*"),
      command("SET", "one", "0"),
      command("SUBSCRIBE", "news"),
      command("RESET"),
      command("QUIT"));

  static final List<String> REQUESTS = List.of(
      request("POST /v1/generators/one/next?count=3", "Accept: text/plain", ""),
      request("POST /v1/generators/one/next", "Accept: application/json", ""),
      request(
          "GET /v1/range?kind=uuid&from=2020-01-01T00:00:00Z&to=2021-01-01T00:00:00Z", "X: y", ""),
      request("GET /v1/lines?prefix=a%2F", "Connection: close", ""),
      request("HEAD /v1/generators", "Accept: */*", ""),
      request("POST /v1/lines", "Content-Length: 13", "{\"writes\":[]}"),
      request(
          "POST /v1/lines",
          "Transfer-Encoding: chunked",
          String.join("\r\n", "7", "{'write", "0", "", "")),
      request("GET /v1/store", "Origin: http://evil.example", ""),
      request("POST /v1/generators/one/next", "Expect: 100-continue", ""));

  @TempDir
  private Path directory;

  private InProcess server;

  @BeforeEach
  void start() throws IOException {
    Config config = Config.load(Files.writeString(
        directory.resolve("mintmark.yaml"), "generators: {one: {type: sequence, cycle: 7..8}}"));
    server = new InProcess(config);
    long unused = server.service().incrementAsync("one", 1).join();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static String command(String... words) {
    return new String(RespClient.command(words), ISO_8859_1);
  }

  static String request(String start, String header, String body) {
    return String.join("\r\n", start + " HTTP/1.1", "Host: localhost", header, "", body);
  }

  @Test
  @Tag("sized")
  void resp_tamperedStreamsCutAnywhere_haveTheSameAnswersWithoutLeak() {
    fuzz(server.resp(), COMMANDS, command("PING"), "+PONG\r\n");
  }

  @Test
  @Tag("sized")
  void http_tamperedStreamsCutAnywhere_haveTheSameAnswersWithoutLeak() {
    String good = request("POST /v1/generators/one/next", "Accept: application/json", "");
    fuzz(server.http(), REQUESTS, good, "{\"ids\":[\"0\"]}");
  }

  @Test
  @Tag("sized")
  void http2_tamperedFrames_neverLeak() {
    int answered = 0;
    for (int seed = 0; seed < HTTP2_CASES; seed++) {
      byte[] stream = frames(new Random(seed));
      String answers =
          Wire.answers(server.http(), stream, new Mutations(seed, REQUESTS).cuts(stream.length));
      answered += answers.contains("{\"ids\":[\"0\"]}") ? 1 : 0;
    }
    assertThat(answered).isGreaterThan(HTTP2_CASES / 20);
  }

  /**
   * Returns a few consecutive requests, with some bytes after the start of the connection changed.
   */
  private static byte[] frames(Random random) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(Http2Client.greeting());
    int from = all.size();
    int requests = 1 + random.nextInt(4);
    for (int stream = 1; stream < 2 * requests; stream += 2) {
      boolean hasBody = random.nextBoolean();
      byte[] headers = hasBody
          ? Http2Client.headers("POST", "/v1/lines", "content-type", "application/json")
          : Http2Client.headers("POST", "/v1/generators/one/next");
      int flags = Http2Client.END_HEADERS | (hasBody ? 0 : Http2Client.END_STREAM);
      all.writeBytes(Http2Client.frame(Http2Client.HEADERS, flags, stream, headers));
      if (hasBody) {
        byte[] body = "{\"writes\":[]}".getBytes(ISO_8859_1);
        int end = random.nextInt(2) * Http2Client.END_STREAM;
        all.writeBytes(Http2Client.frame(Http2Client.DATA, end, stream, body));
        all.writeBytes(Http2Client.frame(random.nextInt(12), 0, stream, new byte[4]));
      }
    }
    byte[] bytes = all.toByteArray();
    for (int changes = random.nextInt(6) - 2; changes > 0; changes--) {
      bytes[from + random.nextInt(bytes.length - from)] = (byte) random.nextInt();
    }
    return bytes;
  }

  private void fuzz(InetSocketAddress port, List<String> requests, String good, String answer) {
    int answered = 0;
    for (int seed = 0; seed < CASES; seed++) {
      Mutations mutations = new Mutations(seed, requests);
      byte[] stream = mutations.next();
      String whole = Wire.answers(port, stream, stream.length);
      int[] everyByte = IntStream.rangeClosed(1, stream.length).toArray();

      assertThat(Wire.answers(port, stream, everyByte))
          .as("byte by byte, seed=%s", seed)
          .isEqualTo(whole);
      assertThat(Wire.answers(port, stream, mutations.cuts(stream.length)))
          .as("cut somewhere, seed=%s", seed)
          .isEqualTo(whole);
      answered += whole.contains(answer) ? 1 : 0;
    }
    // Otherwise the streams would be too broken to test anything.
    assertThat(answered).isGreaterThan(CASES / 20);
    byte[] bytes = good.getBytes(ISO_8859_1);
    assertThat(Wire.answers(port, bytes, bytes.length)).endsWith(answer);
  }
}
