package io.mintmark.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that clients with open connections lose no request when the server ends. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("long")
class KeepAliveStopTest {

  private static final int STOPS = 3;
  private static final Duration DRAIN = Duration.ofSeconds(60);
  private static final long POLL_NANOS = Duration.ofMillis(5).toNanos();

  private final Server server =
      MemoryServer.builder().set(ServerSettings.DRAIN, DRAIN).start();

  @TempDir
  private Path folder;

  @AfterEach
  void stop() {
    server.close();
  }

  @RepeatedTest(STOPS)
  void close_underPythonsHttpClient_losesNoRequest() throws Exception {
    assertNoneIsLost(
        BusyProgram.start(folder, "python3", "busy.py", server.http().getPort()));
  }

  @RepeatedTest(STOPS)
  void close_underNodesFetch_losesNoRequest() throws Exception {
    assertNoneIsLost(BusyProgram.start(folder, "node", "busy.mjs", server.http().getPort()));
  }

  @RepeatedTest(STOPS)
  void close_underJavasHttpClient_losesNoRequest() throws Exception {
    assertNoneIsLost(BusyThreads.httpClient(server.http().getPort()));
  }

  @RepeatedTest(STOPS)
  void close_underRedisClientsCheckingBeforeSending_losesNoRequest() throws Exception {
    assumeTrue(Epoll.isAvailable(), "needs a system that sends the last answer and the end as one");
    assertNoneIsLost(BusyThreads.lookingBeforeSending(server.resp()));
  }

  @Test
  void close_withinACommandOfAPipeline_answersAllOfIt() throws Exception {
    String command = new String(RespClient.command("INCR", "orders"), US_ASCII);
    String half = command.substring(0, 5);
    String rest = command.substring(5);
    try (Socket client = new Socket(server.resp().getAddress(), server.resp().getPort())) {
      client.setSoTimeout((int) DRAIN.toMillis());
      send(client, command + half);
      assertThat(client.getInputStream().readNBytes(4)).isEqualTo(bytes(":1\r\n"));
      Thread closing = new Thread(server::close);
      closing.start();
      awaitRefusal();

      send(client, rest + command + half);
      assertThat(client.getInputStream().readNBytes(8)).isEqualTo(bytes(":2\r\n:3\r\n"));
      send(client, rest);
      assertThat(client.getInputStream().readAllBytes()).isEqualTo(bytes(":4\r\n"));
      closing.join();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(US_ASCII);
  }

  private static void send(Socket client, String commands) throws IOException {
    client.getOutputStream().write(bytes(commands));
  }

  /**
   * Waits until the server refuses connections. From then on it tells its clients to send no more
   * requests.
   */
  private void awaitRefusal() throws IOException {
    while (true) {
      try {
        new Socket(server.http().getAddress(), server.http().getPort()).close();
        LockSupport.parkNanos(POLL_NANOS);
      } catch (ConnectException e) {
        return;
      }
    }
  }

  private void assertNoneIsLost(BusyClient client) throws Exception {
    try (client) {
      client.awaitAnswers();
      server.close();

      client.finish().assertNoneIsLost();
    }
  }
}
