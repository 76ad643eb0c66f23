package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.ToolRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a process that has used all its file descriptors logs this, and closes new connections
 * at once.
 */
@Tag("fault")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("long")
class FileDescriptorsTest {

  private static final int SPARE = 20;
  private static final int CONNECTIONS = 60;
  private static final int CLOSED_WITHIN_MS = 60_000;

  @TempDir
  private Path directory;

  @Test
  void connections_noFileDescriptorLeft_areClosedAtOnceAndLogged() throws Exception {
    ToolRun.assumeAreThere("prlimit");
    Path config = Files.writeString(directory.resolve("m.yaml"), "store: \"memory:\"\n");
    List<Socket> sockets = new ArrayList<>();
    try (ChildProcess server =
        new ChildProcess(ChildServer.class, config, directory.resolve("data"))) {
      InetSocketAddress resp = new InetSocketAddress(
          InetAddress.getLoopbackAddress(), Integer.parseInt(server.readLine()));
      InetSocketAddress http = new InetSocketAddress(
          InetAddress.getLoopbackAddress(), Integer.parseInt(server.readLine()));
      assertThat(isServed(connect(resp, sockets))).isTrue(); // This call has loaded all classes.
      limit(server.pid(), openFiles(server.pid()) + SPARE);
      int closed = 0;
      for (int i = 0; i < CONNECTIONS; i++) {
        closed += isServed(connect(resp, sockets)) ? 0 : 1;
      }

      assertThat(closed).isBetween(CONNECTIONS - SPARE, CONNECTIONS);
      for (Socket each : sockets) {
        each.close();
      }
      String metrics = metrics(http);
      Matcher refused =
          Pattern.compile("refused_total\\{reason=\"no-file\"} (\\d+)").matcher(metrics);
      assertThat(refused.find()).as(metrics).isTrue();
      assertThat(Integer.parseInt(refused.group(1))).isGreaterThanOrEqualTo(closed);
    }
  }

  private static void limit(long pid, int files) throws Exception {
    ToolRun run = ToolRun.in(
        Path.of("/"), List.of("prlimit", "--pid", Long.toString(pid), "--nofile=" + files), "");
    assertThat(run.exitValue()).as(run.output()).isZero();
  }

  private static int openFiles(long pid) throws IOException {
    try (var files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
      return files
          .map(file -> Integer.parseInt(file.getFileName().toString()))
          .max(Integer::compare)
          .orElseThrow();
    }
  }

  private static Socket connect(InetSocketAddress address, List<Socket> sockets)
      throws IOException {
    Socket socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout(CLOSED_WITHIN_MS);
    sockets.add(socket);
    return socket;
  }

  /** Returns whether the server replies; false if it closes the connection at once. */
  private static boolean isServed(Socket socket) throws IOException {
    try {
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      return socket.getInputStream().read() == '+';
    } catch (SocketException e) {
      return false;
    }
  }

  /**
   * Returns the metrics. Retries, because connections that were just closed may still hold
   * descriptors.
   */
  private static String metrics(InetSocketAddress http) throws IOException {
    while (true) {
      try (Socket socket = new Socket(http.getAddress(), http.getPort())) {
        socket
            .getOutputStream()
            .write("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
        byte[] answer = socket.getInputStream().readAllBytes();
        if (answer.length > 0) {
          return new String(answer, StandardCharsets.UTF_8);
        }
      } catch (SocketException e) {
        assertThat(e).hasMessageContaining("reset");
      }
    }
  }
}
