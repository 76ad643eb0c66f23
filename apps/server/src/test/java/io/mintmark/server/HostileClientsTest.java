package io.mintmark.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests clients that overload a server with little memory: it survives, and serves other clients.
 */
@Tag("long")
class HostileClientsTest {

  private static final int IDLE = 10_000;
  private static final int FILES_BESIDE = 500;
  private static final int NEVER_READING = 16;
  private static final int TAMPERED = 1000;
  private static final int RESETS = 400;
  private static final int MAX_STREAMS = 100;
  private static final int NEVER_TAKING = 4;
  private static final int MAX_FRAME_BYTES = 16_384;
  private static final int WHOLE = Http2Client.END_HEADERS | Http2Client.END_STREAM;

  /**
   * More than a system buffers for both ends. Linux buffers at most 32 MB of received and 4 MB of
   * sent data.
   */
  private static final int MAX_ACCEPTED_BYTES = 64 * 1024 * 1024;

  private static final int SOCKET_BUFFER_BYTES = 64 * 1024;
  private static final long STUCK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  @TempDir
  private static Path directory;

  private static ChildProcess server;
  private static InetSocketAddress resp;
  private static InetSocketAddress http;

  @BeforeAll
  static void start() throws IOException {
    Path config = Files.writeString(directory.resolve("mintmark.yaml"), """
        generators:
          snowflake: {type: snowflake}
          others: {type: sequence}
        auto-create:
          "*": {}
        max-auto-created: 100
        """);
    server = new ChildProcess(ChildServer.class, config, directory.resolve("data"));
    resp = address();
    http = address();
  }

  private static InetSocketAddress address() throws IOException {
    return new InetSocketAddress(
        InetAddress.getLoopbackAddress(), Integer.parseInt(server.readLine()));
  }

  @AfterAll
  static void stop() throws Exception {
    assertThat(server.terminate()).isZero();
    server.close();
  }

  @AfterEach
  void assertOthersAreAnswered() throws IOException {
    try (RespClient client = new RespClient(resp)) {
      assertThat(client.increment("others")).isPositive();
    }
  }

  @Test
  void idleConnections_tenThousand_areKeptAndOthersAreAnswered() throws IOException {
    long files = ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
        .getMaxFileDescriptorCount();
    assumeTrue(files >= IDLE + FILES_BESIDE, "needs ulimit -n of " + (IDLE + FILES_BESIDE));
    List<SocketChannel> idle = new ArrayList<>();
    try {
      for (int i = 0; i < IDLE; i++) {
        idle.add(SocketChannel.open(i % 2 == 0 ? resp : http));
      }
      assertOthersAreAnswered();
      ByteBuffer ping = ByteBuffer.wrap(RespClient.command("PING"));
      ByteBuffer pong = ByteBuffer.allocate(7);
      idle.get(0).write(ping);
      idle.get(0).read(pong);
      assertThat(new String(pong.array(), US_ASCII)).isEqualTo("+PONG\r\n");
    } finally {
      for (SocketChannel each : idle) {
        each.close();
      }
    }
  }

