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
 * Tests that a process that has used all its file descriptors counts this, continues to serve its
 * connections, and accepts the waiting ones when it has descriptors again.
 */
@Tag("fault")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("long")
class FileDescriptorsTest {

  private static final int SPARE = 20;
  private static final int CONNECTIONS = 60;
  private static final int SERVED_WITHIN_MS = 60_000;

  @TempDir
  private Path directory;

  @Test
  void connections_noFileDescriptorLeft_waitAndAreServedLater() throws Exception {
    ToolRun.assumeAreThere("prlimit");
    Path config = Files.writeString(directory.resolve("m.yaml"), "store: \"memory:\"\n");
    List<Socket> sockets = new ArrayList<>();
    try (ChildProcess server =
        new ChildProcess(ChildServer.class, config, directory.resolve("data"))) {
      InetSocketAddress resp = new InetSocketAddress(
          InetAddress.getLoopbackAddress(), Integer.parseInt(server.readLine()));
      InetSocketAddress http = new InetSocketAddress(
          InetAddress.getLoopbackAddress(), Integer.parseInt(server.readLine()));
      Socket first = connect(resp, sockets);
      assertThat(isServed(first)).isTrue(); // This call has loaded all classes.
      limit(server.pid(), openFiles(server.pid()) + SPARE);
      Socket last = first;
      for (int i = 0; i < CONNECTIONS; i++) {
        last = connect(resp, sockets);
      }
      assertThat(isServed(first)).isTrue();
      for (Socket each : sockets) {
        if (each != last) {
          each.close();
        }
      }

      assertThat(isServed(last)).as("accepted later").isTrue();
      Matcher refused =
          Pattern.compile("refused_total\\{reason=\"no-file\"} (\\d+)").matcher(metrics(http));
      assertThat(refused.find()).isTrue();
      assertThat(Integer.parseInt(refused.group(1))).isPositive();
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
    socket.setSoTimeout(SERVED_WITHIN_MS);
    sockets.add(socket);
    return socket;
  }

  /** Returns whether the server replies; false if it closes the connection. */
  private static boolean isServed(Socket socket) throws IOException {
    try {
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readNBytes(7), StandardCharsets.US_ASCII)
          .equals("+PONG\r\n");
    } catch (SocketException e) {
      return false;
    }
  }

  private static String metrics(InetSocketAddress http) throws IOException {
    try (Socket socket = new Socket(http.getAddress(), http.getPort())) {
      socket
          .getOutputStream()
          .write("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
