package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.ToolRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a server process that is ended with SIGTERM and started again while clients continue. Each
 * of their requests has a reply, and no number repeats.
 */
@Tag("long")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RestartUnderLoadTest {

  /** The system's Python, because only it finds the packaged redis-py. */
  private static final String PYTHON = "/usr/bin/python3";

  private static final int STOPS = 12;
  private static final Duration DRAIN = Duration.ofSeconds(50);

  private final int http = EngineProcess.freePort();
  private final int resp = EngineProcess.freePort();

  @TempDir
  private Path folder;

  @Test
  void restart_underLettuce_losesNoRequest() throws Exception {
    try (ChildProcess first = start()) {
      restart(first, BusyThreads.lettuce(resp));
    }
  }

  @Test
  void restart_underJavasHttpClient_losesNoRequest() throws Exception {
    try (ChildProcess first = start()) {
      restart(first, BusyThreads.httpClient(http));
    }
  }

  @Test
  void restart_underNodesFetch_losesNoRequest() throws Exception {
    try (ChildProcess first = start()) {
      restart(first, BusyProgram.start(folder, "node", "busy.mjs", http));
    }
  }

  @Test
  void restart_underIoredis_losesNoRequest() throws Exception {
    ToolRun.assumeNpmInstalls(folder, "ioredis@6.0.0");
    try (ChildProcess first = start()) {
      restart(first, BusyProgram.start(folder, "node", "busy.mjs", resp, "ioredis"));
    }
  }

  @Test
  void restart_underPythonsHttpClient_losesNoRequest() throws Exception {
    ToolRun.assumeAreThere(PYTHON);
    try (ChildProcess first = start()) {
      restart(first, BusyProgram.start(folder, PYTHON, "busy.py", http));
    }
  }

  @Test
  void restart_underRedisPy_losesNoRequest() throws Exception {
    ToolRun.assumeAreThere(PYTHON);
    ToolRun installed = ToolRun.in(folder, List.of(PYTHON, "-c", "import redis"), "");
    assumeTrue(installed.exitValue() == 0, "needs Debian's python3-redis");
    try (ChildProcess first = start()) {
      restart(first, BusyProgram.start(folder, PYTHON, "busy.py", resp, "redis-py"));
    }
  }

  private void restart(ChildProcess first, BusyClient client) throws Exception {
    ChildProcess server = first;
    try (client) {
      for (int i = 0; i < STOPS; i++) {
        client.awaitAnswers();
        long asked = System.nanoTime();
        assertThat(server.terminate()).isZero();
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(DRAIN);
        server = start();
      }
      client.awaitAnswers();
      client.finish().assertNoneIsLost();
    } finally {
      server.close();
    }
  }

  private ChildProcess start() throws IOException {
    Path config = Files.writeString(
        folder.resolve("mintmark.yaml"),
        "server: {drain: %ds}\nauto-create: {\"*\": {}}\n".formatted(DRAIN.toSeconds()));
    ChildProcess server = new ChildProcess(
        ChildServer.class,
        config,
        folder.resolve("data"),
        "127.0.0.1:" + http,
        "127.0.0.1:" + resp);
    String unusedUp = server.readLine();
    return server;
  }
}
