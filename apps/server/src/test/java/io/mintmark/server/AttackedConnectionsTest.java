package io.mintmark.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests streams of bytes that break a protocol, and clients that close their direction or send
 * while the server stops. The server answers all that it has received, counts no fault of its own,
 * and ends the connection where it cannot know the start of the next request.
 */
class AttackedConnectionsTest {

  /** How long a connection of HTTP may be silent. */
  private static final int SILENCE_MS = 120_000;

  private static final String WRITES = "{\"writes\":[]}";
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");
  private static final int TIMEOUT_MS = 30_000;
  private static final int PAUSE_MS = 300;
  private static final int STREAM_SECONDS = 30;
  private static final int CLIENTS = 8;
  private static final int BATCH = 4;

  /**
   * A stream of bytes.
   *
   * @param ends whether the server ends the connection by itself
   * @param statuses the statuses of all replies
   */
  private record Case(String name, String stream, boolean ends, List<Integer> statuses) {
    @Override
    public String toString() {
      return name;
    }
  }

  @TempDir
  private Path directory;

  private InProcess server;

  @BeforeEach
  void start() throws IOException {
    server = new InProcess(Config.load(Files.writeString(directory.resolve("mintmark.yaml"), """
        generators:
          one: {type: sequence}
          strict: {type: sequence, strict: true}
        """)));
  }

  @AfterEach
  void stop() {
    assertThat(server.faults()).isZero();
    server.close();
  }

  private static String request(String start, String... headers) {
    return start + " HTTP/1.1\r\nHost: localhost\r\n" + String.join("", headers) + "\r\n";
  }

  private static String next(String name) {
    return request("POST /v1/generators/" + name + "/next");
  }

  private static String chunked(String body) {
    return request("POST /v1/lines", "Transfer-Encoding: chunked\r\n") + body;
  }

  private static Case refused(String name, String stream) {
    return refused(name, stream, 400);
  }

  private static Case refused(String name, String stream, int status) {
    return new Case(name, stream + next("one"), true, List.of(status));
  }

