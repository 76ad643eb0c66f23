package io.mintmark.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests many concurrent clients that each make the server hold much memory. */
class RequestMemoryTest {

  private static final long MEMORY = 1L << 20;

  private static final int CLIENTS = 64;
  private static final int BODY_BYTES = 500_000;

  /**
   * The number of clients that never read. Each has more replies of 370 KB than the system buffers.
   */
  private static final int NEVER_READING = 8;

  private static final int PIPELINED = 40;

  private static final int STREAM_BYTES = 30_000;

  /**
   * The number of streams of a client. The replies of all clients together exceed the memory.
   */
  private static final int STREAMS = 16;

  private static final int IDS = 1800;
  private static final int ID_BYTES = "\"017f22e2-79b0-7cc3-98c4-dc0c0c07398f\",".length();
  private static final long IDS_BYTES = (long) IDS * ID_BYTES;
  private static final int OVER_HTTP2 = 3;

  private static final int HEADER_BYTES = 8000;

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String HOST = " HTTP/1.1\r\nHost: localhost\r\n";
  private static final String HALF_A_BODY = "POST /v1/lines" + HOST + "Content-Length: "
      + BODY_BYTES + "\r\n\r\n" + " ".repeat(BODY_BYTES / 2);
  private static final String HALF_A_COMMAND =
      "*2\r\n$4\r\nECHO\r\n$65000\r\n" + "x".repeat(60_000);
  private static final String BATCH =
      "POST /v1/generators/uuid/next?count=10000" + HOST + "Accept: text/plain\r\n\r\n";
  private static final String REPLY_BATCH =
      new String(RespClient.command("MINT.NEXT", "uuid", "COUNT", "10000"), US_ASCII);

  private final List<Socket> clients = new ArrayList<>();
  private final List<Http2Client> http2Clients = new ArrayList<>();
  private Server server;

  @BeforeEach
  void start() {
    server = MemoryServer.builder()
        .set(ServerSettings.REQUEST_MEMORY, MEMORY + "B")
        .set(ServerSettings.ADMIN, "127.0.0.1:0")
        .start();
  }

  @AfterEach
  void stop() throws IOException {
    hangUp();
    server.close();
  }

  private void hangUp() throws IOException {
    for (Socket client : clients) {
      client.close();
    }
    for (Http2Client client : http2Clients) {
      client.close();
    }
  }

  private Socket connect(InetSocketAddress address) throws IOException {
    Socket client = new Socket();
    client.setReceiveBufferSize(4096);
    client.setSoTimeout((int) PATIENCE.toMillis());
    client.connect(address);
    clients.add(client);
    return client;
  }

  /** Sends a text. A client that is refused meanwhile cannot send all of it. */
  private static void send(Socket client, String text) throws IOException {
    try {
      client.getOutputStream().write(text.getBytes(US_ASCII));
    } catch (SocketException e) {
      // The server's reply can still be read, unless the system has discarded it.
    }
  }

  /** Returns the reply to a refused client. The server need not reply to every refused client. */
  private String refusal() throws IOException {
    await(() -> clients.stream().anyMatch(RequestMemoryTest::isTold));
    Socket refused =
        clients.stream().filter(RequestMemoryTest::isTold).findFirst().orElseThrow();
    return new String(refused.getInputStream().readAllBytes(), US_ASCII);
  }

