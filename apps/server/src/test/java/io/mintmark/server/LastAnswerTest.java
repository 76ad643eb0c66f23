package io.mintmark.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests clients that continue to send after their last reply. */
@Tag("long")
class LastAnswerTest {

  private static final int TIMEOUT_MS = 60_000;

  /** The server waits only a second for such clients, so a slow test tries again. */
  private static final int ATTEMPTS = 20;

  private static final int SENT_AFTER = 50;
  private static final long PAUSE_NANOS = 1_000_000;

  private final Server server = MemoryServer.builder().start();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void client_stillSendingOverHttp_isNotReset() {
    byte[] last = "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        .getBytes(US_ASCII);

    assertThat(IntStream.range(0, ATTEMPTS)).anyMatch(i -> maySendOn(server.http(), last));
  }

  @Test
  void client_stillSendingOverRedisProtocol_isNotReset() {
    byte[] last = RespClient.command("QUIT");

    assertThat(IntStream.range(0, ATTEMPTS)).anyMatch(i -> maySendOn(server.resp(), last));
  }

  /**
   * Returns whether a client can send after its last reply. If the socket were closed, the system
   * would answer with a reset, and a later write would fail.
   */
  private static boolean maySendOn(InetSocketAddress address, byte[] last) {
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      socket.setSoTimeout(TIMEOUT_MS);
      socket.getOutputStream().write(last);
      assertThat(socket.getInputStream().readAllBytes()).isNotEmpty();
      for (int i = 0; i < SENT_AFTER; i++) {
        socket.getOutputStream().write(last);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      return true;
    } catch (SocketException e) {
      return false;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