  static Stream<Case> malformed() {
    String y9000 = "y".repeat(9000);
    String chunk = "d\r\n" + WRITES + "\r\n";
    return Stream.of(
        refused("version in lower case", "GET /health/live http/1.1\r\nHost: localhost\r\n\r\n"),
        refused("old version in lower case", "GET /health/live http/1.0\r\n\r\n"),
        refused("version 2.0", "GET /health/live HTTP/2.0\r\nHost: localhost\r\n\r\n"),
        refused("wrong preface", "PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n"),
        refused("zeros", "\0\0\0\r\n\r\n"),
        refused("method with a parenthesis", request("GE(T /health/live")),
        refused("method with a quote", request("G\"ET /health/live")),
        refused("method outside of ASCII", request("\u00e9T /health/live")),
        refused("header without a name", request("GET /health/live", ": x\r\n")),
        refused("space before a colon", request("GET /health/live", "X : y\r\n")),
        refused("two hosts", request("GET /health/live", "Host: other\r\n")),
        refused("no host", "GET /health/live HTTP/1.1\r\n\r\n"),
        refused("large header", request("GET /health/live", "X: " + y9000 + "\r\n"), 431),
        refused("long line", request("GET /" + "x".repeat(17_000)), 414),
        refused("two codings", request("POST /v1/lines", "Transfer-Encoding: gzip, chunked\r\n")),
        refused("length not a number", request("POST /v1/lines", "Content-Length: 0x5\r\n")),
        refused("size of a chunk not a number", chunked("g\r\n")),
        refused("negative size of a chunk", chunked("-" + chunk + "0\r\n\r\n")),
        refused("no end of a chunk", chunked("d\r\n" + WRITES + "0\r\n\r\n")),
        refused("trailer without a name", chunked(chunk + "0\r\n: y\r\n\r\n")),
        refused("large trailer", chunked(chunk + "0\r\nX: " + y9000 + "\r\n\r\n"), 431),
        new Case(
            "continue over HTTP/1.0",
            "POST /v1/lines HTTP/1.0\r\nContent-Length: 13\r\nExpect: 100-continue\r\n\r\n"
                + WRITES,
            true,
            List.of(400)), // It has no writes.
        new Case(
            "unknown method", request("BREW /health/live") + next("one"), false, List.of(405, 200)),
        new Case(
            "fragment", request("GET /health/live#x") + next("one"), false, List.of(200, 200)));
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void stream_whole_hasTheseAnswersAndNoFault(Case each) throws IOException {
    assertThat(answers(each, each.stream().length())).isEqualTo(each.statuses());
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void stream_byteByByte_hasTheSameAnswers(Case each) throws IOException {
    assertThat(answers(each, 1)).isEqualTo(each.statuses());
  }

  private List<Integer> answers(Case each, int pieceBytes) throws IOException {
    try (Socket socket = connect(server.http())) {
      send(socket, each.stream(), pieceBytes);
      if (!each.ends()) {
        socket.shutdownOutput();
      }
      return statuses(read(socket));
    }
  }

  private static Socket connect(InetSocketAddress port) throws IOException {
    Socket socket = new Socket(port.getAddress(), port.getPort());
    socket.setSoTimeout(TIMEOUT_MS);
    socket.setTcpNoDelay(true);
    return socket;
  }

  private static void send(Socket socket, String text, int pieceBytes) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    try {
      for (int at = 0; at < bytes.length; at += pieceBytes) {
        socket.getOutputStream().write(bytes, at, Math.min(pieceBytes, bytes.length - at));
      }
    } catch (IOException e) {
      // The server has ended the connection. Its replies can still be read.
    }
  }

  private static String read(Socket socket) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int next = socket.getInputStream().read(); next >= 0; ) {
      all.write(next);
      next = socket.getInputStream().read();
    }
    return all.toString(ISO_8859_1);
  }

  private static List<Integer> statuses(String answers) {
    return STATUS
        .matcher(answers)
        .results()
        .map(found -> Integer.valueOf(found.group(1)))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 17, 1000})
  void body_inPieces_isReadWhole(int pieceBytes) throws IOException {
    String body = "{\"format\":\"INV-{time:yyyyMMdd}-{seq:6}\"}";
    String plain = request("POST /v1/explain", "Content-Length: " + body.length() + "\r\n") + body;
    String parts = request("POST /v1/explain", "Transfer-Encoding: chunked\r\n")
        + "10\r\n"
        + body.substring(0, 16)
        + "\r\n"
        + Integer.toHexString(body.length() - 16)
        + "\r\n"
        + body.substring(16)
        + "\r\n0\r\n\r\n";
    try (Socket socket = connect(server.http())) {
      send(socket, plain + parts + next("one"), pieceBytes);
      socket.shutdownOutput();

      assertThat(statuses(read(socket))).containsExactly(200, 200, 200);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8, 16, 100, 300})
  void pipeline_clientHasClosedItsDirection_isAnsweredWhole(int requests) throws IOException {
    for (String name : List.of("one", "strict")) {
      String posts = next(name).repeat(requests);
      String commands = (command("INCR", name) + command("PING")).repeat(requests);
      for (int piece : new int[] {posts.length(), 50}) {
        try (Socket http = connect(server.http());
            Socket resp = connect(server.resp())) {
          send(http, posts, piece);
          send(resp, commands, piece);
          http.shutdownOutput();
          resp.shutdownOutput();

          assertThat(statuses(read(http))).hasSize(requests).containsOnly(200);
          assertThat(read(resp).lines()).hasSize(2 * requests).noneMatch(s -> s.startsWith("-"));
        }
      }
    }
  }

  private static String command(String... words) {
    return new String(RespClient.command(words), ISO_8859_1);
  }

  @Test
  void batches_serverStops_areAnsweredWholeBeforeTheLastReply() throws Exception {
    CountDownLatch begun = new CountDownLatch(CLIENTS);
    List<CompletableFuture<Integer>> lost = IntStream.range(0, CLIENTS)
        .mapToObj(i -> CompletableFuture.supplyAsync(() -> lostOfBatches(begun)))
        .toList();
    assertThat(begun.await(TIMEOUT_MS, TimeUnit.MILLISECONDS)).isTrue();

    assertThat(server.drain()).isZero();
    for (CompletableFuture<Integer> each : lost) {
      assertThat(each.get(TIMEOUT_MS, TimeUnit.MILLISECONDS)).isZero();
    }
  }

  /** Sends batches until a reply is the last. Returns how many replies to its batch are lost. */
  private int lostOfBatches(CountDownLatch begun) {
    try (Socket socket = connect(server.http())) {
      while (true) {
        send(socket, next("one").repeat(BATCH), BATCH * next("one").length());
        for (int left = BATCH - 1; left >= 0; left--) {
          String head = head(socket);
          if (head.isEmpty()) {
            return left + 1;
          }
          int length = Integer.parseInt(head.replaceAll("(?s).*content-length: (\\d+).*", "$1"));
          assertThat(socket.getInputStream().readNBytes(length)).hasSize(length);
          if (head.contains("connection: close")) {
            return left;
          }
        }
        begun.countDown();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Reads the header of a reply; empty at the end of the connection. */
  private static String head(Socket socket) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        return "";
      }
      head.append((char) next);
    }
    return head.toString();
  }

  @Test
  @Tag("long")
  void request_sentTooSlowly_endsTheConnectionInTime() throws IOException {
    try (Socket command = connect(server.resp());
        Socket header = connect(server.http());
        Socket body = connect(server.http())) {
      send(command, "*2\r\n$4\r\nECHO\r\n$1000\r\n", BATCH);
      send(header, "GET /health/live HTTP/1.1\r\nHost: localhost\r\nX: ", BATCH);
      send(body, request("POST /v1/lines", "Content-Length: 1000\r\n"), BATCH);
      List<Socket> open = new ArrayList<>(List.of(command, header, body));
      long start = System.nanoTime();
      while (!open.isEmpty() && System.nanoTime() - start < TimeUnit.MINUTES.toNanos(1)) {
        open.removeIf(AttackedConnectionsTest::isEnded);
      }

      assertThat(open).isEmpty();
      assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start))
          .isBetween(STREAM_SECONDS / 2L, STREAM_SECONDS + 5L);
    }
  }

  /** Sends a byte, and waits for a short time for the end. */
  private static boolean isEnded(Socket socket) {
    send(socket, "x", 1);
    try {
      socket.setSoTimeout(PAUSE_MS);
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  @Tag("long")
  void bodyOfStream_neverSent_isResetInTime() throws IOException {
    try (Http2Client client = new Http2Client(server.http())) {
      byte[] ask = Http2Client.headers("POST", "/v1/lines", "content-type", "application/json");
      long start = System.nanoTime();
      client.send(Http2Client.frame(Http2Client.HEADERS, Http2Client.END_HEADERS, 1, ask));

      assertThat(client.read(Http2Client.RST_STREAM).stream()).isEqualTo(1);
      assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start))
          .isBetween(STREAM_SECONDS / 2L, STREAM_SECONDS + 5L);
      client.ask(3, "GET", "/health/live");
      assertThat(client.read(Http2Client.HEADERS).stream()).isEqualTo(3);
    }
  }

  @Test
  @Tag("long")
  void header_neverComplete_endsTheConnectionAfterSilence() throws IOException {
    byte[] ask = Http2Client.headers("GET", "/health/live");
    byte[] frame = Http2Client.frame(Http2Client.HEADERS, Http2Client.END_HEADERS, 1, ask);
    try (Http2Client half = new Http2Client(server.http());
        Http2Client endless = new Http2Client(server.http())) {
      half.send(Arrays.copyOf(frame, frame.length / 2));
      endless.send(Http2Client.frame(Http2Client.HEADERS, 0, 1, ask));

      half.readToEnd(SILENCE_MS + 15_000);
      endless.readToEnd(SILENCE_MS + 15_000);
    }
  }
}