  @Test
  void clients_neverReading_areNotReadFromEither() throws IOException {
    byte[] echo = RespClient.command("ECHO", "x".repeat(50_000));
    byte[] batch = TamperedStreamsTest.request(
            "POST /v1/generators/snowflake/next?count=10000", "Accept: text/plain", "")
        .getBytes(US_ASCII);
    List<SocketChannel> clients = new ArrayList<>();
    List<ByteBuffer> requests = new ArrayList<>();
    try {
      for (int i = 0; i < NEVER_READING; i++) {
        boolean overResp = i % 2 == 0;
        SocketChannel client = SocketChannel.open(overResp ? resp : http);
        clients.add(client);
        client.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER_BYTES);
        client.configureBlocking(false);
        requests.add(ByteBuffer.wrap(overResp ? echo : batch));
      }
      for (long written : writtenUntilStuck(clients, requests)) {
        assertThat(written).isLessThan(MAX_ACCEPTED_BYTES);
      }
      assertOthersAreAnswered();
    } finally {
      for (SocketChannel each : clients) {
        each.close();
      }
    }
  }

  /** Writes the requests of all clients again and again, until no client can write any more. */
  private static long[] writtenUntilStuck(List<SocketChannel> clients, List<ByteBuffer> requests) {
    long[] written = new long[clients.size()];
    long progress = System.nanoTime();
    while (System.nanoTime() - progress < STUCK_NANOS
        && Arrays.stream(written).max().orElseThrow() < MAX_ACCEPTED_BYTES) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      for (int i = 0; i < written.length; i++) {
        ByteBuffer request = requests.get(i);
        int now;
        do {
          request.rewind().position((int) (written[i] % request.capacity()));
          now = write(clients.get(i), request);
          written[i] += now;
          progress = now > 0 ? System.nanoTime() : progress;
        } while (now > 0 && written[i] < MAX_ACCEPTED_BYTES);
      }
    }
    return written;
  }

  private static int write(SocketChannel client, ByteBuffer request) {
    try {
      return client.write(request);
    } catch (IOException e) {
      return 0; // The answers of others used up the memory, and the server ended this connection.
    }
  }

  @Test
  void client_sendingAfterTheLastReply_isReadOnlyInPart() throws IOException {
    long written = 0;
    try (SocketChannel client = SocketChannel.open(resp)) {
      client.write(ByteBuffer.wrap("no command\r\n".getBytes(US_ASCII)));
      ByteBuffer more = ByteBuffer.allocate(SOCKET_BUFFER_BYTES);
      for (int now = 1; now > 0 && written < MAX_ACCEPTED_BYTES; written += now) {
        now = write(client, more.rewind());
      }
    }

    assertThat(written).isLessThan(MAX_ACCEPTED_BYTES);
  }

  @Test
  void streams_openedAndResetRapidly_closeTheConnection() throws IOException {
    ByteArrayOutputStream storm = new ByteArrayOutputStream();
    for (int stream = 1; stream < 2 * RESETS; stream += 2) {
      byte[] ask = Http2Client.headers("POST", "/v1/generators/snowflake/next");
      storm.writeBytes(Http2Client.frame(Http2Client.HEADERS, WHOLE, stream, ask));
      storm.writeBytes(Http2Client.frame(Http2Client.RST_STREAM, 0, stream, new byte[4]));
    }
    try (Http2Client client = new Http2Client(http)) {
      client.send(storm.toByteArray());

      assertThat(client.read(Http2Client.GOAWAY).secondNumber())
          .isEqualTo(Http2Client.ENHANCE_YOUR_CALM);
    }
  }

  @Test
  void streams_tooMany_areRefusedBeforeTheClientAcknowledgesTheLimit() throws IOException {
    ByteArrayOutputStream many = new ByteArrayOutputStream();
    for (int stream = 1; stream < 2 * (MAX_STREAMS + 1); stream += 2) {
      byte[] ask = Http2Client.headers("POST", "/v1/lines", "content-type", "application/json");
      many.writeBytes(Http2Client.frame(Http2Client.HEADERS, Http2Client.END_HEADERS, stream, ask));
    }
    try (Http2Client client = new Http2Client(http)) {
      client.send(many.toByteArray());
      Http2Client.Frame refusal = client.read(Http2Client.RST_STREAM);

      assertThat(refusal.stream()).isEqualTo(2 * MAX_STREAMS + 1);
      assertThat(refusal.firstNumber()).isEqualTo(Http2Client.REFUSED_STREAM);
    }
  }

  @Test
  void header_expandingOrEndless_isRefused() throws IOException {
    byte[] part = new byte[MAX_FRAME_BYTES];
    try (Http2Client client = new Http2Client(http)) {
      Arrays.fill(part, (byte) (0x80 | 62)); // Each refers to the first dynamic field.
      byte[] known = Http2Client.headers("GET", "/", "x", "y".repeat(4000));
      known[known.length - 4000 - 6] = 0x40;
      client.send(Http2Client.frame(Http2Client.HEADERS, Http2Client.END_STREAM, 1, known));
      client.send(Http2Client.frame(Http2Client.CONTINUATION, Http2Client.END_HEADERS, 1, part));

      assertThat(client.read().type()).isEqualTo(Http2Client.HEADERS); // The reply is status 431.
      assertThat(client.read().type()).isEqualTo(Http2Client.RST_STREAM);
    }
    try (Http2Client client = new Http2Client(http)) {
      byte[] begin = Http2Client.headers("GET", "/");
      client.send(Http2Client.frame(Http2Client.HEADERS, Http2Client.END_STREAM, 1, begin));
      // Sends only as much as necessary. The server then closes the connection, and a client that
      // still sends might not read the reason.
      client.send(Http2Client.frame(Http2Client.CONTINUATION, 0, 1, part));
      client.send(Http2Client.frame(Http2Client.CONTINUATION, 0, 1, part));

      assertThat(client.read().type()).isIn(Http2Client.RST_STREAM, Http2Client.GOAWAY);
    }
  }

  @Test
  void bodies_ofManyStreamsAtATime_areRefusedBeyondTheMemory() throws IOException {
    byte[] ask = Http2Client.headers("POST", "/v1/lines", "content-type", "application/json");
    List<Http2Client> clients = new ArrayList<>();
    try {
      for (int i = 0; i < NEVER_TAKING; i++) {
        Http2Client client = new Http2Client(http);
        clients.add(client);
        for (int stream = 1; stream < 2 * MAX_STREAMS; stream += 2) {
          client.send(Http2Client.frame(Http2Client.HEADERS, Http2Client.END_HEADERS, stream, ask));
          client.send(Http2Client.frame(Http2Client.DATA, 0, stream, new byte[100]));
        }
      }
      Http2Client.Frame answer = clients.get(NEVER_TAKING - 1).read(Http2Client.HEADERS);

      assertThat(answer.payload().hasRemaining()).isTrue(); // Status 503.
      assertOthersAreAnswered();
    } finally {
      for (Http2Client each : clients) {
        each.close();
      }
    }
  }

  @Test
  void answersOfManyStreams_clientNotReading_areNotAllMade() throws IOException {
    List<Http2Client> clients = new ArrayList<>();
    try {
      for (int i = 0; i < NEVER_TAKING; i++) {
        Http2Client client = new Http2Client(http);
        clients.add(client);
        for (int stream = 1; stream < 2 * MAX_STREAMS; stream += 2) {
          client.ask(stream, "POST", "/v1/generators/snowflake/next?count=10000");
        }
      }
      for (Http2Client client : clients) {
        assertThat(client.read(Http2Client.DATA).payload().hasRemaining()).isTrue();
      }
      assertOthersAreAnswered();
    } finally {
      for (Http2Client each : clients) {
        each.close();
      }
    }
  }

  @Test
  void tamperedStreams_overTheRealPorts_doNotEndTheServer() throws IOException {
    for (int seed = 0; seed < TAMPERED; seed++) {
      send(resp, new Mutations(seed, TamperedStreamsTest.COMMANDS).next());
      send(http, new Mutations(seed, TamperedStreamsTest.REQUESTS).next());
    }
  }

  /** Sends a stream, and reads until the server closes the connection or resets it. */
  private static void send(InetSocketAddress address, byte[] stream) throws IOException {
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      socket.getOutputStream().write(stream);
      if (stream.length % 2 == 0) {
        socket.shutdownOutput();
        while (socket.getInputStream().read() >= 0) {
          // Reads until the server has answered everything.
        }
      }
    } catch (java.net.SocketException e) {
      // The server closed the connection first, which it may do if the stream breaks the protocol.
    }
  }
}
