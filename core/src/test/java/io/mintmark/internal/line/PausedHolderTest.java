package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.snowflake.SnowflakeGenerator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A JVM receives a window and is stopped before it uses it. Another process takes over its worker
 * number. Then the stopped JVM continues as if nothing had happened.
 */
class PausedHolderTest {

  private static final Duration WINDOW = Duration.ofMillis(500);
  private static final int IDS = 200;

  @Test
  @Tag("long")
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void next_holderResumedAfterATakeover_neverRepeats() throws Exception {
    Set<Long> ids = new HashSet<>();
    try (MemoryStore store = new MemoryStore();
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Process child = start(server.getLocalPort());
      try (Socket socket = server.accept();
          BufferedReader in = reader(socket);
          PrintWriter out =
              new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8)) {
        boolean taken = false;
        for (String call = in.readLine(); call != null; call = in.readLine()) {
          if (call.startsWith("id ")) {
            assertThat(ids.add(Long.parseLong(call.substring(3)))).isTrue();
            continue;
          }
          String answer = LineProtocol.answer(store, call);
          boolean stop = !taken && call.startsWith("cas worker/");
          if (stop) {
            signal(child, "STOP");
          }
          out.println(answer);
          if (stop) {
            taken = true;
            makeInThisProcess(store, ids);
            signal(child, "CONT");
          }
        }
        assertThat(taken).isTrue();
        assertThat(child.waitFor()).isZero();
      } finally {
        child.destroyForcibly();
      }
    }
    assertThat(ids).hasSize(2 * IDS);
  }

  /**
   * Waits until the window of the stopped process has passed, as any process does, and takes over
   * its number.
   */
  private static void makeInThisProcess(MemoryStore store, Set<Long> ids) {
    try (Mintmark mint = Mintmark.open(store)) {
      SnowflakeGenerator generator = generator(mint);
      for (int i = 0; i < IDS; i++) {
        assertThat(ids.add(generator.next())).isTrue();
      }
    }
  }

  private static SnowflakeGenerator generator(Mintmark mint) {
    return mint.snowflake("one", s -> s.workers(0, 0).window(WINDOW));
  }

  private static Process start(int port) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Child.class.getName(),
            Integer.toString(port))
        .inheritIO()
        .start();
  }

  private static void signal(Process process, String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Makes ids from the parent's store, and sends each to the parent. */
  static final class Child {

    private Child() {}

    public static void main(String[] arguments) throws IOException {
      int port = Integer.parseInt(arguments[0]);
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
          BufferedReader in = reader(socket);
          PrintWriter out =
              new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
          Mintmark mint = Mintmark.open(new LineProtocol(in, out))) {
        SnowflakeGenerator generator = generator(mint);
        for (int i = 0; i < IDS; i++) {
          long id = generator.next();
          synchronized (out) {
            out.println("id " + id);
          }
        }
      }
    }
  }
}
