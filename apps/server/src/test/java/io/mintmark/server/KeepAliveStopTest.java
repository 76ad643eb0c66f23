package io.mintmark.server;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.epoll.Epoll;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that keep their connections open lose no request when the server ends under them. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KeepAliveStopTest {

  private static final int STOPS = 3;

  private final Server server =
      MemoryServer.builder().drain(Duration.ofSeconds(10)).start();

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
  void close_underRedisClientsThatLookBeforeTheySend_losesNoRequest() throws Exception {
    assumeTrue(Epoll.isAvailable(), "needs a system that sends the last answer and the end as one");
    assertNoneIsLost(BusyThreads.lookingBeforeSending(server.resp()));
  }

  private void assertNoneIsLost(BusyClient client) throws Exception {
    try (client) {
      client.awaitAnswers();
      server.close();

      client.finish().assertNoneIsLost();
    }
  }
}
