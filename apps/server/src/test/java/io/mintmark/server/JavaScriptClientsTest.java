package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.ToolRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tests Snowflakes with two JavaScript clients, which keep integers in doubles. */
@Tag("long")
class JavaScriptClientsTest {

  private static final String NODE_REDIS = "redis@6.3.1";
  private static final String IOREDIS = "ioredis@6.0.0";

  /** Draws 200 Snowflakes with each client in each database, and counts the kinds of results. */
  private static final String PROGRAM = """
      import Redis from 'ioredis';
      import { createClient } from 'redis';

      async function count(name, database, draw) {
        const ids = new Set();
        let texts = 0;
        let errors = 0;
        for (let i = 0; i < 200; i++) {
          try {
            const id = await draw();
            ids.add(id);
            texts += typeof id === 'string' ? 1 : 0;
          } catch (e) {
            errors += String(e).includes('above 2^53') ? 1 : 0;
          }
        }
        console.log(name, database, 'ids', ids.size, 'texts', texts, 'errors', errors);
      }

      for (const database of [0, 1]) {
        const url = `redis://127.0.0.1:${process.argv[2]}/${database}`;
        const node = await createClient({ url }).connect();
        await count('node-redis', database, () => node.incr('users'));
        await node.close();
        const io = new Redis(url);
        await count('ioredis', database, () => io.incr('users'));
        await io.quit();
      }
      """;

  @RegisterExtension
  private final MemoryServer server = MemoryServer.with("generators: {users: {type: snowflake}}");

  @TempDir
  private Path folder;

  @Test
  void incr_ofASnowflake_isAnErrorOrAText_neverRounded() throws Exception {
    ToolRun.assumeNpmInstalls(folder, NODE_REDIS, IOREDIS);
    Files.writeString(folder.resolve("draw.mjs"), PROGRAM);

    String port = Integer.toString(server.get().resp().getPort());
    ToolRun drawn = ToolRun.in(folder, List.of("node", "draw.mjs", port), "");

    assertThat(drawn.output().lines())
        .as(drawn.output())
        .containsExactly(
            "node-redis 0 ids 0 texts 0 errors 200",
            "ioredis 0 ids 0 texts 0 errors 200",
            "node-redis 1 ids 200 texts 200 errors 0",
            "ioredis 1 ids 200 texts 200 errors 0");
  }
}
