package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.rigs.EngineProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests moving lines to a real Redis and back to a directory, and continuing from a counter in
 * Redis.
 */
@Tag("long")
final class RedisMovingTest {

  @TempDir
  private Path directory;

  private Optional<EngineProcess> redis = Optional.empty();
  private String url;
  private String data;

  @BeforeEach
  void start() throws IOException {
    Optional<Path> program = EngineProcess.find("redis-server");
    Assumptions.assumeTrue(program.isPresent(), "needs redis-server on the PATH");
    int port = EngineProcess.freePort();
    redis = Optional.of(EngineProcess.start(
        Files.createDirectory(directory.resolve("redis")),
        port,
        List.of(
            program.orElseThrow().toString(),
            "--port",
            Integer.toString(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "yes",
            "--appendfsync",
            "always")));
    url = "redis://127.0.0.1:" + port;
    Mintmark.open(url + "?new=true").close();
    data = "file:" + directory.resolve("data");
  }

  @AfterEach
  void end() {
    redis.ifPresent(EngineProcess::close);
  }

  @Test
  void copy_toRedisAndFromIt_continuesInEachTarget() {
    assertThat(Run.of("next", "orders", "-n", "41", "--store", data).code()).isZero();
    assertThat(Run.of("next", "snowflake", "--store", data).code()).isZero();

    assertDone(Run.of("lines", "copy", data, url));

    assertThat(Run.of("next", "orders", "--store", url).out()).isEqualTo("42\n");
    assertThat(Run.of("next", "snowflake", "--store", url).code()).isZero();
    assertThat(Run.of("next", "orders", "--store", data).err()).contains("movedTo=" + url);
    assertThat(Run.of("lines", "copy", url, data).err()).contains("stay sealed");

    String third = "file:" + directory.resolve("third");
    Run away = Run.of("lines", "copy", url, third);
    assertDone(away);
    assertThat(away.out()).contains("can forget that its lines were sealed");

    assertThat(Run.of("next", "orders", "--store", third).out()).isEqualTo("43\n");
    for (String name : List.of("orders", "snowflake", "new")) {
      assertThat(Run.of("next", name, "--store", url).err()).contains("movedTo=" + third);
    }
  }

  @Test
  void adopt_keyOfIncr_continuesFromItsValue() throws IOException {
    assertThat(increment("shop")).isEqualTo(":1");
    assertThat(increment("shop")).isEqualTo(":2");

    assertDone(Run.of("lines", "adopt", url + "/0#shop", "shop", "--store", data));
    assertThat(increment("shop")).isEqualTo(":3");
    Run again = Run.of("lines", "adopt", url + "/0#shop", "shop", "--store", data);

    assertThat(again.out()).contains("seq/shop: raised by 1, from 2 to 3");
    assertThat(Run.of("next", "shop", "--store", data).out()).isEqualTo("4\n");
    assertThat(
            Run.of("lines", "adopt", url + "/0#none", "shop", "--store", data).err())
        .contains("found=no such key");
  }

  private static void assertDone(Run run) {
    assertThat(run.code()).as(run.err()).isZero();
  }

  private String increment(String key) throws IOException {
    try (Socket socket =
            new Socket(InetAddress.getLoopbackAddress(), redis.orElseThrow().port());
        BufferedReader in = new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
      socket.getOutputStream().write(("INCR " + key + "\r\n").getBytes(StandardCharsets.US_ASCII));
      return in.readLine();
    }
  }
}