  /** Sends two requests over one connection, each without the last part of its body. */
  private static void sendHalfStreams(Socket client) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(Http2Client.greeting());
    byte[] ask = Http2Client.headers("POST", "/v1/lines", "content-type", "application/json");
    byte[] part = new byte[STREAM_BYTES / 2];
    for (int stream = 1; stream <= 3; stream += 2) {
      all.writeBytes(Http2Client.frame(Http2Client.HEADERS, Http2Client.END_HEADERS, stream, ask));
      all.writeBytes(Http2Client.frame(Http2Client.DATA, 0, stream, part));
      all.writeBytes(Http2Client.frame(Http2Client.DATA, 0, stream, part));
    }
    client.getOutputStream().write(all.toByteArray());
  }

  private static boolean isToldOverHttp2(Socket client) {
    try {
      InputStream in = client.getInputStream();
      String frames = new String(in.readNBytes(in.available()), US_ASCII);
      return frames.contains("urn:mintmark:problem:overloaded");
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isTold(Socket client) {
    try {
      return client.getInputStream().available() > 0;
    } catch (IOException e) {
      return false; // Reset, because the client had more to send; the reply is lost.
    }
  }

  /**
   * Returns the memory that clients hold. Uses the admin port, whose replies do not depend on that
   * memory.
   */
  private double held() {
    return Web.sendToAdmin(server, "GET", "/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("mintmark_request_memory_bytes "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
        .findFirst()
        .orElseThrow();
  }

  private static void await(BooleanSupplier condition) {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!condition.getAsBoolean()) {
      assertThat(Instant.now()).isBefore(deadline);
    }
  }

  private void assertOthersAreAnswered() throws IOException {
    await(() -> held() > MEMORY / 2.0);
    assertThat(held()).isLessThanOrEqualTo(MEMORY);
    assertThat(Web.send(server, "GET", "/health/ready").statusCode()).isEqualTo(200);
    assertThat(Web.send(server, "POST", "/v1/generators/a/next?count=100").statusCode())
        .isEqualTo(200);
    try (RespClient client = new RespClient(server.resp())) {
      assertThat(client.call("INCRBY", "a", "100")).isEqualTo(200L);
    }
  }

  private void assertAllIsGivenBack() throws IOException {
    hangUp();
    await(() -> held() == 0);
    assertThat(Web.send(server, "POST", "/v1/generators/uuid/next?count=10000").statusCode())
        .isEqualTo(200);
  }

  @Test
  @Tag("long")
  void incompleteBodies_beyondTheMemory_areRefusedAndOthersAnswered() throws IOException {
    for (int i = 0; i < CLIENTS; i++) {
      send(connect(server.http()), HALF_A_BODY);
    }

    assertOthersAreAnswered();
    assertThat(refusal())
        .startsWith("HTTP/1.1 503 ")
        .contains("retry-after: 1", "connection: close", "urn:mintmark:problem:overloaded");
    assertAllIsGivenBack();
  }

  @Test
  @Tag("long")
  void incompleteStreams_beyondTheMemory_areRefusedAndOthersAnswered() throws IOException {
    for (int i = 0; i < CLIENTS; i++) {
      sendHalfStreams(connect(server.http()));
    }

    await(() -> clients.stream().anyMatch(RequestMemoryTest::isToldOverHttp2));
    assertOthersAreAnswered();
    assertAllIsGivenBack();
  }

  /**
   * Sends a request on each stream that can be answered concurrently, and reads as little as
   * possible.
   */
  private Http2Client askOverStreams() throws IOException {
    Http2Client client = new Http2Client(server.http());
    http2Clients.add(client);
    for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
      client.ask(stream, "POST", "/v1/generators/uuid/next?count=" + IDS);
    }
    return client;
  }

  @Test
  @Tag("long")
  void answersOfStreams_clientNotReading_fillTheMemoryThenAreRefused() throws IOException {
    for (int i = 0; i < OVER_HTTP2; i++) {
      Http2Client unusedYet = askOverStreams();
    }

    await(() -> held() > MEMORY - 2 * IDS_BYTES);
    assertOthersAreAnswered();
    assertLargeOnesAreRefused();
    assertAllIsGivenBack();
  }

  private void assertLargeOnesAreRefused() throws IOException {
    Web.assertProblem(
        Web.send(server, "POST", "/v1/generators/b/next?count=10000"), 503, "overloaded");
    try (RespClient client = new RespClient(server.resp())) {
      assertThat(client.call("MINT.NEXT", "b", "COUNT", "10000").toString())
          .startsWith("-ERR the memory for requests and answers is used up: request less");
      assertThat(client.call("INCR", "b")).as("none was made of b").isEqualTo(1L);
    }
  }

  @Test
  @Tag("long")
  void streams_answeredAndRead_holdNoMemory() throws IOException {
    byte[] ask = Http2Client.headers("GET", "/health/live", "x", "y".repeat(HEADER_BYTES));
    int whole = Http2Client.END_HEADERS | Http2Client.END_STREAM;
    try (Http2Client client = new Http2Client(server.http())) {
      for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
        client.send(Http2Client.frame(Http2Client.HEADERS, whole, stream, ask));
        assertThat(client.read(Http2Client.DATA).endsStream()).isTrue();
      }

      assertThat(held()).isZero();
    }
  }

  @Test
  @Tag("long")
  void incompleteCommands_beyondTheMemory_areRefusedAndOthersAnswered() throws IOException {
    for (int i = 0; i < CLIENTS; i++) {
      send(connect(server.resp()), HALF_A_COMMAND);
    }

    assertOthersAreAnswered();
    assertThat(refusal()).startsWith("-ERR the memory for requests and answers is used up");
    assertAllIsGivenBack();
  }

  @Test
  @Tag("long")
  void answers_unreadOverEachProtocol_neverExceedTheMemory() throws IOException {
    for (int i = 0; i < NEVER_READING; i++) {
      send(connect(server.http()), BATCH.repeat(PIPELINED));
      send(connect(server.resp()), REPLY_BATCH.repeat(PIPELINED));
      Http2Client unusedYet = askOverStreams();
      assertThat(held()).isLessThanOrEqualTo(MEMORY);
    }
    assertOthersAreAnswered();
    assertAllIsGivenBack();
  }

  @Test
  @Tag("long")
  void largeRequests_refused_holdNoMemory() throws IOException {
    try (RespClient client = new RespClient(server.resp())) {
      assertThat(client.call("MINT.NEXT", "uuid", "COUNT", "10000", "ROUTE", "user-42"))
          .asString()
          .startsWith("-ERR a route or variables are given, but this generator makes no keys");
      assertThat(
              Web.send(server, "POST", "/v1/generators/uuid/next?count=10001").statusCode())
          .isEqualTo(400);

      assertThat(held()).isZero();
    }
  }
}
