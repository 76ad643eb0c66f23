package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.ToolRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests Redis's own tools and a client in another language, with default settings. */
@Tag("long")
class RedisToolsTest {

  private static final String IOREDIS = "ioredis@5.11.1";

  @TempDir
  private Path folder;

  @RegisterExtension
  private final MemoryServer server = MemoryServer.standard();

  private ToolRun tool(String name, List<String> arguments, String input)
      throws IOException, InterruptedException {
    ToolRun.assumeAreThere(name);
    List<String> command =
        new ArrayList<>(List.of(name, "-p", "" + server.get().resp().getPort()));
    command.addAll(arguments);
    return ToolRun.in(folder, command, input);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-2", "-3"})
  void redisCli_inEitherVersion_printsTheSameAsWithRedis(String version) throws Exception {
    ToolRun outcome = tool("redis-cli", List.of("--no-raw", version), """
        INCR invoices
        INCRBY invoices 5
        GET invoices
        GET none
        MGET invoices none
        CONFIG GET save
        CLIENT SETNAME people
        CLIENT GETNAME
        LPUSH list x
        CLUSTER INFO
        PING
        """);

    String pair = version.equals("-3") ? "1# \"save\" => \"\"" : "1) \"save\"\n2) \"\"";
    assertThat(outcome.output())
        .startsWith("(integer) 1\n(integer) 6\n\"6\"\n(nil)\n1) \"6\"\n2) (nil)\n" + pair)
        .contains("OK\n\"people\"\n(error) ERR unknown command 'LPUSH'")
        .endsWith("ERR This instance has cluster support disabled\nPONG\n");
    assertThat(outcome.exitValue()).isZero();
  }

  @Test
  void redisCli_pipeOfThousands_hasAllReplies() throws Exception {
    String commands = "*2\r\n$4\r\nINCR\r\n$1\r\na\r\n".repeat(5000);
    ToolRun outcome = tool("redis-cli", List.of("--pipe"), commands);

    assertThat(outcome.output()).contains("errors: 0, replies: 5000");
    try (RespClient client = new RespClient(server.get().resp())) {
      assertThat(client.increment("a")).isEqualTo(5001);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-3 "})
  void redisBenchmark_inEitherVersion_runsWithoutAWarning(String version) throws Exception {
    String arguments = version + "-q -n 20000 -c 20 -P 16 -t ping,incr";
    ToolRun outcome = tool("redis-benchmark", List.of(arguments.split(" ", -1)), "");

    assertThat(outcome.output())
        .contains("PING_INLINE: ", "PING_MBULK: ", "INCR: ", "requests per second")
        .doesNotContain("WARN", "Error", "error", "closed");
    assertThat(outcome.exitValue()).isZero();
    try (RespClient client = new RespClient(server.get().resp())) {
      assertThat(client.increment("counter:__rand_int__")).isGreaterThan(20_000);
    }
  }

  @Test
  void ioredis_ofNode_countsInOrderAndRefusesUnknownCommands() throws Exception {
    ToolRun.assumeNpmInstalls(folder, IOREDIS);

    ToolRun outcome = ToolRun.in(
        folder, List.of("node", "-e", """
        const Redis = require('ioredis');
        (async () => {
          const redis = new Redis(%d);
          const pipeline = redis.pipeline();
          for (let i = 0; i < 1000; i++) pipeline.incr('a');
          const replies = await pipeline.exec();
          console.log(replies.every(([error, number], i) => !error && number === i + 1));
          console.log(await redis.incrby('a', 10), await redis.get('a'), await redis.get('none'));
          console.log(await redis.mget('a', 'none'));
          console.log(await redis.subscribe('news').catch(error => error.message.slice(0, 31)));
          console.log(await redis.ping());
          await redis.quit();
        })();
        """.formatted(server.get().resp().getPort())), "");

    assertThat(outcome.output()).isEqualTo("""
        true
        1010 1010 null
        [ '1010', null ]
        ERR unknown command 'SUBSCRIBE'
        PONG
        """);
    assertThat(outcome.exitValue()).isZero();
  }
}
